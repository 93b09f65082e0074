import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { readOverrides } from '../course.ts';
import type { DecisionFacts, Journal } from '../state/journal.ts';
import { readJournal } from '../state/journal.ts';
import { JOURNAL_FILE, OVERRIDES_FILE } from '../state/layout.ts';
import type { BatchStore } from '../state/store.ts';
import { canonicalName, delimiterOf } from '../table.ts';
import { cellsOf, identityOf, OVERRIDE_ALIASES, OVERRIDE_COLUMNS } from './overrides.ts';

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

/** Writes an event for each result that has none: the command that made it was interrupted before it could. */
export async function recordFound(store: BatchStore, journal: Journal): Promise<void> {
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const recorded = new Set<string>();
  for (const event of events) {
    if (event.event === 'added' || event.event === 'replaced') recorded.delete(event.attempt);
    if (event.event === 'graded' || event.event === 'applied' || event.event === 'found') recorded.add(event.attempt);
  }
  for (const attempt of await store.attempts()) {
    if (recorded.has(attempt.folder)) continue;
    const [result, sha256] = await Promise.all([store.result(attempt), store.resultHash(attempt)]);
    if (result === null || sha256 === null) continue;
    const { verdict, score, maxScore, environment } = result;
    const facts = { key: environment.key ?? '', verdict, score, maxScore };
    await journal.write({ event: 'found', attempt: attempt.folder, ...facts, result: sha256 });
  }
}

/**
 * Adds decisions to `overrides.csv`, but for those that it has already. Other columns of the file are kept.
 * @returns the decisions that are new
 */
export async function addOverrides(
  store: BatchStore,
  journal: Journal,
  decisions: readonly DecisionFacts[],
): Promise<readonly DecisionFacts[]> {
  const path = store.path(OVERRIDES_FILE);
  const known = new Set((existsSync(path) ? readOverrides(path, null) : []).map(identityOf));
  const added = decisions.filter((decision) => {
    const identity = identityOf(decision);
    if (known.has(identity)) return false;
    known.add(identity);
    return true;
  });
  if (added.length === 0) return added;
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  await writeFileAtomic(path, extended(before, OVERRIDE_COLUMNS, OVERRIDE_ALIASES, added.map(cellsOf)));
  await recordOverrides(store, journal);
  return added;
}

/**
 * Returns a table with more rows. Columns that it lacks are added behind its own.
 * @param rows - of cells in the order of `columns`
 */
export function extended(
  text: string,
  columns: readonly string[],
  aliases: Readonly<Record<string, string>>,
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const delimiter = delimiterOf(text.replace(/^\ufeff/, ''));
  const table = parse(text, { bom: true, delimiter, relax_column_count: true, skip_empty_lines: true }) as string[][];
  const [head = [], ...lines] = table;
  const names = head.map((cell) => canonicalName(cell, aliases));
  const missing = columns.filter((column) => !names.includes(column));
  const order = [...names, ...missing];
  const width = order.length;
  const padded = lines.map((line) => [...line, ...Array<string>(Math.max(0, width - line.length)).fill('')]);
  const added = rows.map((row) => order.map((name) => row[columns.indexOf(name)] ?? ''));
  return stringify([[...head, ...missing], ...padded, ...added], { delimiter });
}

function factsOf({ student, assignment, set, add, excused, comment, reason, decidedBy, date, until }: DecisionFacts) {
  return { student, assignment, set, add, excused, comment, reason, decidedBy, date, until };
}
