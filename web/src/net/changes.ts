/** What the table tells us as changes, put together with what it told us before. */
import type { Changes, ChangedMessage, Frame, ServerMessage, TurnState, UpdateMessage } from "./wire";

/** With these changes; what it was before stays as it was. */
export function applied(changes: Changes, before: unknown): unknown {
  return changes.reduce((now, [path, value]) => put(now, path, value), before);
}

function put(before: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(before)) {
    const copy: unknown[] = [...(before as unknown[])];
    copy[Number(name)] = put(copy[Number(name)], rest, value);
    return copy;
  }
  const copy = { ...(before as Record<string, unknown>) };
  copy[name] = put(copy[name], rest, value);
  return copy;
}

/** The moment that we were told of last; on a new line, the whole is told first. */
export class Latest {
  #turn: TurnState | null = null;
  #changes = 0;

  /** The message as it would be in whole; null if it changes what we were not told. */
  read(message: ServerMessage | ChangedMessage): ServerMessage | null {
    switch (message.is) {
      case "changed":
        return this.#changed(message);
      case "table":
      case "undone":
        this.#turn = moment(message);
        this.#changes = 0;
        return message;
      case "update":
        this.#turn = moment({ ...message, view: message.view ?? message.frames.at(-1)?.view ?? null });
        this.#changes = 0;
        return message;
      default:
        return message;
    }
  }

  #changed({ on, version, frame, frames, turn, clock }: ChangedMessage): UpdateMessage | null {
    if (this.#turn === null || on !== this.#changes) {
      this.#turn = null;
      return null;
    }
    let { view } = this.#turn;
    const shown = frames.map((one): Frame => ({ event: one.event, view: (view = applied(one.view, view)) }));
    this.#turn = applied(turn, { ...this.#turn, view }) as TurnState;
    this.#changes += 1;
    return { is: "update", version, frame, frames: shown, ...this.#turn, clock };
  }
}

function moment({ view, asked, free, prompt, legal, cannot, standing, aim, slip }: TurnState): TurnState {
  return { view, asked, free, prompt, legal, cannot, standing, aim, slip };
}
