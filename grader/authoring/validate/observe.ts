import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, isSeq, parseDocument, YAMLSeq } from 'yaml';
import { loadAssignment } from '../../spec/index.ts';
import { MANIFEST_PATH, SUBMISSIONS_FOLDER } from '../submissions.ts';
import { Bench, SEEDS } from './bench.ts';
import type { Lanes } from './lanes.ts';
import { errorFindings, failedChecks, type Trial } from './trial.ts';

/** The verdict of a submission of the folder `rejected/`, as the manifest says it. */
export interface ObservedRejection {
  readonly file: string;
  readonly checks: readonly string[];
  readonly rule: string;
  readonly line: number;
  /** The first comment of the source: what the student thought. */
  readonly about: string;
}

export interface ObservedSubmissions {
  readonly accepted: readonly string[];
  readonly rejected: readonly ObservedRejection[];
  /** The submissions that have no entry, and why. */
  readonly without: readonly string[];
}

/**
 * Grades every file of `submissions/accepted/` and `submissions/rejected/`, and returns what the manifest must say.
 * @throws AssignmentError if the assignment cannot be loaded
 * @throws InfrastructureError if this machine cannot judge a submission
 */
export async function observeSubmissions(
  folder: string,
  lanes: Lanes,
  signal: AbortSignal,
  onStep: (done: number, total: number) => void = () => undefined,
): Promise<ObservedSubmissions> {
  const bench = new Bench(loadAssignment(folder), lanes, { signal, onStep });
  const files = (kind: string) => {
    const path = join(folder, SUBMISSIONS_FOLDER, kind);
    return existsSync(path)
      ? readdirSync(path)
          .filter((name) => /\.(?:cu|py|ipynb)$/.test(name))
          .sort()
      : [];
  };
  const known = knownEntries(folder);
  const without: string[] = [];
  const graded = async (kind: string) => {
    const candidates = files(kind).map((name) => bench.example(`${kind}/${name}`));
    const wanted = candidates.flatMap((candidate) => SEEDS.map((seed) => ({ candidate, seed })));
    const trials = await bench.gradeAll(wanted);
    return files(kind).map((name, index) => ({
      name,
      trials: trials.slice(index * SEEDS.length, (index + 1) * SEEDS.length),
    }));
  };
  const accepted: string[] = [];
  for (const { name, trials } of await graded('accepted')) {
    const failing = trials.find(({ verdict }) => verdict !== 'passed');
    if (failing)
      without.push(`accepted/${name} fails ${failedChecks(failing).join(', ') || 'no check, and does not pass'}`);
    else accepted.push(name);
  }
  const rejected: ObservedRejection[] = [];
  for (const { name, trials } of await graded('rejected')) {
    const about = commentOf(name, bench.example(`rejected/${name}`).source);
    const observed = rejectionOf(name, about, trials, known.get(name));
    if (typeof observed === 'string') without.push(`rejected/${name} ${observed}`);
    else rejected.push(observed);
  }
  return { accepted, rejected, without };
}

type Known = Partial<Pick<ObservedRejection, 'rule' | 'line'>>;

/** Returns what all trials say, with the finding that reports show first, or why there is nothing that they all say. */
export function rejectionOf(
  file: string,
  about: string,
  trials: readonly Trial[],
  known: Known | undefined,
): ObservedRejection | string {
  if (trials.some(({ verdict }) => verdict === 'passed')) return 'passes: a case that shows its mistake is missing';
  const [first, ...others] = trials.map(failedChecks);
  if (!first || others.some((checks) => [...checks].sort().join() !== [...first].sort().join())) {
    return 'fails other checks with another seed';
  }
  const places = trials.map((trial) => errorFindings(trial).filter(({ line }) => line !== undefined));
  const inAll = (places[0] ?? []).filter(({ rule, line }) =>
    places.every((found) => found.some((other) => other.rule === rule && other.line === line)),
  );
  const kept = inAll.find(({ rule, line }) => rule === known?.rule && line === known?.line);
  const chosen = kept ?? inAll.find(({ check }) => first.includes(check)) ?? inAll[0];
  if (chosen?.line === undefined) return 'has no finding with a line that every seed shows';
  return { file, checks: first, rule: chosen.rule, line: chosen.line, about };
}

/** Lines for a terminal, one a submission. */
export function renderObserved({ accepted, rejected, without }: ObservedSubmissions): string {
  return [
    ...accepted.map((file) => `accepted/${file}: passes`),
    ...rejected.map(
      ({ file, checks, rule, line }) => `rejected/${file}: fails ${checks.join(', ')}; ${rule} at line ${line}`,
    ),
    ...without.map((reason) => `${reason}; no entry is written`),
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}

/** Returns the manifest with what was observed. Its other keys, entries and comments stay. */
export function withObserved(text: string, { accepted, rejected }: ObservedSubmissions): string {
  const document = parseDocument(text.trim() === '' ? 'schemaVersion: 1\n' : text);
  const acceptedList = listOf(document, 'accepted');
  for (const file of accepted) {
    if (!entryOf(acceptedList, file)) acceptedList.add(document.createNode({ file }));
  }
  const rejectedList = listOf(document, 'rejected');
  for (const { about, ...observed } of rejected) {
    const known = entryOf(rejectedList, observed.file);
    const { file, ...seen } = observed;
    const entry = { file, verdict: 'failed', ...seen };
    if (!known) {
      const node = document.createNode({ ...entry, about });
      const checks: unknown = node.get('checks');
      if (isSeq(checks)) checks.flow = true;
      rejectedList.add(node);
      continue;
    }
    for (const [key, value] of Object.entries(entry)) {
      const written: unknown = known.get(key);
      const before = isSeq(written) ? written.toJSON() : written;
      if (JSON.stringify(sorted(before)) === JSON.stringify(sorted(value))) continue;
      const node = document.createNode(value);
      if (isSeq(node)) node.flow = true;
      known.set(key, node);
    }
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

function listOf(document: Document, key: string): YAMLSeq {
  const list: unknown = document.get(key, true);
  if (isSeq(list)) {
    // `rejected: []` becomes a list with a line per key.
    if (list.items.length === 0) list.flow = false;
    return list;
  }
  const made = new YAMLSeq();
  document.set(key, made);
  return made;
}

function entryOf(list: YAMLSeq, file: string) {
  return list.items.filter((item) => isMap(item)).find((item) => item.get('file') === file);
}

/** The entries of a manifest by file, whether or not all of it is valid. */
function knownEntries(folder: string): ReadonlyMap<string, Known> {
  const path = join(folder, MANIFEST_PATH);
  if (!existsSync(path)) return new Map();
  const list = listOf(parseDocument(readFileSync(path, 'utf8')), 'rejected');
  return new Map(
    list.items
      .filter((item) => isMap(item))
      .map((item): [string, Known] => [
        String(item.get('file')),
        { rule: String(item.get('rule')), line: Number(item.get('line')) },
      ]),
  );
}

/** Returns the first comment of a source, or the docstring of a Python program, without its marks. */
function commentOf(file: string, source: string): string {
  const first = file.endsWith('.cu')
    ? /^\s*(?:\/\/+\s*(.+)|\/\*+\s*([^*]+))/
    : /^\s*(?:#+\s*(.+)|(?:"""|''')\s*(.+?)\s*(?:"""|'''))/;
  const [, line, block] = first.exec(source) ?? [];
  const text = (line ?? block ?? '').replace(/\s+/g, ' ').trim();
  return text === '' ? 'The first comment of the source says what the student thought.' : text;
}
