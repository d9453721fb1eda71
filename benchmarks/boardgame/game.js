// Seven cards in each hand, a secret deck; to play a card is to draw another.  Nobody sees more than their own hand.
const { PlayerView, TurnOrder } = require("boardgame.io/core");

const HAND = 7;
const CARDS = 60;

function refilled(G, random) {
  if (G.secret.deck.length === 0) {
    G.secret.deck = random.Shuffle(G.pile);
    G.pile = [];
  }
}

exports.Hands = {
  name: "hands",
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle([...Array(CARDS).keys()]);
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: deck.splice(0, HAND) };
    return { secret: { deck }, players, pile: [], counts: Array(ctx.numPlayers).fill(HAND) };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT },
  moves: {
    play: {
      client: false, // it depends on what is hidden
      move: ({ G, playerID, random }, card) => {
        const hand = G.players[playerID].hand;
        if (!(card >= 0 && card < hand.length)) return "INVALID_MOVE";
        G.pile.push(hand.splice(card, 1)[0]);
        refilled(G, random);
        hand.push(G.secret.deck.pop());
      },
    },
  },
};
