import { createHash, createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { writeFileAtomic } from '../../platform/files/index.ts';
import { readOverrides } from '../course.ts';
import type { JournalKey } from '../state/chain.ts';
import { type JournalHead, journalLines, readJournal } from '../state/journal.ts';
import { HEAD_FILE, HEADERS, JOURNAL_FILE, RESULT_FILE } from '../state/layout.ts';
import type { BatchStore } from '../state/store.ts';
import { type ChainReport, verifyChain } from '../state/verify.ts';
import { identityOf, OVERRIDES_FILE } from './overrides.ts';

/** The result of verifying the record of a batch. */
export interface Proof {
  readonly chain: ChainReport;
  /** A sentence per thing that was changed beside the commands of `grade`. */
  readonly problems: readonly string[];
  /** A sentence per thing that is not on record yet. */
  readonly notes: readonly string[];
}

const headSchema = z.object({ lines: z.int(), mac: z.string().nullable(), proof: z.string() });

/** Writes the last signature beside the journal, so that a removed end is found. */
export async function writeHead(store: BatchStore, head: JournalHead, key: JournalKey): Promise<void> {
  const content = { schemaVersion: 1, ...head, proof: proofOf(head, key) };
  await writeFileAtomic(store.path(HEAD_FILE), `${JSON.stringify(content)}\n`);
}

/**
 * Verifies the journal, and that results, submissions and decisions are those of its events.
 * @param heads - signatures that exports printed
 */
export async function proveRecord(
  store: BatchStore,
  keys: readonly JournalKey[],
  heads: readonly string[] = [],
): Promise<Proof> {
  const lines = await journalLines(store.path(JOURNAL_FILE));
  const known = readHead(store, keys);
  const last = known === null || known === 'damaged' || known.mac === null ? [] : [known.mac];
  const chain = verifyChain(lines, keys, [...new Set([...heads, ...last])]);
  const problems = chain.problems.map((problem) => `${JOURNAL_FILE}: ${problem}`);
  if (known === 'damaged') problems.push(`${HEAD_FILE} was changed: none of the keys signed it.`);
  if (known === null && chain.signed > 0)
    problems.push(`${HEAD_FILE} is missing, so a removed end of the journal would not be found.`);
  const notes = chain.torn.map((line) => `${JOURNAL_FILE}:${line} is no event: a crash or an edit left it.`);
  if (chain.unsigned > 0)
    notes.push(`${chain.unsigned} lines of ${JOURNAL_FILE} are from an earlier version of grade and are not signed.`);
  const { events } = await readJournal(store.path(JOURNAL_FILE));
  const files = new Map<string, Set<string>>();
  const results = new Map<string, string | null>();
  for (const event of events) {
    if ('sha256' in event && 'attempt' in event) {
      files.set(event.attempt, (files.get(event.attempt) ?? new Set()).add(event.sha256));
      results.delete(event.attempt);
    }
    if (event.event === 'graded' || event.event === 'applied' || event.event === 'found') {
      results.set(event.attempt, event.result ?? null);
    }
  }
  const attempts = await store.attempts();
  const present = new Set(attempts.map(({ folder }) => folder));
  for (const folder of files.keys()) if (!present.has(folder)) problems.push(`${folder} was removed.`);
  if (lines.every((line) => line === '') && attempts.length > 0) {
    problems.push(`${JOURNAL_FILE} is empty or missing, so nothing is proved.`);
    return { chain, problems, notes };
  }
  for (const attempt of attempts) {
    const { folder, file, sha256 } = attempt;
    const known = files.get(folder);
    // Without a source, the event has the digest of all files.
    const source = attempt.problem === null ? [{ name: file, sha256 }] : [];
    const further = attempt.further.map(({ name, sha256: own }) => ({ name: `${HEADERS}/${name}`, sha256: own }));
    const changed = [...source, ...further, ...attempt.handedIn].find((one) => {
      const path = store.path(folder, one.name);
      return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== one.sha256;
    });
    if (changed || (known !== undefined && !known.has(sha256))) {
      problems.push(`${folder}/${changed?.name ?? file} is not the file that was handed in.`);
    } else if (known === undefined) notes.push(`${folder}/${file} has no event in the journal.`);
    const result = await store.resultHash(attempt);
    const recorded = results.get(folder);
    if (result === null && recorded) problems.push(`${folder}/${RESULT_FILE} was removed.`);
    if (result !== null && recorded === undefined) {
      notes.push(
        `${folder}/${RESULT_FILE} is not on record: the command that made it was interrupted. Run grade batch run --resume.`,
      );
    }
    if (result !== null && recorded && recorded !== result) problems.push(`${folder}/${RESULT_FILE} was changed.`);
  }
  notes.push(...unrecorded(store, events));
  return { chain, problems, notes };
}

function unrecorded(store: BatchStore, events: Awaited<ReturnType<typeof readJournal>>['events']): string[] {
  const path = store.path(OVERRIDES_FILE);
  const decided = new Set(events.flatMap((event) => (event.event === 'decided' ? [identityOf(event)] : [])));
  return (existsSync(path) ? readOverrides(path, null) : [])
    .filter((row) => !decided.has(identityOf(row)))
    .map(
      ({ line }) =>
        `${OVERRIDES_FILE}:${line} is not on record yet: the next command that changes the batch records it.`,
    );
}

function readHead(store: BatchStore, keys: readonly JournalKey[]): JournalHead | 'damaged' | null {
  const path = store.path(HEAD_FILE);
  if (!existsSync(path)) return null;
  try {
    const { lines, mac, proof } = headSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return keys.some((key) => proofOf({ lines, mac }, key) === proof) ? { lines, mac } : 'damaged';
  } catch {
    return 'damaged';
  }
}

function proofOf({ lines, mac }: JournalHead, { key }: JournalKey): string {
  return createHmac('sha256', key).update(`head\n${lines}\n${mac}`).digest('hex');
}
