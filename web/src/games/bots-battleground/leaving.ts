import type { TableEvent } from "../../kit/contract";

/** Bots go home to whose they are; what leaves a hand goes to nobody that all could see. */
export default function leaving(_: TableEvent | null, __: string | null, where: string): string | null {
  const [spot, , , of] = where.split(":");
  return spot === "table" && of !== undefined ? `seat:${of}` : null;
}
