import { describe, expect, it } from 'vitest';
import { HOST_IMPORTS } from '../../grader/compile/imports/index.ts';
import { execute } from '../../grader/host/execute.ts';
import { createFakeDevice } from './fake-device.ts';
import { assemble, LIMITS, programOf, requestOf } from './modules.ts';

/** Numbers that nothing honest passes: beyond memory, negative, the device's, and one that is almost a pointer. */
const NUMBERS = [0, 1, 3, 1024, 4, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0x2000_0000, 131_069] as const;
const ROUNDS = 4;

const calls = ['cuda', 'wasi_snapshot_preview1'].flatMap((module) =>
  [...(HOST_IMPORTS.get(module) ?? [])].map(([name, type]) => ({ module, name, type })),
);

/** Runs a program that calls one function with such numbers. */
function outcomeOf({ module, name, type }: (typeof calls)[number], round: number): string {
  const given = type.parameters.map((letter, index) => {
    const number = NUMBERS[(round * 7 + index * (round + 1)) % NUMBERS.length] ?? 0;
    return `(${letter}.const ${number})`;
  });
  const signature = `${type.parameters.map((letter) => `(param ${letter})`).join('')}${type.results.map((letter) => `(result ${letter})`).join('')}`;
  const call = `(call $called ${given.join(' ')})`;
  const { program, ...rest } = requestOf(
    programOf(
      `(func (export "entry") ${type.results.length > 0 ? `(drop ${call})` : call})`,
      `(import "${module}" "${name}" (func $called ${signature}))`,
    ),
    { limits: { ...LIMITS, outputBytes: 1024 } },
  );
  const { run } = execute(
    {
      ...rest,
      device: program.device,
      hostModule: new WebAssembly.Module(program.host.wasm as Uint8Array<ArrayBuffer>),
      deviceModule: new WebAssembly.Module(assemble('(module)')),
      watched: false,
    },
    createFakeDevice,
  );
  return run.host.status;
}

describe('every function that host code can import', () => {
  it.each(calls)('answers numbers without a failure of the grader: $name', (called) => {
    for (let round = 0; round < ROUNDS; round++)
      expect(['returned', 'exited', 'trapped', 'stopped']).toContain(outcomeOf(called, round));
  });
});
