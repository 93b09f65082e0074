import { existsSync, readFileSync } from 'node:fs';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { UsageError } from '../../platform/index.ts';
import type { Journal } from '../state/journal.ts';
import { REQUESTS_FILE } from '../state/layout.ts';
import type { BatchStore } from '../state/store.ts';
import { readTable } from '../table.ts';
import { extended } from './extended.ts';

/** A student's request to look at a grade again, a row of `regrade-requests.csv`. */
export interface RegradeRequest {
  readonly student: string;
  /** `null` if the row names none. */
  readonly assignment: string | null;
  readonly message: string;
  readonly date: string | null;
}

const COLUMNS = ['student', 'assignment', 'message', 'date'] as const;
const ALIASES = { text: 'message', request: 'message', reason: 'message', comment: 'message', id: 'student' } as const;

/** The requests of a table, and the rows that are none. */
export interface GivenRequests {
  readonly requests: readonly RegradeRequest[];
  /** `file:line: sentence` for each row that is left out. */
  readonly rejected: readonly string[];
}

/**
 * Reads the requests of students. A row that is wrong costs no other student the request.
 * @param isKnown - returns whether the batch has a student, or an assignment; default: it has all
 * @throws UsageError if the file cannot be read as a table of requests
 */
export function readRequests(
  path: string,
  isKnown: {
    readonly student?: (student: string) => boolean;
    readonly assignment?: (assignment: string) => boolean;
  } = {},
): GivenRequests {
  if (!existsSync(path))
    throw new UsageError(`${path} does not exist. Give a CSV file with the columns student, assignment and message.`);
  const { rows, problems } = readTable(readFileSync(path, 'utf8'), path, {
    required: ['student', 'message'],
    optional: ['assignment', 'date'],
    aliases: ALIASES,
  });
  if (rows.length === 0 && problems.length > 0) {
    throw new UsageError(`${path} has ${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}.`, {
      details: problems,
    });
  }
  const rejected: string[] = [];
  const requests = rows.flatMap(({ line, student, assignment = null, message, date = null }): RegradeRequest[] => {
    const reject = (why: string): RegradeRequest[] => {
      rejected.push(`${path}:${line}: ${why}`);
      return [];
    };
    if (student === undefined) return reject('student is empty');
    if (message === undefined) return reject('message is empty');
    if (isKnown.student?.(student) === false) return reject(`there is no student ${JSON.stringify(student)}`);
    if (assignment !== null && isKnown.assignment?.(assignment) === false) {
      return reject(`there is no assignment ${JSON.stringify(assignment)}`);
    }
    return [{ student, assignment, message, date }];
  });
  return { requests, rejected };
}

/** Returns the requests that a batch has. */
export function keptRequests(store: BatchStore): readonly RegradeRequest[] {
  const path = store.path(REQUESTS_FILE);
  return existsSync(path) ? readRequests(path).requests : [];
}

/**
 * Takes requests into a batch, but for those that it has already.
 * @returns the requests that are new
 */
export async function addRequests(
  store: BatchStore,
  journal: Journal,
  requests: readonly RegradeRequest[],
): Promise<readonly RegradeRequest[]> {
  const known = new Set(keptRequests(store).map(identityOf));
  const added = requests.filter((request) => !known.has(identityOf(request)));
  if (added.length === 0) return added;
  const path = store.path(REQUESTS_FILE);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const cells = added.map(({ student, assignment, message, date }) => [student, assignment, message, date]);
  await writeFileAtomic(path, extended(before, COLUMNS, ALIASES, cells));
  for (const { student, assignment, message } of added) {
    await journal.write({ event: 'requested', student, assignment, message });
  }
  return added;
}

function identityOf({ student, assignment, message, date }: RegradeRequest): string {
  return JSON.stringify([student, assignment, message, date]);
}
