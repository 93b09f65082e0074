import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInPython, MANIFEST_PATH, parseSubmissions, SUBMISSIONS_FOLDER } from '../../grader/authoring/submissions.ts';
import { gradeTask } from '../../grader/batch/grading/grade-task.ts';
import { readHandIn } from '../../grader/handin/index.ts';
import { inPython } from '../../grader/numba/index.ts';
import { type LocalEngine, openEngine } from '../../grader/pipeline/engine/index.ts';
import { gradeSubmission } from '../../grader/pipeline/grade/index.ts';
import { traceSubmission } from '../../grader/pipeline/trace/index.ts';
import { reportInput } from '../../grader/report/index.ts';
import type { GradeResult } from '../../grader/result/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

let local: LocalEngine;
beforeAll(async () => {
  local = await openEngine({ dir: 'off', maxMiB: null });
});
afterAll(() => local.dispose());

function submissions(id: string) {
  const { folder } = resolveAssignment(id);
  const { accepted, rejected } = parseSubmissions(readFileSync(join(folder, MANIFEST_PATH), 'utf8'), MANIFEST_PATH);
  return { accepted: accepted.filter(isInPython), rejected: rejected.filter(isInPython) };
}

const pathOf = (id: string, kind: string, file: string): string =>
  join(resolveAssignment(id).folder, SUBMISSIONS_FOLDER, kind, file);

// `grade validate` grades all of them.
describe.each(['grayscale', 'matmul-2d', 'matmul-tiled'])('%s in Numba', (id) => {
  const { accepted, rejected } = submissions(id);

  it('has at least four accepted and six rejected submissions', () => {
    expect(accepted.length).toBeGreaterThanOrEqual(4);
    expect(rejected.length).toBeGreaterThanOrEqual(6);
  });

  it('reports a finding at a line of the program, which the report shows', async () => {
    const { file = '', rule, line } = rejected.at(-1) ?? {};
    const path = pathOf(id, 'rejected', file);
    const assignment = resolveAssignment(id);
    const { note: _, ...handIn } = await readHandIn(path, assignment.spec);
    const graded = await gradeSubmission({
      assignment,
      ...handIn,
      seed: '1',
      seedIsPublic: true,
      engine: local.engine,
    });
    const findings = graded.result.checks.flatMap((check) => check.findings);
    expect(findings).toContainEqual(expect.objectContaining({ rule, line, file }));
    expect(findings.filter(({ column }) => column !== undefined)).toEqual([]);
    // Reports show the program of the student, and none of the translation.
    expect((await reportInput(assignment, handIn.source, graded)).source).toBe(readFileSync(path, 'utf8'));
  });
});

it.each([
  ['out.ravel()', null],
  ['out.T.ravel()', 5],
  ['out[::-1].ravel()', 5],
])('flattens %s only if its elements are in order', async (flattened, line) => {
  const source = `from numba import cuda
@cuda.jit
def k(x, out):
    i = cuda.grid(1)
    flat = ${flattened}
    planes = x.reshape(3, out.size)
    if i < out.size:
        flat[i] = 0.2989 * planes[0, i] + 0.5870 * planes[1, i] + 0.1140 * planes[2, i]

def rgb_to_grayscale(x, out, height, width):
    k[(height * width + 255) // 256, 256](x, out)
`;
  const folder = mkdtempSync(join(tmpdir(), 'numba-'));
  try {
    const path = join(folder, 'flat.py');
    writeFileSync(path, source);
    const assignment = resolveAssignment('grayscale');
    const { note: _, ...handIn } = await readHandIn(path, assignment.spec);
    const { result } = await gradeSubmission({
      assignment,
      ...handIn,
      seed: '1',
      seedIsPublic: true,
      engine: local.engine,
    });
    const stopped = result.checks.flatMap(({ findings }) => findings).filter(({ rule }) => rule === 'device-assert');
    expect(stopped.map((finding) => finding.line)).toEqual(line === null ? [] : [line]);
    expect(result.verdict).toBe(line === null ? 'passed' : 'failed');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('records the lines and the variables of the program alone', async () => {
  const assignment = resolveAssignment('matmul-tiled');
  const { note: _, ...handIn } = await readHandIn(
    pathOf('matmul-tiled', 'rejected', 'second-barrier-missing.py'),
    assignment.spec,
  );
  const asked = { block: null, thread: null, kernel: null, caseName: null, finding: null };
  const traced = await traceSubmission({ assignment, ...handIn, ...asked, seed: '1', engine: local.engine });
  const { events = [], variables = [] } = traced.recording ? inPython(traced.recording.tables) : {};
  const files = new Set(events.flatMap((event) => (event.kind === 'step' ? [event.position.file] : [])));
  expect([...files]).toEqual(['second-barrier-missing.py']);
  const named = variables
    .filter(({ parts }) => parts.length > 0)
    .map(({ name, parts }) => [name, ...parts.map(({ path }) => path)]);
  expect(named).toContainEqual(['total', '']);
  expect(named.flat().filter((text) => /numba_|data|strides|past/.test(text))).toEqual([]);
});

it('leaves an untranslated program of a batch open', async () => {
  const assignment = resolveAssignment('grayscale');
  const folder = mkdtempSync(join(tmpdir(), 'untranslated-'));
  const source = join(folder, 'gray.py');
  writeFileSync(
    source,
    'from numba import cuda\n@cuda.jit\ndef k(x, out):\n    s = {1}\ndef rgb_to_grayscale(x, out, h, w):\n    k[1, 1](x, out)\n',
  );
  const into = join(folder, 'result');
  const names = { attempt: 'students/ada/1', assignment: assignment.folder, source, into, key: 'k', sha256: '' };
  const task = { ...names, seed: '1', reports: [], at: '2026-11-28T12:00:00Z' };
  const summary = await gradeTask(task, assignment, local.engine, false);
  expect(summary).toMatchObject({ verdict: 'error', responsible: 'infrastructure' });
  const { checks }: GradeResult = JSON.parse(readFileSync(join(into, 'result.json'), 'utf8'));
  const [finding] = checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({ rule: 'unsupported-feature', file: 'gray.py', line: 4, column: 9 });
  expect(finding?.message).toBe(
    'The grader does not translate this: a set is outside of the subset of Numba that the grader translates: use `cuda.local.array(shape, dtype)`. So the program was not judged, and has no points yet.',
  );
  rmSync(folder, { recursive: true });
});

it('takes no points for a translation that a compiler refuses', async () => {
  const assignment = resolveAssignment('grayscale');
  const handIn = await readHandIn(pathOf('grayscale', 'accepted', 'flat.py'), assignment.spec);
  const { note: _, ...rest } = { ...handIn, source: handIn.source.replace('out.at(', 'out.no_such_member(') };
  const request = { assignment, ...rest, seed: '1', seedIsPublic: true, engine: local.engine };
  const { result } = await gradeSubmission(request);
  expect(result).toMatchObject({ verdict: 'error', responsible: 'infrastructure' });
  const [finding] = result.checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({ rule: 'unsupported-feature', line: 16, file: 'flat.py' });
});
