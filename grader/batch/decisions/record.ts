import { existsSync, readFileSync } from 'node:fs';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { readOverrides } from '../course.ts';
import type { DecisionFacts, Journal, JournalLine } from '../state/journal.ts';
import { readJournal } from '../state/journal.ts';
import { JOURNAL_FILE, OVERRIDES_FILE } from '../state/layout.ts';
import type { BatchStore, StoredAttempt } from '../state/store.ts';
import { extended } from './extended.ts';
import { cellsOf, identityOf, OVERRIDE_ALIASES, OVERRIDE_COLUMNS } from './overrides.ts';
import { keptRequests, type RegradeRequest } from './requests.ts';

/** Writes an event for each decision that was added to `overrides.csv`, or removed from it, since the last command. */
export async function recordOverrides(store: BatchStore, journal: Journal): Promise<void> {
  const path = store.path(OVERRIDES_FILE);
  const rows = existsSync(path) ? readOverrides(path, null) : [];
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const known = new Map<string, { facts: DecisionFacts; count: number }>();
  for (const event of events) {
    if (event.event !== 'decided' && event.event !== 'withdrawn') continue;
    const identity = identityOf(event);
    const count = (known.get(identity)?.count ?? 0) + (event.event === 'decided' ? 1 : -1);
    known.set(identity, { facts: event, count });
  }
  for (const row of rows) {
    const identity = identityOf(row);
    const recorded = known.get(identity);
    if (recorded && recorded.count > 0) known.set(identity, { ...recorded, count: recorded.count - 1 });
    else await journal.write({ event: 'decided', ...factsOf(row) });
  }
  for (const { facts, count } of known.values()) {
    for (let left = count; left > 0; left--) await journal.write({ event: 'withdrawn', ...factsOf(facts) });
  }
}

/** Writes an event for each request in `regrade-requests.csv` that has none. */
export async function recordRequests(store: BatchStore, journal: Journal): Promise<void> {
  const rows = keptRequests(store);
  if (rows.length === 0) return;
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const known = new Map<string, number>();
  for (const event of events) {
    if (event.event === 'requested') known.set(requestOf(event), (known.get(requestOf(event)) ?? 0) + 1);
  }
  for (const row of rows) {
    const count = known.get(requestOf(row)) ?? 0;
    known.set(requestOf(row), count - 1);
    if (count > 0) continue;
    const { student, assignment, message } = row;
    await journal.write({ event: 'requested', student, assignment, message });
  }
}

function requestOf({ student, assignment, message }: Omit<RegradeRequest, 'date'>): string {
  return JSON.stringify([student, assignment, message]);
}

/** The reason in the events that an interrupted command could not write. */
const FOUND = 'found: the command that took it in was interrupted';

/** Writes the events of hand-ins that an interrupted command took in, decided or gave another time. */
async function recordHandIns(
  journal: Journal,
  attempts: readonly StoredAttempt[],
  events: readonly JournalLine[],
): Promise<void> {
  const known = new Map<string, { readonly hashes: Set<string>; time: string | null | undefined }>();
  for (const event of events) {
    if (event.event === 'added' || event.event === 'chosen' || event.event === 'replaced') {
      const one = known.get(event.attempt) ?? { hashes: new Set(), time: undefined };
      one.hashes.add(event.sha256);
      if (event.event === 'added') one.time = event.submittedAt;
      known.set(event.attempt, one);
    } else if (event.event === 'given') {
      if (event.to !== null) known.delete(event.attempt);
    } else if (event.event === 'time') {
      const one = known.get(event.attempt);
      if (one) one.time = event.after;
    }
  }
  for (const { folder, sha256, submittedAt, lastAt, timeFrom } of attempts) {
    const one = known.get(folder);
    const about = { attempt: folder, reason: FOUND };
    if (one === undefined) {
      await journal.write({ event: 'added', ...about, sha256, submittedAt });
      continue;
    }
    if (!one.hashes.has(sha256)) await journal.write({ event: 'chosen', ...about, sha256 });
    const now = lastAt ?? submittedAt;
    // Version 0.2 recorded no times.
    if (one.time !== undefined && one.time !== now && one.time !== submittedAt) {
      await journal.write({ event: 'time', ...about, before: one.time, after: now, from: timeFrom ?? 'platform' });
    }
  }
}

/** Writes the events that a command could not write because it was interrupted: of hand-ins, and of results. */
export async function recordFound(store: BatchStore, journal: Journal): Promise<void> {
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const attempts = await store.attempts();
  await recordHandIns(journal, attempts, events);
  const recorded = new Set<string>();
  for (const event of events) {
    if (event.event === 'added' || event.event === 'replaced') recorded.delete(event.attempt);
    if (event.event === 'graded' || event.event === 'applied' || event.event === 'found') recorded.add(event.attempt);
  }
  for (const attempt of attempts) {
    if (recorded.has(attempt.folder)) continue;
    const [result, sha256] = await Promise.all([store.result(attempt), store.resultHash(attempt)]);
    if (result === null || sha256 === null) continue;
    const { verdict, score, maxScore, environment } = result;
    const facts = { key: environment.key ?? '', verdict, score, maxScore };
    await journal.write({ event: 'found', attempt: attempt.folder, ...facts, result: sha256 });
  }
}

/**
 * Adds decisions to `overrides.csv`, but for those that it has already. Other columns of the file are kept. A decision that
 * does not say who took it, and when, gets the user of this command and this moment.
 * @returns the decisions that are new
 */
export async function addOverrides(
  store: BatchStore,
  journal: Journal,
  decisions: readonly DecisionFacts[],
): Promise<readonly DecisionFacts[]> {
  const path = store.path(OVERRIDES_FILE);
  const rows = existsSync(path) ? readOverrides(path, null) : [];
  const date = new Date().toISOString();
  const added: DecisionFacts[] = [];
  for (const decision of decisions) {
    if ([...rows, ...added].some((row) => isSameDecision(row, decision))) continue;
    added.push({ ...decision, decidedBy: decision.decidedBy ?? journal.by, date: decision.date ?? date });
  }
  if (added.length === 0) return added;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  await writeFileAtomic(path, extended(before, OVERRIDE_COLUMNS, OVERRIDE_ALIASES, added.map(cellsOf)));
  await recordOverrides(store, journal);
  return added;
}

/** Returns whether a row is a given decision; one that does not say by whom or when can be any such row. */
function isSameDecision(row: DecisionFacts, given: DecisionFacts): boolean {
  const { decidedBy, date } = given;
  return (
    identityOf({ ...row, decidedBy, date }) === identityOf(given) &&
    (decidedBy === null || decidedBy === row.decidedBy) &&
    (date === null || date === row.date)
  );
}

function factsOf({ student, assignment, set, add, excused, comment, reason, decidedBy, date, until }: DecisionFacts) {
  return { student, assignment, set, add, excused, comment, reason, decidedBy, date, until };
}
