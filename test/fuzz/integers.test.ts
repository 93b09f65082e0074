import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { execute } from '../../grader/host/execute.ts';
import { createFakeDevice } from '../host/fake-device.ts';
import { assemble, LIMITS, requestOf } from '../host/modules.ts';
import { replay, rounds, TIMEOUT_MS } from './budget.ts';
import { generate } from './integers/generate.ts';

/** Programs of a round: four sources, because a source of all of them takes long to compile. */
const SOURCES = 4;
const PROGRAMS = 50;
const OUTPUT_BYTES = 4 << 20;

const hasGcc = spawnSync('g++', ['--version'], { stdio: 'ignore' }).status === 0;
const reason = hasGcc ? null : 'g++ is not installed';

const compiler = new Compiler({ isLongLived: true });
afterAll(() => compiler.dispose());

async function printedHere(source: string): Promise<string> {
  const program = await compiler.compile(source, 'integers.cu', {
    prototype: null,
    heapBytes: 2 ** 20,
    timeoutMs: 600_000,
  });
  if (program.status !== 'compiled') throw new Error(JSON.stringify(program.diagnostics.slice(0, 3)));
  const { program: compiled, ...rest } = requestOf(program, {
    entry: 'main',
    limits: { ...LIMITS, outputBytes: OUTPUT_BYTES },
  });
  if (compiled.status !== 'compiled') throw new Error('it was compiled');
  const { run } = execute(
    {
      ...rest,
      device: compiled.device,
      hostModule: new WebAssembly.Module(compiled.host.wasm as Uint8Array<ArrayBuffer>),
      deviceModule: new WebAssembly.Module(assemble('(module)')),
      watched: false,
    },
    createFakeDevice,
  );
  expect(run.host).toEqual({ status: 'returned', value: 0 });
  return run.stdout;
}

function printedByGcc(source: string, level = '-O1'): string {
  const folder = mkdtempSync(join(tmpdir(), 'integers-'));
  try {
    writeFileSync(join(folder, 'source.cpp'), source);
    const options = ['-std=c++17', level, '-w', '-fno-strict-aliasing', '-o', join(folder, 'program')];
    execFileSync('g++', [...options, join(folder, 'source.cpp')]);
    return execFileSync(join(folder, 'program'), { maxBuffer: OUTPUT_BYTES }).toString();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the output of each program. */
const parts = (printed: string) => printed.split(/^== \d+\n/m).slice(1);

test.skipIf(reason)(
  `generated programs have no undefined arithmetic${reason ? ` (skipped: ${reason})` : ''}`,
  () => {
    const { source } = generate(1, PROGRAMS);
    const printed = printedByGcc(source, '-O0');
    expect(parts(printed).length).toBe(PROGRAMS);
    expect(printedByGcc(source, '-O2')).toBe(printed);
  },
  TIMEOUT_MS,
);

test.skipIf(reason)(
  `integer arithmetic prints what g++ prints${reason ? ` (skipped: ${reason})` : ''}`,
  async () => {
    for (const seed of rounds()) {
      console.log(`integers: seed ${seed}`);
      for (let number = 0; number < SOURCES; number++) {
        const { source, programs } = generate(seed * SOURCES + number, PROGRAMS);
        const [own, other] = [parts(await printedHere(source)), parts(printedByGcc(source))];
        expect(own.length).toBe(PROGRAMS);
        const wrong = own.findIndex((text, index) => text !== other[index]);
        if (wrong >= 0) expect(own[wrong], `${replay('integers', seed, null)}\n${programs[wrong]}`).toBe(other[wrong]);
      }
    }
  },
  TIMEOUT_MS,
);
