/** How long a lesson takes, in words: "90 seconds", "2 minutes", "2½ minutes". */
export function lasting(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}${seconds % 60 < 30 ? "" : "½"} minutes`;
}
