import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AssignmentError } from '../../grader/platform/index.ts';
import type { CodeCall, CodeSpec } from '../../grader/simulator/file/calls.ts';
import { callCode } from '../../grader/simulator/file/code.ts';
import { CodeThread } from '../../grader/simulator/file/code-thread.ts';
import type { Assignment } from '../../grader/spec/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'grade-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  join(folder, 'simulator.ts'),
  `import type { Draw } from 'cuda-course-grade/simulator';
export function simulate() { return {}; }
export function expected({ x }: { x: Int32Array }, { n = 0, mode = 0 }: Record<string, number>) {
  if (mode === 1) {
    let turns = 0;
    while (turns >= 0) turns += 1;
  }
  if (mode === 2) throw new Error('no such value');
  if (mode === 3) return { out: new Float64Array(2 ** 30) };
  if (mode === 4) {
    const kept: object[] = [];
    for (;;) kept.push({ kept: [1, 2, 3] });
  }
  return { out: Float64Array.from(x, (value) => 2 * value) };
}
export function check({ outputs }: { outputs: Record<string, Int32Array> }) {
  const at = outputs.out.findIndex((value, i) => i > 0 && value < outputs.out[i - 1]);
  return at < 0 ? null : { at, message: 'it is smaller than the one before' };
}
export function generate({ random, structure, dims }: Draw) {
  return {
    x: Int32Array.from({ length: dims.n }, () => (dims.mode === 5 ? Math.random() : random.integer(0, 9))),
    rows: Int32Array.from({ length: 2 }, () => structure.integer(0, 9)),
  };
}
`,
);

const spec: CodeSpec = {
  entry: {
    style: 'device-pointers',
    function: 'f',
    parameters: [
      { name: 'x', role: 'input', type: 'int32', shape: ['n'] },
      { name: 'rows', role: 'input', type: 'int32', shape: [2] },
      { name: 'out', role: 'output', type: 'int32', shape: ['n'] },
      { name: 'n', role: 'scalar', type: 'int32' },
      { name: 'mode', role: 'dimension' },
    ],
  },
  scalars: {},
  comparison: { out: { as: 'check', unwritten: 'error' } },
};
const assignment = { spec: { ...spec, id: 'own' } as Assignment['spec'], folder, shipped: false };
const x = Int32Array.of(1, 2, 3);
const expected = (mode: number): CodeCall => ({ call: 'expected', inputs: { x }, dims: { n: 3, mode }, name: 'odd' });

describe("code of a course's simulator.ts", () => {
  it('gives expected outputs, objections and inputs', async () => {
    expect(await callCode(assignment, expected(0))).toEqual({ out: Float64Array.of(2, 4, 6) });
    const check = (...out: number[]): CodeCall => ({
      call: 'check',
      checked: { inputs: { x }, outputs: { out: Int32Array.from(out) }, written: {}, expected: {} },
      dims: { n: 3, mode: 0 },
    });
    expect(await callCode(assignment, check(1, 1, 2))).toEqual([]);
    expect(await callCode(assignment, check(1, 2, 0))).toEqual([
      { output: 'out', at: 2, message: 'it is smaller than the one before' },
    ]);
    const generate = (seed: number) =>
      callCode(assignment, {
        call: 'generate',
        request: { names: ['x', 'rows'], dims: { n: 50, mode: 0 }, seed },
      } as const);
    const [one, again, other] = [await generate(1), await generate(1), await generate(2)];
    expect(again).toEqual(one);
    expect(other.x).not.toEqual(one.x);
    expect(other.rows).toEqual(one.rows);
  });

  it('fails with its place', async () => {
    await expect(callCode(assignment, expected(2))).rejects.toThrow(
      new AssignmentError(
        'The plain loop of simulator.ts failed in the case odd (n = 3, mode = 2): no such value at simulator.ts:8:25.',
      ),
    );
  });

  it('cannot draw from a generator that is not given', async () => {
    const request = { names: ['x'], dims: { n: 3, mode: 5 }, seed: 1 };
    await expect(callCode(assignment, { call: 'generate', request })).rejects.toThrow(
      /generate of simulator.ts failed \(n = 3, mode = 5\): Math.random gives other numbers in each run; .* at simulator.ts:22:/,
    );
  });

  it('has a limit of arrays, and goes on after an error', async () => {
    await expect(callCode(assignment, expected(3))).rejects.toThrow('arrays need more than 2048 MiB of memory');
    expect(await callCode(assignment, expected(0))).toEqual({ out: Float64Array.of(2, 4, 6) });
  });

  it('has limits of time and memory, and is loaded again after them', async () => {
    const heapBytes = 64 * 2 ** 20;
    const thread = new CodeThread(folder, { callMs: 2000, loadMs: 120_000, heapBytes });
    // A busy machine needs a while to fill a heap.
    const patient = new CodeThread(folder, { callMs: 120_000, loadMs: 120_000, heapBytes });
    await expect(thread.call(spec, expected(1))).rejects.toThrow(
      /^expected of simulator.ts ran longer than 2 s at simulator.ts:6:\d+\.$/,
    );
    await expect(patient.call(spec, expected(4))).rejects.toThrow(
      'expected of simulator.ts needs more than 64 MiB of memory.',
    );
    for (const one of [thread, patient]) {
      expect(await one.call(spec, expected(0))).toEqual({ out: Float64Array.of(2, 4, 6) });
      one.endWhenIdle();
    }
  }, 180_000);
});
