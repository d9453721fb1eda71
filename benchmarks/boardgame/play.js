// node play.js PORT TABLES SECONDS: two players at each table, who move at once when it is their turn.
// Prints a line when all sit, and when time is up the answer times in seconds, as JSON.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Hands } = require("./game.js");

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const lobby = `http://127.0.0.1:${port + 1}`;

async function post(path, body) {
  const answer = await fetch(lobby + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

async function seated(matchID, playerID) {
  const { playerCredentials } = await post(`/games/hands/${matchID}/join`, { playerID, playerName: `P${playerID}` });
  const multiplayer = SocketIO({ server, socketOpts: { transports: ["websocket"] } });
  return Client({ game: Hands, multiplayer, matchID, playerID, credentials: playerCredentials, debug: false });
}

async function main() {
  const clients = [];
  for (let table = 0; table < tables; table++) {
    const { matchID } = await post("/games/hands/create", { numPlayers: 2 });
    for (const playerID of ["0", "1"]) clients.push(await seated(matchID, playerID));
  }
  console.log("all sit");
  const times = [];
  const until = performance.now() + 1000 * seconds;
  for (const client of clients) {
    let asked = -1; // the state that was last answered
    let sent = null;
    client.subscribe((state) => {
      const now = performance.now();
      if (!state || state._stateID === asked) return;
      if (sent !== null && now < until) times.push((now - sent) / 1000);
      sent = null;
      if (state.ctx.currentPlayer !== client.playerID || now >= until) return;
      asked = state._stateID;
      const move = () => {
        if (performance.now() >= until) return;
        sent = performance.now();
        client.moves.play(Math.floor(Math.random() * state.G.players[client.playerID].hand.length));
      };
      setImmediate(move);
    });
    client.start();
  }
  setTimeout(() => {
    process.stdout.write(`${JSON.stringify(times)}\n`, () => process.exit(0)); // once all of it is on its way
  }, 1000 * seconds + 500);
}

main();
