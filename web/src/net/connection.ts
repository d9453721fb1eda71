/** The connection to a table: a socket that comes back by itself, on which each message gets exactly one answer. */
import { Latest } from "./changes";
import type { Answer, ChangedMessage, Rejected, Request, ServerMessage } from "./wire";

/** `slow`: something was sent, and nothing has been heard for a while. */
export type ConnectionState = "connecting" | "open" | "slow" | "lost";

export interface ConnectionHandlers {
  /** How we introduce ourselves, each time that the connection opens. */
  hello: () => Request & { do: "hello" };
  /** The answer to that: a refusal means that there is nothing for us here. */
  welcomed: (answer: Answer) => void;
  told: (message: ServerMessage) => void;
  /** The table is deleted: there is nothing to come back to. */
  deleted?: () => void;
  /** A ping was sent and answered at these times, in seconds; the table's clock said `now` in between. */
  pinged: (sent: number, answered: number, now: number) => void;
  state: (state: ConnectionState) => void;
}

const PATIENCE = 10_000; // for an answer; then the connection counts as dead
const PATIENCE_OF_PINGS = 6000; // so long nothing at all is heard: a line that is broken shows within this and PING
const PING = 4000;
const SLOW = 3000; // after which somebody who has done something is told that nothing is heard
const PATIENCE_AWAKE = 1000; // for a sign of life after the device has slept: its sockets die without a word
const FIRST_PINGS = [0, 150, 400, 900, 1800]; // milliseconds after hello: they tell what the clock there says
const LONGEST_WAIT = 10_000;
const [KEY, SECRET] = [3, 6];
const DELETED = 4410; // the code with which a connection to a deleted table is closed

/** Refusals that say nothing of the table: after a while the greeting may be accepted. */
const PASSING: ReadonlySet<string> = new Set(["storage", "elsewhere", "too_fast"]);

/** What tells that the device has woken up or has its network back. */
const waking = (): [EventTarget, string][] => [
  [document, "visibilitychange"],
  [document, "resume"],
  [window, "pageshow"],
  [window, "online"],
];

export const OFFLINE: Rejected = {
  is: "answer",
  n: null,
  ok: false,
  why: "offline",
  text: "There is no connection to the table at the moment, so this was not sent.",
  rule: null,
};

/** What we had said may have arrived, and its answer been lost. */
export const NO_ANSWER: Rejected = { ...OFFLINE, text: "The connection to the table broke before an answer came. Check whether it was done before you try again." };

/** What is sent again when the connection is back: the server does it once, or it changes nothing. */
const AGAIN: ReadonlySet<Request["do"]> = new Set(["play", "say", "sit", "hint"]);

interface Asked {
  request: Request;
  resolve: (answer: Answer) => void;
}

interface Waiting extends Asked {
  timer: number;
}

export class Connection {
  #socket: WebSocket | null = null;
  #n = 0;
  /** The number of what was asked last, and of what we have heard all that came of it; pings do not count. */
  #asked = 0;
  #heard = 0;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #pings: number[] = [];
  #doubt = 0;
  #slow = 0;
  #silence = 0;
  #isSlow = false;
  #closed = false;
  readonly #latest = new Latest();
  #asksAnew = false;
  /** To these no answer came before the connection broke: they are sent again, as they were. */
  #unanswered: Asked[] = [];

