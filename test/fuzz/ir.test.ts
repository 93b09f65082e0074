import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Assets } from '../../grader/compile/assets.ts';
import { type Clang, createClang } from '../../grader/compile/clang.ts';
import { compileDevice } from '../../grader/compile/device.ts';
import { instrumentDevice, prepareDevice, readOptimised } from '../../grader/compile/ir/device.ts';
import { UnreadIr, UnsizedType } from '../../grader/compile/ir/read/index.ts';
import { sourceNames, sourceOf } from '../../grader/compile/sources.ts';
import { compileClang } from '../../grader/platform/packaged/clang-module.ts';
import { packageRoot } from '../../grader/platform/root.ts';
import { PATH, replay, rounds, TIMEOUT_MS } from './budget.ts';
import { mutate, mutations } from './mutations.ts';

const RUNS = 300;
/** The passes are linear: this is for endless loops. */
const LIMIT_MS = 20_000;
const SOURCES = ['matmul-tiled/baseline.cu', 'grayscale/baseline.cu'].map((path) =>
  readFileSync(join(packageRoot, 'assignments', path), 'utf8'),
);
const WAITS = `
__device__ int total;
__global__ void waits(const float4 *in, float *out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i].x : 0;
  for (int step = blockDim.x / 2; step > 0; step /= 2) {
    __syncthreads();
    if (threadIdx.x < step) tile[threadIdx.x] += tile[threadIdx.x + step];
  }
  if (threadIdx.x == 0) atomicAdd(&total, (int)tile[0]);
  switch (n % 4) { case 0: out[i] = __shfl_down_sync(~0u, tile[0], 1); break; case 1: out[i] /= n; break; default: out[0] = 1; }
}
int main() { return 0; }
`;
const pieces = [
  '}',
  '{',
  'define void @f() {',
  'ret void',
  '"',
  ', align 4',
  'ptr ',
  '@__emu_shared',
  'getelementptr (',
  '<4 x i32>',
  '[9999999999 x i8]',
  'i99999',
  'undef',
  'label %',
  '!dbg !0',
  '%struct.none',
  'phi ptr [',
  '\n',
];

const names = sourceNames(sourceOf('', 'x.cu', null));
let raw: string[];
let optimised: string[];
beforeAll(async () => {
  const assets = new Assets();
  const clang = createClang(await compileClang(2 ** 30), assets.sysroot());
  const outputs: string[] = [];
  const listening: Clang = {
    ...clang,
    run: (...given) => {
      const result = clang.run(...given);
      const text = result.output ? new TextDecoder().decode(result.output) : '';
      if (/^define /m.test(text)) outputs.push(text);
      return result;
    },
  };
  for (const source of [...SOURCES, WAITS]) {
    const made = compileDevice(listening, assets, sourceOf(source, 'x.cu', null), [], {
      heapBytes: 2 ** 24,
      hostBytes: 2 ** 24,
    });
    expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  raw = outputs.filter((_, at) => at % 2 === 0);
  optimised = outputs.filter((_, at) => at % 2 === 1);
}, 300_000);

/** @returns its text, or null where it is refused as it is documented */
function tried(work: () => string): string | null {
  const began = performance.now();
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnreadIr || error instanceof UnsizedType)) throw error;
    return null;
  } finally {
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
  }
}

const nowhere = { file: 'x.cu', line: 0, column: 0 };
const options = { reserve: 2048, located: false, rooms: new Map() };
const instrument = (text: string) =>
  instrumentDevice(
    readOptimised(text, names),
    { constants: new Set(), attributes: new Map() },
    () => null,
    new Map(),
    options,
  ).ir;

test(
  'IR is instrumented, or not read: no other failure',
  () => {
    expect([raw.length, optimised.length]).toEqual([3, 3]);
    for (const text of raw)
      expect(
        tried(
          () =>
            prepareDevice(
              text,
              names,
              () => text,
              () => nowhere,
            ).text,
        ),
      ).not.toBeNull();
    for (const text of optimised) expect(tried(() => instrument(text))).toContain('@__emu_');
    const property = fc.property(fc.nat({ max: 2 }), mutations(pieces), (which, changes) => {
      const prepared = mutate(raw[which] ?? '', changes);
      expect(
        tried(
          () =>
            prepareDevice(
              prepared,
              names,
              () => prepared,
              () => nowhere,
            ).text,
        ),
      ).not.toBe('');
      expect(tried(() => instrument(mutate(optimised[which] ?? '', changes)))).not.toBe('');
    });
    for (const seed of rounds()) {
      console.log(`ir: seed ${seed}`);
      const found = fc.check(property, { seed, numRuns: RUNS, ...(PATH !== null && { path: PATH }) });
      if (found.failed)
        expect.fail(`${replay('ir', seed, found.counterexamplePath)}\n${fc.defaultReportMessage(found)}`);
    }
  },
  TIMEOUT_MS,
);
