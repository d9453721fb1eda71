// node serve.js PORT [FOLDER]: with a folder, tables are kept in its files (boardgame.io's FlatFile), else in memory.
// Tables are opened on a port of its own, the next: with today's Koa the first one does not hear what is added later.
const { FlatFile, Server } = require("boardgame.io/server");
const { Hands } = require("./game.js");

const [port, folder] = process.argv.slice(2);
const kept = folder ? { db: new FlatFile({ dir: folder }) } : {};
Server({ games: [Hands], origins: [/.*/], ...kept })
  .run({ port: Number(port), lobbyConfig: { apiPort: Number(port) + 1 }, callback: () => console.log("there") });
