import { type FileHandle, open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { systemCode } from '../../platform/index.ts';

/** What happened to a batch, a line each. Only ever appended to. */
export type JournalEvent =
  | { readonly event: 'opened'; readonly target: string; readonly engine: string; readonly jobs: number }
  | {
      readonly event: 'added';
      readonly attempt: string;
      readonly sha256: string;
      readonly submittedAt: string | null;
      readonly by: string;
      readonly reason: string;
    }
  /** Staff have named the file of an attempt that had several. */
  | {
      readonly event: 'decided';
      readonly attempt: string;
      readonly sha256: string;
      readonly by: string;
      readonly reason: string;
    }
  /** The time of an attempt has changed. */
  | {
      readonly event: 'time';
      readonly attempt: string;
      readonly before: string | null;
      readonly after: string | null;
      readonly from: 'staff' | 'platform';
      readonly by: string;
      readonly reason: string;
    }
  /** Written by version 0.2: a new file took the place of another one. */
  | { readonly event: 'replaced'; readonly attempt: string; readonly sha256: string }
  | {
      readonly event: 'graded' | 'proposed';
      readonly attempt: string;
      readonly key: string;
      readonly verdict: string;
      readonly score: number;
      readonly maxScore: number;
      readonly durationMs: number;
    }
  | { readonly event: 'fault'; readonly attempt: string; readonly message: string }
  | { readonly event: 'applied'; readonly results: number }
  | { readonly event: 'slurm'; readonly job: string; readonly tasks: number; readonly submissions: number }
  | { readonly event: 'closed'; readonly graded: number; readonly faults: number };

export type JournalLine = JournalEvent & { readonly at: string };

/** A journal that is being written. A line that a crash tore is closed before the next. */
export class Journal {
  readonly #handle: FileHandle;
  #last: Promise<void> = Promise.resolve();
  /** The last line may have been written in part: the disk was full. */
  #torn = false;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async open(path: string): Promise<Journal> {
    const handle = await open(path, 'a+');
    const { size } = await handle.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    if (size > 0 && last[0] !== 0x0a) await handle.write('\n');
    return new Journal(handle);
  }

  /** Lines keep the order of the calls. */
  write(event: JournalEvent): Promise<void> {
    const line = `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`;
    const written = this.#last.then(() => this.#handle.appendFile(this.#torn ? `\n${line}` : line));
    this.#last = written.then(
      () => {
        this.#torn = false;
      },
      () => {
        this.#torn = true;
      },
    );
    return written;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#handle.close();
  }
}

/** What every line has, and what people are shown of it. */
const lineSchema = z.looseObject({
  event: z.string(),
  at: z.string(),
  attempt: z.string().optional(),
  verdict: z.string().optional(),
  score: z.number().optional(),
  maxScore: z.number().optional(),
  message: z.string().optional(),
  before: z.string().nullable().optional(),
  after: z.string().nullable().optional(),
  by: z.string().optional(),
  reason: z.string().optional(),
});

/** A journal as it is on the disk. */
export interface ReadJournal {
  readonly events: readonly JournalLine[];
  /** 1-based lines that tell nothing: a crash tore them, or they were changed by hand. */
  readonly unread: readonly number[];
}

export async function readJournal(path: string): Promise<ReadJournal> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { events: [], unread: [] };
    throw error;
  }
  const events: JournalLine[] = [];
  const unread: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const read = lineSchema.safeParse(jsonOrNull(line));
    if (read.success) events.push(read.data as unknown as JournalLine);
    else unread.push(index + 1);
  }
  return { events, unread };
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
