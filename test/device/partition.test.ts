import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { Helper } from '../../grader/device/emulator/index.ts';
import { Bench, compileKernels, type Launch } from './harness.ts';
import { dividingAfter, PromptHelper } from './prompt-helper.ts';

let program: DeviceProgram;
let module: WebAssembly.Module;
beforeAll(async () => {
  ({ program } = await compileKernels(readFileSync(new URL('./partition.cu', import.meta.url), 'utf8')));
  module = new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
}, 300_000);

const BLOCK = 64;
const BLOCKS = 7;
const COUNT = BLOCK * BLOCKS;

/** Helpers, and blocks before they begin. */
const DIVISIONS = [
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 4],
  [1, 5],
  [2, 2],
  [3, 1],
] as const;

interface Case {
  readonly kernel: string;
  /** Are the parts of helpers taken over, or must the blocks run one after the other? */
  readonly divides: boolean;
  readonly launch?: Launch;
  readonly n?: number;
  readonly deviceSteps?: number;
  readonly unwritten?: boolean;
}

const CASES: readonly Case[] = [
  { kernel: 'scale', divides: true, n: COUNT - 5 },
  { kernel: 'in_place', divides: true },
  { kernel: 'no_guard', divides: true },
  { kernel: 'bytes', divides: true, n: COUNT - 1 },
  { kernel: 'bytes', divides: true, launch: { block: 63 } },
  { kernel: 'neighbour', divides: false },
  { kernel: 'carried', divides: false },
  { kernel: 'same_cell', divides: false },
  { kernel: 'histogram', divides: false },
  { kernel: 'own_counter', divides: false },
  { kernel: 'tickets', divides: false },
  { kernel: 'variables', divides: true },
  { kernel: 'reduce', divides: true, launch: { dynamicSharedBytes: 4 * BLOCK } },
  { kernel: 'reduce', divides: true, launch: { dynamicSharedBytes: 4 * BLOCK, counters: true } },
  { kernel: 'reduce', divides: true, launch: { dynamicSharedBytes: 4 * BLOCK - 8 } },
  { kernel: 'shared_race', divides: true },
  { kernel: 'never_written', divides: true },
  { kernel: 'divergent', divides: true },
  { kernel: 'prints', divides: true },
  { kernel: 'asserts', divides: false },
  { kernel: 'hangs', divides: false, deviceSteps: 5_000 },
  { kernel: 'clocks', divides: false },
  { kernel: 'uninitialised', divides: true, unwritten: true },
  { kernel: 'late_store', divides: false },
  // More of them than there are numbers for: those of earlier accesses change in the middle of the launch.
  { kernel: 'many_barriers', divides: true, n: 180_000, launch: { block: 1 }, deviceSteps: 1e7 },
  { kernel: 'three_dimensions', divides: true, launch: { grid: [2, 2, 2], block: BLOCK } },
  // The budget ends in the middle of the launch, or just suffices.
  { kernel: 'scale', divides: false, deviceSteps: COUNT - BLOCK / 2 },
  { kernel: 'scale', divides: true, deviceSteps: 2 * COUNT + 2 },
  { kernel: 'scale', divides: true, deviceSteps: 2 * COUNT + 1 },
];

/** All there is to see of two launches; the first may leave something behind that the second meets. */
function observe(
  { kernel, launch, n = COUNT, deviceSteps = 1e6, unwritten }: Case,
  helpers: readonly Helper[],
  first: number,
) {
  const bench = new Bench(program, {
    module,
    deviceSteps,
    partition: { helpers: { take: () => helpers }, pace: dividingAfter(() => first) },
  });
  const { device } = bench;
  const input = unwritten ? (device.alloc(4 * COUNT, 'scratch', 'student') ?? 0) : bench.words(COUNT);
  const out = bench.words(COUNT + BLOCK, 'output');
  const marks = device.symbol('marks')?.pointer ?? 0;
  const takesBoth = program.kernels.find(({ name }) => name === kernel)?.parameters.length === 3;
  const launches = [1, 2].map(() =>
    bench.launch(kernel, takesBoth ? [input, out, n] : [input, n], { grid: BLOCKS, block: BLOCK, ...launch }),
  );
  return {
    launches,
    faults: device.takeFaults(),
    printed: device.takeOutput('stdout'),
    steps: device.stepsLeft,
    input: bench.ints(input, COUNT),
    out: bench.ints(out, COUNT + BLOCK),
    states: [input, out].map((pointer) => device.state(pointer, 4 * COUNT)),
    marks: bench.ints(marks, 64),
  };
}

const nameOf = ({ kernel, divides: _, ...rest }: Case) =>
  [kernel, ...(Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [])].join(' ');

describe('a launch whose blocks are divided', () => {
  it.each(CASES.map((one) => ({ name: nameOf(one), one })))('gives what it gives undivided: $name', ({ one }) => {
    const undivided = observe(one, [], 1);
    for (const [count, first] of DIVISIONS) {
      const helpers = Array.from({ length: count }, () => new PromptHelper());
      const where = `${count} helpers after ${first} blocks`;
      expect(observe(one, helpers, first), where).toEqual(undivided);
      expect(helpers[0]?.begun === 2, where).toBe(one.divides);
    }
  });
});