  constructor(
    private readonly address: string,
    private readonly handlers: ConnectionHandlers,
  ) {
    for (const [target, event] of waking()) target.addEventListener(event, this.#awake);
    this.#open();
  }

  /**
   * Send, and get the one answer; where there is no connection, that is a refusal too.  If it breaks before the answer
   * to a move or a chat line comes, or to a wish for a seat or a hint, it is sent again when the connection is
   * back: the server does once what bears one key, or the secret that we have made for the seat.
   */
  ask(request: Request): Promise<Answer> {
    const said = request.do === "play" || request.do === "say" ? { key: newKey(), ...request } : request.do === "sit" ? { ...request, secret: random(SECRET) } : request;
    return new Promise((resolve) => this.#send({ request: said, resolve }));
  }

  #send(asked: Asked): void {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) {
      asked.resolve(OFFLINE);
      return;
    }
    const n = ++this.#n;
    const timer = window.setTimeout(() => this.#dead(socket), PATIENCE);
    this.#silence ||= window.setTimeout(() => this.#dead(socket), PATIENCE_OF_PINGS);
    this.#slow ||= window.setTimeout(() => this.#noteSlow(), SLOW);
    this.#waiting.set(n, { ...asked, timer });
    if (asked.request.do !== "ping") this.#asked = n;
    socket.send(JSON.stringify({ ...asked.request, n }));
  }

  /** Has something been asked of which not everything may have been heard that comes of it?  The answer is not the last. */
  get asks(): boolean {
    return this.#unanswered.length > 0 || this.#asked > this.#heard;
  }

  /** Comes back when everything has been heard that the server had said before it heard this; false: the line is broken. */
  async heard(): Promise<boolean> {
    const asked = this.#asked;
    const answered = (await this.ask({ do: "ping" })) !== OFFLINE; // a refusal comes in its turn, too
    if (answered) this.#heard = asked;
    return answered;
  }

  close(): void {
    this.#closed = true;
    for (const [target, event] of waking()) target.removeEventListener(event, this.#awake);
    clearTimeout(this.#retry);
    this.#hangUp();
    this.#socket?.close();
  }

  #open(): void {
    clearTimeout(this.#retry);
    this.handlers.state(this.#tries ? "lost" : "connecting");
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#alive();
      void this.#greet();
    };
    socket.onmessage = (message) => this.#hear(String(message.data));
    socket.onclose = ({ code }) => (code === DELETED ? this.#end() : this.#dead(socket));
    // a browser would wait for minutes where what it asks is lost on its way
    this.#silence = window.setTimeout(() => this.#dead(socket), PATIENCE);
  }

  async #greet(): Promise<void> {
    const socket = this.#socket;
    const answer = await this.ask(this.handlers.hello());
    if (answer === OFFLINE || (!answer.ok && answer.why === "offline")) return;
    if (!answer.ok) {
      if (PASSING.has(answer.why) && socket) this.#dead(socket);
      else this.handlers.welcomed(answer);
      return;
    }
    this.#tries = 0;
    this.handlers.state("open");
    this.#ping = window.setInterval(() => void this.#look(), PING);
    this.#pings = FIRST_PINGS.map((wait) => window.setTimeout(() => void this.#look(), wait));
    this.handlers.welcomed(answer);
    const again = this.#unanswered;
    this.#unanswered = [];
    again.forEach((asked) => this.#send(asked));
  }

  async #look(): Promise<void> {
    const sent = performance.now();
    const answer = await this.ask({ do: "ping" });
    if (answer.ok && answer.now !== undefined) this.handlers.pinged(sent / 1000, performance.now() / 1000, answer.now);
  }

  #hear(text: string): void {
    if (this.#isSlow) this.handlers.state("open");
    this.#alive();
    const message = JSON.parse(text) as ServerMessage | ChangedMessage | Answer;
    if (message.is !== "answer") {
      const told = this.#latest.read(message);
      if (told) this.handlers.told(told);
      else void this.#askAnew();
      return;
    }
    const waiting = message.n === null ? undefined : this.#waiting.get(message.n);
    if (!waiting || message.n === null) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(message.n);
    waiting.resolve(message);
  }

  /** What we were told does not fit on what we knew: have the whole table told again. */
  async #askAnew(): Promise<void> {
    if (this.#asksAnew) return;
    this.#asksAnew = true;
    await this.ask(this.handlers.hello());
    this.#asksAnew = false;
  }

  #hangUp(): void {
    this.#alive();
    clearInterval(this.#ping);
    this.#pings.forEach(clearTimeout);
    for (const { request, resolve, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      if (AGAIN.has(request.do)) this.#unanswered.push({ request, resolve });
      else resolve(request.do === "hello" || request.do === "ping" ? OFFLINE : NO_ANSWER);
    }
    this.#waiting.clear();
    if (!this.#closed) return;
    for (const { resolve } of this.#unanswered) resolve(NO_ANSWER);
    this.#unanswered = [];
  }

  #end(): void {
    this.close();
    this.handlers.deleted?.();
  }

  #dead(socket: WebSocket): void {
    if (!this.#drop(socket) || this.#closed) return;
    this.#tries += 1;
    this.handlers.state("lost");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#retry = window.setTimeout(() => this.#open(), wait);
  }

  /** Was it the socket in use?  It is not any more. */
  #drop(socket: WebSocket): boolean {
    if (socket !== this.#socket) return false;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#hangUp();
    return true;
  }

  #noteSlow(): void {
    this.#isSlow = true;
    this.handlers.state("slow");
  }

  #alive(): void {
    clearTimeout(this.#doubt);
    clearTimeout(this.#slow);
    clearTimeout(this.#silence);
    this.#doubt = this.#slow = this.#silence = 0;
    this.#isSlow = false;
  }

  /** Somebody looks at the page again, or the network is back: find out at once whether the connection still holds. */
  #awake = (event: Event): void => {
    if (this.#closed || document.hidden || (event instanceof PageTransitionEvent && !event.persisted)) return;
    const socket = this.#socket;
    if (!socket) this.#open();
    else if (!this.#doubt) {
      this.#doubt = window.setTimeout(() => {
        this.#drop(socket);
        this.#tries = 1;
        this.#open();
      }, PATIENCE_AWAKE);
      void this.#look();
    }
  };
}

/** With this one thing is done once, however often and by however many pages of ours it is sent. */
export const newKey = (): string => random(KEY);

/** So many times 32 random bits.  (`crypto.randomUUID` is missing on pages that come over plain HTTP.) */
function random(times: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(times)), (bits) => bits.toString(36).padStart(7, "0")).join("");
}
