import { existsSync } from 'node:fs';
import { Compiler } from '../../grader/compile/index.ts';
import { type EntryArgument, RunPool, type RunRequest, type RunResult } from '../../grader/host/index.ts';
import { GpuTarget, localHelpers } from '../../grader/pipeline/gpu/index.ts';
import { buildDirect, findNvcc } from '../../grader/sandbox/index.ts';

/** Something that runs CUDA programs. */
export interface TestMachine {
  readonly name: string;
  /** Why it cannot be used here, or false. */
  readonly unavailable: string | false;
  open(): Promise<TestRunner>;
}

export interface TestRunner {
  /** Compiles `source` and calls its function `entry`, declared by `prototype`, with the arguments. */
  run(source: string, prototype: string, args: readonly EntryArgument[]): Promise<RunResult>;
  close(): Promise<void>;
}

const limits: RunRequest['limits'] = {
  deviceSteps: 1_000_000,
  wallMs: 20_000,
  hostMemoryBytes: 64 << 20,
  outputBytes: 64 << 10,
  launches: 100,
};

async function compileWith(compiler: Compiler, source: string, prototype: string) {
  const compiled = await compiler.compile(source, 'test.cu', { prototype, heapBytes: 16 << 20, timeoutMs: 60_000 });
  if (compiled.status !== 'compiled') throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled;
}

const entryOf = (prototype: string) => /(\w+)\(/.exec(prototype)?.[1] ?? '';
const request = (prototype: string, args: readonly EntryArgument[]) => ({
  entry: entryOf(prototype),
  args,
  layoutSeed: 1,
  counters: false,
  limits,
});

const emulator: TestMachine = {
  name: 'emulator',
  unavailable: false,
  async open() {
    const compiler = new Compiler();
    const pool = new RunPool({ size: 1 });
    return {
      async run(source, prototype, args) {
        const program = await compileWith(compiler, source, prototype);
        const symbolize: Compiler['symbolize'] = (...about) => compiler.symbolize(...about);
        return pool.run({ ...request(prototype, args), program }, { symbolize });
      },
      async close() {
        await Promise.all([compiler.dispose(), pool.dispose()]);
      },
    };
  },
};

const gpu: TestMachine = {
  name: 'GPU',
  unavailable: existsSync('/dev/nvidiactl') ? false : 'there is no NVIDIA GPU here',
  async open() {
    const compiler = new Compiler();
    const pool = new RunPool({ size: 1 });
    const target = new GpuTarget(localHelpers());
    const { major, minor } = (await target.describe()).gpu;
    if ((await findNvcc()) === null) throw new Error('a GPU host needs nvcc for these tests');
    return {
      async run(source, prototype, args) {
        const program = await compileWith(compiler, source, prototype);
        const architectures = [`sm_${major}${minor}`];
        const built = await buildDirect({ source, fileName: 'test.cu', prototype, architectures });
        if (built.status !== 'compiled') throw new Error(JSON.stringify(built.diagnostics));
        const symbolize: Compiler['symbolize'] = (...about) => compiler.symbolize(...about);
        const runs = target.runs({ program, image: built.fatbin }, symbolize);
        try {
          const asked = request(prototype, args);
          const executed = await pool.record({ ...asked, program }, null, { symbolize });
          if (executed === 'wall') throw new Error('host code does not end');
          const outcome = await runs.run({ request: asked, recorded: [{ args, executed }] });
          if (outcome.status !== 'ran') throw new Error(outcome.reason);
          return outcome.run;
        } finally {
          await runs.dispose();
        }
      },
      async close() {
        await Promise.all([compiler.dispose(), pool.dispose(), target.dispose()]);
      },
    };
  },
};

/** Both devices: every test that is not about one of them runs on each. */
export const MACHINES: readonly TestMachine[] = [emulator, gpu];

for (const { name, unavailable } of MACHINES) if (unavailable) console.log(`skipped on the ${name}: ${unavailable}`);
