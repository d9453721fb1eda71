import type { Caution } from "../../games";
import { moveOf } from "../../kit/moves";
import { LAST_TURN, type View } from "./view";

const STAYS = "Super Rock"; // on the field for a turn more

/** The last card may be kept for the turns to come, once another lies there; who has none left then loses, if the other has one. */
const caution: Caution = (table, move) => {
  const { question, hand, hand_counts, lanes, turn, overtime } = table.view as View;
  const us = table.you ?? 0;
  const card = moveOf(table, move)?.card;
  if (question !== "place" || overtime || turn >= LAST_TURN || card === undefined || hand.length > 1 || hand_counts[1 - us] === 0) return null;
  const placed = lanes.filter((lane) => lane.there[us] && !lane.stays[us]);
  if (!placed.length || [card, ...placed.map((lane) => lane.cards[us])].includes(STAYS)) return null;
  return { text: `Your last card: with none in hand or on the field when turn ${turn + 1} begins, you lose the round.`, rule: "3.6" };
};

export default caution;
