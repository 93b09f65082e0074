import { createConnection, type Socket } from 'node:net';
import { systemCode } from '../errors.ts';
import { socketPath, statOf } from './lock-folder.ts';

/** A holder works beside other `shared` holders, or it is the only one. */
export type LockMode = 'shared' | 'exclusive';

/** A ticket of another process, as that process describes it; everything in it is untrusted. */
export interface Ticket {
  readonly number: number;
  readonly mode: LockMode;
  /** True if it holds the lock, false while it waits. */
  readonly holds: boolean;
  /** What it does, for people. */
  readonly label: string;
  /** Milliseconds that it expects to hold the lock, and that it must not exceed. */
  readonly expectedMs: number;
  readonly limitMs: number;
  /** Milliseconds since it got the lock, by its own monotonic clock; 0 while it waits. */
  readonly heldMs: number;
  /** The user who owns the ticket's file; `null` if the file is gone. */
  readonly uid: number | null;
}

/** Milliseconds. The longest hold that is believed, whatever a ticket announces. */
const MAX_LIMIT_MS = 15 * 60_000;
/** Between two questions whether a holder that exceeds its limit still matters. */
const RECHECK_MS = 1_000;
const RETRY_MS = 25;
/** A process can be busy for that long before it describes its ticket. */
const SILENT_MS = 60_000;
const MAX_LINE = 4_096;
const DENIED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EAGAIN']);

/** What a shared request sends to an earlier shared ticket to go together with it, and what that answers. */
export const JOIN = 'join';
export const JOINED = 'joined';
/** What a ticket sends to those that go together with it if it is given up before it held the lock. */
export const DISSOLVED = 'dissolved';

export interface EarlierOptions {
  readonly ours: LockMode;
  /** Called each time that anything of the ticket changes. */
  readonly onChange: () => void;
  /** Called when the ticket holds the lock for longer than it announced. If it returns true, the ticket is ignored. */
  readonly onOverdue: (ticket: Ticket) => Promise<boolean>;
}

/** A ticket with a lower number than ours: another process, or an earlier request of this one. */
export class EarlierTicket {
  readonly number: number;
  readonly #folder: string;
  readonly #options: EarlierOptions;
  #socket: Socket | null = null;
  #said: Described | null = null;
  /** When it was first seen to hold the lock, by our clock. */
  #seenHolding: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #joined = false;
  #isKept = false;

  constructor(folder: string, number: number, options: EarlierOptions) {
    this.number = number;
    this.#folder = folder;
    this.#options = options;
    // A ticket that says nothing is held to the shortest limit.
    this.#watch(SILENT_MS);
    this.#connect();
  }

  /** True while our request has to wait for it, or does not know whether it has to. */
  get blocks(): boolean {
    return !this.#ended && !this.#isShared;
  }

  /** True if it is known to conflict with our request. */
  get conflicts(): boolean {
    return this.blocks && this.#said !== null;
  }

  /** True if it does not end before our connection to it. */
  get hasJoined(): boolean {
    return this.#joined && !this.#ended;
  }

  get remainingMs(): number {
    if (!this.#said) return 0;
    return Math.max(0, this.#said.expectedMs - this.#heldMs());
  }

  /** Keeps the connection for as long as our request holds the lock, and so the ticket that it has joined. */
  keep(): void {
    this.#isKept = true;
    clearTimeout(this.#timer);
  }

  /** Ends the connection, and with it what was joined. */
  ignore(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  get #isShared(): boolean {
    return this.#said?.mode === 'shared' && this.#options.ours === 'shared';
  }

  #end(): void {
    if (this.#ended || this.#isKept) return;
    this.ignore();
    this.#options.onChange();
  }

  #watch(ms: number): void {
    clearTimeout(this.#timer);
    const due = performance.now() + ms;
    const onTimer = async () => {
      const early = due - performance.now();
      // A timer may end before its time.
      if (early > 0) this.#timer = setTimeout(onTimer, Math.ceil(early));
      else if (await this.#options.onOverdue(this.#describe())) this.#end();
      else if (!this.#ended && !this.#isKept) this.#watch(RECHECK_MS);
    };
    this.#timer = setTimeout(onTimer, Math.ceil(ms));
  }

  #hear(said: Described): void {
    const isFirst = this.#said === null;
    this.#said = said;
    if (this.#isShared) {
      // It is no obstacle. It may be of help, for as long as it waits itself.
      clearTimeout(this.#timer);
      if (said.holds && !this.#joined) {
        this.#end();
        return;
      }
      if (isFirst && !said.holds) this.#socket?.write(`${JOIN}\n`);
    } else {
      if (said.holds) this.#seenHolding ??= performance.now() - said.heldMs;
      this.#watch(said.holds ? Math.max(0, said.limitMs - this.#heldMs()) : MAX_LIMIT_MS);
    }
    this.#options.onChange();
  }

  #connect(): void {
    const socket = createConnection(socketPath(this.#folder, this.number));
    this.#socket = socket;
    let text = '';
    let denied = false;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = (lines.pop() ?? '').slice(-MAX_LINE);
      for (const line of lines) this.#read(line);
    });
    socket.on('error', (error) => {
      denied = DENIED.has(systemCode(error) ?? '');
    });
    socket.on('close', () => {
      // The socket of another user opens to everybody an instant after it was created.
      if (denied && !this.#ended) setTimeout(() => this.#ended || this.#connect(), RETRY_MS);
      else this.#end();
    });
  }

  #read(line: string): void {
    if (this.#ended) return;
    if (line === JOINED && this.#isShared) {
      this.#joined = true;
      this.#options.onChange();
    } else if (line === DISSOLVED) {
      this.#end();
    } else {
      const said = readDescription(line);
      if (said) this.#hear(said);
    }
  }

  #heldMs(): number {
    return this.#seenHolding === null ? 0 : performance.now() - this.#seenHolding;
  }

  #describe(): Ticket {
    const said = this.#said ?? UNSAID;
    const { stat } = statOf(socketPath(this.#folder, this.number));
    return { ...said, number: this.number, heldMs: Math.round(this.#heldMs()), uid: stat?.uid ?? null };
  }
}

type Described = Omit<Ticket, 'number' | 'uid'>;

/** A ticket whose process is busy, or does not speak. */
const UNSAID: Described = {
  mode: 'exclusive',
  holds: true,
  label: 'unknown work',
  expectedMs: 0,
  limitMs: 0,
  heldMs: 0,
};

/** Reads a line of another process; null if it is not a description. */
function readDescription(line: string): Described | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { mode, holds, label, expectedMs, limitMs, heldMs } = value as Record<string, unknown>;
  const duration = (given: unknown) =>
    typeof given === 'number' && given >= 0 ? Math.min(given, MAX_LIMIT_MS) : MAX_LIMIT_MS;
  return {
    mode: mode === 'shared' ? 'shared' : 'exclusive',
    holds: holds === true,
    label: typeof label === 'string' ? label.slice(0, 80).replaceAll(/[^ -~]/g, '?') : '',
    expectedMs: duration(expectedMs),
    limitMs: duration(limitMs),
    heldMs: duration(heldMs),
  };
}
