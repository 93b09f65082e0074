import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { RunPool, type RunResult } from '../../grader/host/index.ts';
import { type Program, programs, verdicts } from './programs.ts';

const LIMITS = {
  deviceSteps: 1e9,
  wallMs: 60_000,
  hostMemoryBytes: 2 ** 28,
  outputBytes: 2 ** 16,
  launches: 10_000,
};

let compiler: Compiler;
let pool: RunPool;
beforeAll(() => {
  compiler = new Compiler();
  pool = new RunPool({ size: 1 });
});
afterAll(async () => {
  await Promise.all([compiler?.dispose(), pool?.dispose()]);
});

async function run({ name, source, relocatableDeviceCode }: Program): Promise<RunResult> {
  const options = { prototype: null, heapBytes: 2 ** 24, timeoutMs: 60_000, relocatableDeviceCode };
  const compiled = await compiler.compile(source, `${name}.cu`, options);
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled, null, 2));
  const request = { program: compiled, entry: 'main', args: [], layoutSeed: 1, counters: false, limits: LIMITS };
  return pool.run(request, { symbolize: compiler.symbolize.bind(compiler) });
}

describe.each(programs)('$name', (program) => {
  const { statements } = program;
  let result: RunResult;
  beforeAll(async () => {
    result = await run(program);
  });

  it.each(statements)('%s', (statement) => {
    expect(verdicts(result.stdout).get(statement)).toBe('ok');
  });

  it('ends well, with nothing found', () => {
    expect(result.host).toEqual({ status: 'returned', value: 0 });
    expect(result.faults).toEqual([]);
    expect([...verdicts(result.stdout).keys()].sort()).toEqual([...new Set(statements)].sort());
  });
});
