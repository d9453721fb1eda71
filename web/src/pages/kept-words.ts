/** Letters and digits that nobody mistakes for each other. */
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 20; // 99 bits: nobody guesses them

/** New words, to be written down, with which whoever has the only device in the room opens their seat from another. */
export function newWords(): string {
  let words = "";
  while (words.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < LETTERS.length * 8) words += LETTERS[byte % LETTERS.length]; // each is as likely as the others
  }
  return words;
}

/** Are these such words, and no code or link of a table? */
export function areWords(typed: string): boolean {
  return /^[2-9a-hjkmnp-z]{20}$/.test(typed.toLowerCase().replace(/[\s-]/g, ""));
}

/** What somebody types from paper, as it was made. */
export function tidied(typed: string): string {
  return typed.toLowerCase().replace(/[^a-z0-9]/g, "");
}
