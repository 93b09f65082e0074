import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseSubmissions } from '../../grader/authoring/submissions.ts';
import { noCourse } from '../../grader/batch/course.ts';
import { BatchStore, loadCourse, readBook, readJournal } from '../../grader/batch/index.ts';
import type { JournalEvent } from '../../grader/batch/state/journal.ts';
import { launchPlanSchema, summarizePlan } from '../../grader/host/plan/index.ts';
import { AssignmentError, UsageError } from '../../grader/platform/errors.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { parseAssignment } from '../../grader/spec/parse.ts';
import { parseGpu } from '../../grader/timing/estimate/gpu.ts';
import { GPUS } from '../../grader/timing/estimate/index.ts';
import { nastyInput, run } from '../report/fixtures.ts';
import { PATH, replay, rounds, TIMEOUT_MS } from './budget.ts';
import { mutate, mutations } from './mutations.ts';

const RUNS = 250;
/** No reader may take longer, whatever it reads. */
const LIMIT_MS = 5000;
const folder = join(packageRoot, 'assignments');
const specs = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(folder, name, 'assignment.yaml'), 'utf8'));
const pieces = [
  '&a [*a, *a]',
  '*a',
  '!!js/function x',
  '!!binary ""',
  '<<: *a',
  '\t',
  '- ',
  ': ',
  '{',
  '}',
  '[',
  ']',
  '|',
  '>',
  '---\n',
  '...\n',
];
const values = [
  'null',
  '~',
  '-1',
  '1e999',
  '.nan',
  '0x7fffffffffffffff',
  '""',
  '{}',
  '[]',
  '"__proto__"',
  'ceil(n/0)',
  'n*n*n*n',
  '2026-01-01',
];
const changed = mutations([
  ...pieces,
  ...values,
  ...specs.flatMap((spec) => spec.match(/^ *\w+:/gm) ?? []).slice(0, 80),
]);

const anything = { folder: null, siblings: () => 1 };
const spec = fc.property(fc.constantFrom(...specs), changed, (text, changes) => {
  const began = performance.now();
  const mutated = mutate(text, changes);
  const read = parseAssignment(mutated, anything);
  expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  if (read.status === 'valid') {
    // What was read is what was written, in another form as well.
    const again = parseAssignment(JSON.stringify(parse(mutated)), anything);
    expect(again).toEqual(read);
    return;
  }
  expect(read.problems.length).toBeGreaterThan(0);
  for (const { line, column, problem } of read.problems) {
    expect(line).toBeGreaterThan(0);
    expect(column).toBeGreaterThan(0);
    expect(problem).not.toBe('');
  }
});

const plan = JSON.stringify(run.plan);
const planPieces = [
  'null',
  '-1',
  '1e999',
  '"free"',
  '"launch"',
  '[]',
  '{}',
  '0.5',
  '4294967296',
  '"buffer":9',
  ',',
  '"',
];
const launches = fc.property(mutations(planPieces), (changes) => {
  let data: unknown;
  try {
    data = JSON.parse(mutate(plan, changes));
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return;
  }
  const read = launchPlanSchema.safeParse(data);
  if (!read.success) expect(read.error.issues.length).toBeGreaterThan(0);
  else {
    expect(JSON.parse(JSON.stringify(read.data))).toEqual(data);
    expect(summarizePlan(read.data).kernels).toBeInstanceOf(Array);
  }
});

const expectPlaces = (file: string, details: readonly string[]) => {
  expect(details.length).toBeGreaterThan(0);
  for (const detail of details) expect(detail.startsWith(`${file}:`), detail).toBe(true);
};
const COURSE = `schemaVersion: 1
title: GPU Programming
assignments:
  matmul-tiled:
    due: 2026-10-14T23:59:00+02:00
    canvasId: "40781"
    counts: best
attempts: { counts: last, max: 5 }
late: { graceMinutes: 15, penaltyPercentPerDay: 10, maxDays: 3 }
extensions:
  - { student: ada, due: 2026-10-20T12:00:00+02:00 }
limits: { secondsPerSubmission: 900, workerMiB: 1536 }
`;
const work = mkdtempSync(join(tmpdir(), 'grade-readers-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const courses = fc.property(changed, (changes) => {
  const path = join(work, 'course.yaml');
  writeFileSync(path, mutate(COURSE, changes));
  try {
    expect(loadCourse(path).course.schemaVersion).toBe(1);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    // A roster that is not there is the one mistake that has no line.
    if (error.message.startsWith(path)) expectPlaces(path, error.details);
    else expect(error.message).toContain('It is the roster that course.yaml names.');
  }
});

