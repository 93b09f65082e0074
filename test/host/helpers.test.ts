import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceProgram } from '../../grader/compile/index.ts';
import type { Helper, Helpers } from '../../grader/device/emulator/index.ts';
import { ThreadHelpers } from '../../grader/host/helpers.ts';
import { idleCores, keepBusy, type SharedCores, sharedCores } from '../../grader/platform/threads/cores.ts';
import { Bench, compileKernels } from '../device/harness.ts';
import { dividingAfter } from '../device/prompt-helper.ts';

const BLOCK = 64;
const BLOCKS = 6;
const COUNT = BLOCK * BLOCKS;

let program: DeviceProgram;
let cores: SharedCores;
let threads: ThreadHelpers;
beforeAll(async () => {
  const source = readFileSync(new URL('../device/partition.cu', import.meta.url), 'utf8');
  ({ program } = await compileKernels(source));
  cores = sharedCores(2, 2);
  keepBusy(cores, 1);
  threads = new ThreadHelpers(cores);
}, 300_000);
afterAll(() => threads.dispose());

async function oneHelper(): Promise<Helper> {
  for (;;) {
    const [helper] = threads.take(Number.MAX_SAFE_INTEGER);
    if (helper) return helper;
    await sleep(5);
  }
}

/** Divides every launch after its first block. */
function benchWith(helpers: Helpers | null): Bench {
  return new Bench(program, { partition: { helpers, pace: dividingAfter(() => 1) }, deviceSteps: 1e12 });
}

function sums(bench: Bench) {
  const [input, out] = [bench.words(COUNT), bench.words(BLOCKS, 'output')];
  const options = { grid: BLOCKS, block: BLOCK, dynamicSharedBytes: 4 * BLOCK };
  const launches = [1, 2, 3].map(() => bench.launch('reduce', [input, out, COUNT], options));
  return { launches, sums: bench.ints(out, BLOCKS), steps: bench.device.stepsLeft };
}

describe('threads that help with a launch', () => {
  it('run blocks of consecutive launches with the outcome of one thread', async () => {
    await oneHelper();
    let busy = 0;
    const watched: Helpers = {
      take: (expectedMs) => {
        const helpers = threads.take(expectedMs);
        busy += helpers.length;
        return helpers;
      },
    };
    expect(sums(benchWith(watched))).toEqual(sums(benchWith(null)));
    expect(busy).toBe(3);
    expect(idleCores(cores)).toBe(1);
  });

  it('are not there while others keep the processors busy', async () => {
    await oneHelper();
    keepBusy({ ...cores, place: 1 }, 1);
    expect(threads.take(1e9)).toEqual([]);
    keepBusy({ ...cores, place: 1 }, 0);
    expect(threads.take(1e9)).toHaveLength(1);
  });

  it('are given up where a block waits for one that another thread runs', async () => {
    await oneHelper();
    const bench = benchWith(threads);
    const flag = bench.words(1);
    expect(bench.launch('waits_for_an_earlier_block', [flag, 7], { grid: BLOCKS, block: BLOCK }).error).toBe(0);
    expect(bench.ints(flag, 1)).toEqual([7]);
    expect(idleCores(cores)).toBe(1);
    // Another thread takes the place of the one that never came back.
    await oneHelper();
    expect(sums(benchWith(threads))).toEqual(sums(benchWith(null)));
  });
});
