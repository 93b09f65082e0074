import { createConnection, type Socket } from 'node:net';
import { systemCode } from './errors.ts';
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

/** A ticket with a lower number than ours: another process, or an earlier request of this one. */
export class EarlierTicket {
  readonly #folder: string;
  readonly #number: number;
  readonly #ours: LockMode;
  #socket: Socket | null = null;
  #said: Described | null = null;
  /** When it was first seen to hold the lock, by our clock. */
  #seenHolding: number | null = null;
  #over: (() => void) | null = null;
  #ended = false;

  constructor(folder: string, number: number, ours: LockMode) {
    this.#folder = folder;
    this.#number = number;
    this.#ours = ours;
  }

  /** True while our request has to wait for it. */
  get conflicts(): boolean {
    return !this.#ended && this.#said !== null;
  }

  get remainingMs(): number {
    if (!this.#said) return 0;
    return Math.max(0, this.#said.expectedMs - this.#heldMs());
  }

  /** Resolves once the ticket ends, does not conflict with ours, or is ignored. */
  freed(onChange: () => void, onOverdue: (ticket: Ticket) => Promise<boolean>): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        if (this.#ended) return;
        this.#ended = true;
        clearTimeout(timer);
        this.#socket?.destroy();
        onChange();
        resolve();
      };
      this.#over = end;
      if (this.#ended) {
        resolve();
        return;
      }
      const watch = (ms: number) => {
        clearTimeout(timer);
        const due = performance.now() + ms;
        const onTimer = async () => {
          const early = due - performance.now();
          // A timer may end before its time.
          if (early > 0) timer = setTimeout(onTimer, Math.ceil(early));
          else if (await onOverdue(this.#describe())) end();
          else if (!this.#ended) watch(RECHECK_MS);
        };
        timer = setTimeout(onTimer, Math.ceil(ms));
      };
      // A ticket that says nothing is held to the shortest limit.
      watch(SILENT_MS);
      this.#connect(end, (said) => {
        this.#said = said;
        if (said.mode === 'shared' && this.#ours === 'shared') {
          end();
          return;
        }
        if (said.holds) this.#seenHolding ??= performance.now() - said.heldMs;
        watch(said.holds ? Math.max(0, said.limitMs - this.#heldMs()) : MAX_LIMIT_MS);
        onChange();
      });
    });
  }

  ignore(): void {
    if (this.#over) this.#over();
    else this.#ended = true;
  }

  #connect(end: () => void, onSaid: (said: Described) => void): void {
    const socket = createConnection(socketPath(this.#folder, this.#number));
    this.#socket = socket;
    let text = '';
    let denied = false;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = (lines.pop() ?? '').slice(-MAX_LINE);
      const said = lines
        .map(readDescription)
        .filter((each) => each !== null)
        .at(-1);
      if (said) onSaid(said);
    });
    socket.on('error', (error) => {
      denied = DENIED.has(systemCode(error) ?? '');
    });
    socket.on('close', () => {
      // The socket of another user opens to everybody an instant after it was created.
      if (denied && !this.#ended) setTimeout(() => this.#ended || this.#connect(end, onSaid), RETRY_MS);
      else end();
    });
  }

  #heldMs(): number {
    return this.#seenHolding === null ? 0 : performance.now() - this.#seenHolding;
  }

  #describe(): Ticket {
    const said = this.#said ?? UNSAID;
    const { stat } = statOf(socketPath(this.#folder, this.#number));
    return { ...said, number: this.#number, heldMs: Math.round(this.#heldMs()), uid: stat?.uid ?? null };
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