const manifests = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => readFileSync(join(folder, name, 'submissions', 'manifest.yaml'), 'utf8'));
const examples = fc.property(fc.constantFrom(...manifests), changed, (text, changes) => {
  try {
    expect(parseSubmissions(mutate(text, changes), 'manifest.yaml').schemaVersion).toBe(1);
  } catch (error) {
    if (!(error instanceof AssignmentError)) throw error;
    expectPlaces('manifest.yaml', error.details);
  }
});

const json = mutations([
  ...[
    'null',
    '-1',
    '1e999',
    '[]',
    '{}',
    ',',
    '"',
    '\n',
    '{"toString":null}',
    '{"event":',
    '"at":"1"',
    '"verdict":"passed"',
  ],
  ...['"__proto__":{}', '"attempt":"ada/1"', '0.5', 'true', '\\u0000', '\ufeff'],
]);
const EVENTS: readonly JournalEvent[] = [
  { event: 'opened', target: 'emulator', engine: 'e', jobs: 2 },
  { event: 'added', attempt: 'ada/1', sha256: 'f'.repeat(64), submittedAt: null, reason: 'r' },
  { event: 'graded', attempt: 'ada/1', key: 'k', verdict: 'passed', score: 90, maxScore: 90, durationMs: 1500 },
  { event: 'fault', attempt: 'ada/1', message: 'The grading process ended' },
];
const journals = fc.asyncProperty(json, async (changes) => {
  const path = join(work, 'journal.jsonl');
  const whole = EVENTS.map((event) => `${JSON.stringify({ at: '2026-11-22T03:24:04.000Z', ...event })}\n`).join('');
  const text = mutate(whole, changes);
  writeFileSync(path, text);
  const { events, unread } = await readJournal(path);
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(events.length + unread.length).toBe(lines.filter((line) => line !== '').length);
  for (const number of unread) expect(lines[number - 1]).not.toBe('');
  for (const { event, at } of events) expect([typeof event, typeof at]).toEqual(['string', 'string']);
});

const BATCH = {
  schemaVersion: 1,
  settings: { target: 'emulator', nvcc: 'off', sandbox: 'auto', sanitize: false, reports: [] },
  ...{ assignment: 'grayscale', seed: null, createdAt: '2026-11-22T03:24:04.000Z', takingFrom: null, notes: [] },
};
const { result } = nastyInput('a name');
const RECORD = { schemaVersion: 1, student: 'ada', assignment: 'grayscale', attempt: '1', submittedAt: null };
const results = fc.asyncProperty(json, json, async (ofResult, ofRecord) => {
  const out = join(work, 'batch');
  rmSync(out, { recursive: true, force: true });
  const attempt = join(out, 'students', 'ada', '1');
  mkdirSync(attempt, { recursive: true });
  writeFileSync(join(out, 'batch.json'), JSON.stringify(BATCH));
  const record = { ...RECORD, file: 'ada.cu', sha256: 'f'.repeat(64) };
  writeFileSync(
    join(attempt, 'submission.json'),
    mutate(JSON.stringify(record), ofRecord.slice(0, ofRecord.length - 1)),
  );
  writeFileSync(join(attempt, 'result.json'), mutate(JSON.stringify(result), ofResult));
  try {
    const store = await BatchStore.open(out);
    expect(store).not.toBeNull();
    if (store) await readBook(store, noCourse(), []);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    expect(error.message).toContain('submission.json is damaged');
  }
});

const gpus = fc.property(fc.constantFrom(...GPUS), json, ({ id, ...gpu }, changes) => {
  let read: unknown;
  try {
    read = JSON.parse(mutate(JSON.stringify(gpu), changes));
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return;
  }
  try {
    expect(parseGpu(id, read).id).toBe(id);
  } catch (error) {
    expect(String(error)).toContain(`gpus/${id}.json: `);
  }
});

test.each([
  ['specifications', spec],
  ['launch plans', launches],
  ['courses', courses],
  ['manifests of examples', examples],
  ['journals', journals],
  ['results of a batch', results],
  ['GPUs of the estimate', gpus],
] as const)(
  '%s are read, or refused with a reason',
  async (name, property) => {
    for (const seed of rounds()) {
      console.log(`readers, ${name}: seed ${seed}`);
      const found = await fc.check(property as fc.IRawProperty<unknown>, {
        seed,
        numRuns: RUNS,
        ...(PATH !== null && { path: PATH }),
      });
      if (found.failed)
        expect.fail(`${replay('readers', seed, found.counterexamplePath)}\n${fc.defaultReportMessage(found)}`);
    }
  },
  TIMEOUT_MS,
);
