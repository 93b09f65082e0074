import { type FileHandle, open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { systemCode } from '../../platform/index.ts';
import { beginning, type JournalKey, readLine, signLine } from './chain.ts';

/** The points and the verdict of a result. */
export interface ResultFacts {
  readonly key: string;
  readonly verdict: string;
  readonly score: number;
  readonly maxScore: number;
}

/** A decision of staff about grades, as the journal keeps it. */
export interface DecisionFacts {
  readonly student: string;
  /** `null` for all assignments. */
  readonly assignment: string | null;
  readonly set: number | null;
  readonly add: number | null;
  readonly excused: boolean | null;
  readonly comment: string | null;
  readonly reason: string | null;
  readonly decidedBy: string | null;
  readonly date: string | null;
  readonly until: string | null;
}

/** An event of a batch, one per line. Events are only ever appended. */
export type JournalEvent =
  | { readonly event: 'opened'; readonly target: string; readonly engine: string; readonly jobs: number }
  | {
      readonly event: 'added';
      readonly attempt: string;
      readonly sha256: string;
      readonly submittedAt?: string | null;
      readonly reason?: string;
    }
  /** Staff have named the file of an attempt that had several. */
  | { readonly event: 'chosen'; readonly attempt: string; readonly sha256: string; readonly reason: string }
  /** Staff have said whose a hand-in is. */
  | {
      readonly event: 'given';
      /** The folder in which it was held. */
      readonly attempt: string;
      /** The folder in which it is from now on; `null` if it stays, because it is nobody's. */
      readonly to: string | null;
      readonly student: string | null;
      readonly reason: string;
    }
  /** The time of an attempt has changed. */
  | {
      readonly event: 'time';
      readonly attempt: string;
      readonly before: string | null;
      readonly after: string | null;
      readonly from: 'staff' | 'platform';
      readonly reason: string;
    }
  /** Written by version 0.2: a new file took the place of another one. */
  | { readonly event: 'replaced'; readonly attempt: string; readonly sha256: string }
  | ({
      readonly event: 'graded' | 'proposed';
      readonly attempt: string;
      readonly durationMs: number;
      /** SHA-256 of the file with the result. */
      readonly result?: string | undefined;
      /** The grader and the machine, e.g. `engine 3f2a91c07b44 on the emulator`. */
      readonly engine?: string | undefined;
      /** A sentence on the source that was chosen in a notebook. */
      readonly note?: string;
    } & ResultFacts)
  | { readonly event: 'fault'; readonly attempt: string; readonly message: string }
  | { readonly event: 'regrade'; readonly attempt: string; readonly reason: string }
  | ({
      readonly event: 'applied';
      readonly attempt: string;
      readonly before: number;
      readonly result: string;
      readonly reason: string | null;
    } & ResultFacts)
  /** A result that was there without an event: the command that made it was interrupted. */
  | ({ readonly event: 'found'; readonly attempt: string; readonly result: string } & ResultFacts)
  | ({ readonly event: 'decided' | 'withdrawn' } & DecisionFacts)
  | {
      readonly event: 'requested';
      readonly student: string;
      readonly assignment: string | null;
      readonly message: string;
    }
  | {
      readonly event: 'forgotten';
      /** HMAC of the student's name: the name itself is forgotten. */
      readonly student: string;
      readonly reason: string;
      /** 1-based lines of this journal whose text was removed. */
      readonly lines: readonly number[];
    }
  /** A grade or a comment goes to a platform, or has gone there. Without a second event, it is not known whether it has. */
  | {
      readonly event: 'sending' | 'sent' | 'refused';
      readonly student: string;
      readonly assignment: string;
      /** The platform, with the course or the repositories. */
      readonly to: string;
      /** In words, e.g. `70 → 90, a comment`. */
      readonly what: string;
      /** The reason of a refusal. */
      readonly reason?: string;
    }
  /** Grades or feedback were exported. */
  | {
      readonly event: 'exported';
      readonly format: string;
      /** The folder of exports. */
      readonly into: string;
      /** The number of files. */
      readonly files: number;
      /** SHA-256 of the lines `<SHA-256>  <path>` of the files, as `sha256sum` prints them, in the order of the paths. */
      readonly sha256: string;
      /** The last signature before this event: the grades are those of the record up to there. */
      readonly head: string | null;
    }
  /** A command that changes the batch has begun. */
  | { readonly event: 'began'; readonly command: string }
  /** The command has recorded all files that it changed. */
  | { readonly event: 'ended' }
  /** Files that a command of grade has written or removed. */
  | {
      readonly event: 'files';
      /** The attempt that the files belong to. */
      readonly attempt?: string;
      readonly files: Readonly<Record<string, string | null>>;
      /** True if a command was interrupted, so that a person can have changed the files too. */
      readonly interrupted?: true;
    }
  /** Files that were changed between two commands, or beside one. */
  | { readonly event: 'edited'; readonly attempt?: string; readonly files: Readonly<Record<string, string | null>> }
  | { readonly event: 'slurm'; readonly job: string; readonly tasks: number; readonly submissions: number }
  | { readonly event: 'closed'; readonly graded: number; readonly faults: number };

/** An event with the time, and who ran the command. */
export type JournalLine = JournalEvent & { readonly at: string; readonly by?: string };

/** The last signature of a journal: a copy of it proves later that no line was removed. */
export interface JournalHead {
  /** The number of lines. */
  readonly lines: number;
  /** `null` if no line is signed. */
  readonly mac: string | null;
}

/** A journal that is being written. The next line closes a line that a crash tore. */
export class Journal {
  readonly #path: string;
  #handle: FileHandle;
  readonly #key: JournalKey;
  /** The user of the command, as events name them. */
  readonly by: string;
  #last: Promise<void> = Promise.resolve();
  /** True if the last line may be incomplete, because the disk was full. */
  #torn = false;
  #mac: string;
  #lines: number;
  /** The folders of attempts that events of this process are about. */
  readonly attempts: Set<string> = new Set();

  private constructor(path: string, handle: FileHandle, key: JournalKey, by: string, mac: string, lines: number) {
    this.#path = path;
    this.#handle = handle;
    this.#key = key;
    this.by = by;
    this.#mac = mac;
    this.#lines = lines;
  }

  /** @param by - the user who runs the command */
  static async open(path: string, key: JournalKey, by: string): Promise<Journal> {
    const handle = await open(path, 'a+');
    const text = await handle.readFile('utf8');
    if (text !== '' && !text.endsWith('\n')) await handle.write('\n');
    const lines = text.split('\n').filter((line) => line !== '');
    const last = lines.findLast((line) => readLine(line).mac !== null);
    const mac = last === undefined ? beginning(text) : (readLine(last).mac ?? '');
    return new Journal(path, handle, key, by, mac, lines.length);
  }

  /** Lines keep the order of the calls. */
  write(event: JournalEvent): Promise<void> {
    const body = JSON.stringify({ at: new Date().toISOString(), by: this.by, ...event });
    if ('attempt' in event && event.attempt !== undefined && event.event !== 'edited') this.attempts.add(event.attempt);
    const written = this.#last.then(() => this.#append(body));
    this.#last = written.catch(() => undefined);
    return written;
  }

  /** Removes the part of a line that a full disk leaves, so that the next line follows the last whole one. */
  async #append(body: string): Promise<void> {
    const { line, mac } = signLine(body, this.#mac, this.#key);
    const { size } = await this.#handle.stat();
    try {
      await this.#handle.appendFile(this.#torn ? `\n${line}\n` : `${line}\n`);
    } catch (error) {
      await this.#handle.truncate(size).catch(() => {
        this.#torn = true;
      });
      throw error;
    }
    this.#mac = mac;
    this.#lines += this.#torn ? 2 : 1;
    this.#torn = false;
  }

  /** Replaces lines by others. Their signatures must stay, because the next lines follow them. */
  async rewrite(change: (lines: readonly string[]) => readonly string[]): Promise<void> {
    await this.#last;
    const lines = await journalLines(this.#path);
    await writeFileAtomic(this.#path, change(lines).join('\n'));
    await this.#handle.close();
    this.#handle = await open(this.#path, 'a+');
  }

  /** Returns the signature of the last line that is written. */
  async head(): Promise<JournalHead> {
    await this.#last;
    return { lines: this.#lines, mac: this.#mac };
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#handle.close();
  }
}

/** The parts that each line has, and those that people see. */
const lineSchema = z.looseObject({ event: z.string(), at: z.string() });

/** A journal as it is on the disk. */
export interface ReadJournal {
  readonly events: readonly JournalLine[];
  /** The 1-based number of each event's line. */
  readonly numbers: readonly number[];
  /** 1-based lines that are no events: a crash tore them, or they were changed by hand. */
  readonly unread: readonly number[];
}

export async function readJournal(path: string): Promise<ReadJournal> {
  const events: JournalLine[] = [];
  const numbers: number[] = [];
  const unread: number[] = [];
  for (const [index, line] of (await journalLines(path)).entries()) {
    if (line === '') continue;
    const read = lineSchema.safeParse(jsonOrNull(line));
    if (!read.success) {
      unread.push(index + 1);
      continue;
    }
    const { mac: _, ...event } = read.data;
    if (event.event === REMOVED) continue;
    events.push(event as unknown as JournalLine);
    numbers.push(index + 1);
  }
  return { events, numbers, unread };
}

/** The event of a line whose text was removed with the student that it was about. */
export const REMOVED = 'removed';

/** Returns the lines of a journal; none if there is no journal. */
export async function journalLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function jsonOrNull(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
