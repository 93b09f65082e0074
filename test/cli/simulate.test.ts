import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { validSpec, yaml } from '../spec/specs.ts';
import { workspace } from './fixtures.ts';
import { session } from './harness.ts';

const space = workspace();

/** Doubles each element; another `factor` makes it wrong, a `reach` lets the guard go too far. */
function simulator(factor: number, reach: number, from = 'cuda-course-grade/simulator'): string {
  return `
    import { type DeviceArray, type SimulateOptions, type Thread, ceilDiv, deviceArray, launch, toDevice } from '${from}';
    function twice(t: Thread, x: DeviceArray, out: DeviceArray, n: number): void {
      const i = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
      if (t.guard(i < n + ${reach}, 'i < n')) out.store(i, x.load(i) * ${factor});
    }
    export function simulate({ x }: { x: Float32Array }, { n }: { n: number }, { trace }: SimulateOptions = {}) {
      const out = deviceArray('out', Float32Array, n);
      launch(twice, ceilDiv(n, 4), 4, [toDevice('x', x), out, n], { trace });
      return { out: out.toHost() };
    }
    export function expected({ x }: { x: Float32Array }) {
      return { out: Float64Array.from(x, (value) => 2 * value) };
    }`;
}

function add(id: string, module: string): void {
  const folder = space.path('own', id);
  mkdirSync(folder, { recursive: true });
  const spec = {
    ...validSpec(),
    id,
    entry: {
      style: 'device-pointers',
      function: 'twice',
      parameters: [
        { name: 'x', role: 'input', type: 'float32', shape: ['n'] },
        { name: 'out', role: 'output', type: 'float32', shape: ['n'] },
        { name: 'n', role: 'scalar', type: 'int32' },
      ],
    },
    inputs: { x: { distribution: 'uniform', min: -1, max: 1 } },
    expected: { operation: 'simulator' },
    cases: [
      { name: 'ragged', dims: { n: 10 } },
      { name: 'exact', dims: { n: 8 } },
    ],
    hidden: [],
    tolerance: { absolute: 1e-6 },
    technique: { kind: 'none' },
    timing: { baseline: 'baseline.cu', dims: { n: 1024 } },
  };
  writeFileSync(`${folder}/assignment.yaml`, yaml(spec));
  writeFileSync(`${folder}/baseline.cu`, '// baseline');
  writeFileSync(`${folder}/simulator.ts`, module);
}

beforeAll(() => {
  add('sound', simulator(2, 0));
  add('copied', simulator(2, 0, '../../grader/simulator/index.ts'));
  add('wrong', simulator(3, 0));
  add('far', simulator(2, 1));
  add('syntax', 'export function simulate( {');
  add('unfinished', 'export const simulate = () => ({});');
});

describe('grade simulate', () => {
  async function simulate(id: string, ...more: string[]) {
    const ran = session();
    const status = await ran.run('simulate', id, '--assignments', space.path('own'), ...more);
    return { status, stdout: ran.stdout(), stderr: ran.stderr() };
  }

  it.each(['sound', 'copied'])('runs every case of a course’s own module (%s)', async (id) => {
    const { status, stdout, stderr } = await simulate(id);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ragged +n=10 +3 blocks of 4 .*agrees$/m);
    expect(stdout).toMatch(/^exact +n=8 +2 blocks of 4 .*agrees$/m);
  });

  it('runs one case, and says which there are', async () => {
    const { stdout } = await simulate('sound', '--case', 'exact');
    expect(stdout).toContain('exact');
    expect(stdout).not.toContain('ragged');
    const { status, stderr } = await simulate('sound', '--case', 'ragget');
    expect(status).toBe(2);
    expect(stderr).toMatch(/did you mean ragged\?/);
  });

  it('traces blocks, threads and guards', async () => {
    const { stdout } = await simulate('sound', '--trace', '--case', 'ragged');
    expect(stdout).toMatch(/i < n/);
    const { stdout: loads } = await simulate('sound', '--accesses', '--case', 'exact');
    expect(loads).toMatch(/x\[0\]/);
  });

  it('ends in 1 where the kernel differs from the plain loop', async () => {
    const { status, stdout } = await simulate('wrong');
    expect(status).toBe(1);
    expect(stdout).toMatch(/Case ragged: out\[0\] is .* and the plain loop gives/);
  });

  it('exits with 1 on an error of the kernel, with block and thread', async () => {
    const { status, stderr } = await simulate('far');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: x\[10\] does not exist[\s\S]*block 2, thread 2 \[out-of-bounds-read\]$/m);
  });

  it('gives the machine form, the same on every run', async () => {
    const { stdout } = await simulate('sound', '--json');
    const { assignment, cases } = JSON.parse(stdout);
    expect(assignment).toBe('sound');
    expect(cases[0]).toMatchObject({
      name: 'ragged',
      dims: { n: 10 },
      mismatch: null,
      launches: [{ kernel: 'twice' }],
    });
    expect((await simulate('sound', '--json')).stdout).toBe(stdout);
  });

  it.each([
    ['syntax', /simulator\.ts cannot be loaded: .*imports the simulator from 'cuda-course-grade\/simulator'/s],
    ['unfinished', /simulator\.ts does not export what it must\. Expected the functions simulate/],
  ])('ends in 2 where the module is at fault (%s)', async (id, words) => {
    const { status, stderr } = await simulate(id);
    expect(status).toBe(2);
    expect(stderr).toMatch(words);
  });

  it('writes a page to step through, also of a kernel that fails', async () => {
    const page = space.path('steps.html');
    const { status, stdout, stderr } = await simulate('sound', '--trace', '--html', page);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^case +sizes/);
    expect(stderr).toBe(`Step through it: ${page}\n`);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[\s\S]*twice: 2 blocks of 4 threads/);

    const wrong = await simulate('far', '--case', 'ragged', `--html=${page}`);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toMatch(/x\[\d+\] does not exist/);
    expect(readFileSync(page, 'utf8')).toMatch(/It goes wrong\.[\s\S]*does not exist/);
  });

  it('says before any work that a page cannot be written', async () => {
    const { status, stderr } = await simulate('sound', `--html=${space.path('no', 'such', 'steps.html')}`);
    expect(status).toBe(2);
    expect(stderr).toMatch(/cannot be written: there is no folder .*Choose another file with --html=FILE\./);
  });
});

it('says what an assignment without a simulator lacks', async () => {
  const { run, stderr } = session();
  expect(await run('simulate', 'matmul-demo', '--assignments', space.assignments)).toBe(2);
  expect(stderr()).toMatch(/^error: .*simulator\.ts does not exist\. Expected the functions simulate\(.*\n$/);
});
