import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readModule } from '../../grader/compile/verify/index.ts';
import { errorsOf, useCompiler } from './harness.ts';

const compile = useCompiler();
const program = (name: string) =>
  compile(`${readFileSync(new URL(`./mediation/${name}.cu`, import.meta.url), 'utf8')}int main() {}\n`, null);

describe('device code that goes around the checks', () => {
  it.each([
    ['bcopy', '3 undefined-function'],
    ['memccpy', '3 undefined-function'],
    ['frexpf', '3 undefined-function'],
    ['multi3', '3 undefined-function'],
    ['malloc', '3 undefined-function'],
    ['rand', '3 undefined-function'],
    ['exit', '3 undefined-function'],
    ['sbrk', '3 undefined-function'],
    ['label01', '3 reserved-name'],
    ['slow', '3 reserved-name'],
    ['hook', '3 reserved-name'],
    ['address_space', '2 wasm-intrinsic'],
    ['vector-wide', '1 only-clang'],
    ['vector16', '1 only-clang'],
    ['vector-size', '4 no-vectors'],
    ['alias', '2 wasm-intrinsic'],
    ['ifunc', '5 undefined-function'],
    ['tls', '1 wasm-intrinsic'],
    ['naked', '1 wasm-intrinsic'],
    ['import_name', '1 wasm-linkage'],
    ['export_name', '1 wasm-linkage'],
    ['wasm-builtin', '2 wasm-intrinsic'],
    ['wasm-size', '2 wasm-intrinsic'],
    ['atomic-odd', '3 undefined-function'],
    ['simd', '1 only-clang'],
    ['atomics-target', '1 only-clang'],
    ['pragma-target', '1 only-clang'],
    ['pragma-section', '1 only-clang'],
    ['frame-ptr', '2 wasm-intrinsic'],
    ['clear-cache', '2 wasm-intrinsic'],
    ['goto', '1 only-clang'],
    ['intrinsic-label', '1 reserved-name'],
    ['intrinsic-type', '1 reserved-name'],
    ['variable-label', '1 reserved-name'],
    ['export-twice', '2 wasm-linkage'],
    ['pragma-extname', '1 reserved-name'],
    ['printf-list', '1 reserved-name'],
    ['mma', '1 reserved-name'],
    ['pasted-name', '3 reserved-name'],
    ['split-label', '1 reserved-name'],
    ['extname', '1 reserved-name'],
  ])('is refused at its line: %s', async (name, expected) => {
    const result = await program(`refused-${name}`);
    expect(result.status).toBe('rejected');
    expect(errorsOf(result).map((error) => error.replace(/:\d+/, ''))).toContain(expected);
    for (const { rule, severity } of result.diagnostics)
      if (severity === 'error') expect(rule).toMatch(/^(?:policy-violation|unsupported-feature|compile-error)$/);
  });
});

describe('device code that nvcc refuses', () => {
  it.each([
    ['vla', 'constant-length'],
    ['stack-restore', 'constant-length'],
    ['nontemporal', 'only-clang'],
    ['element-atomic', 'only-clang'],
  ])('is refused: %s', async (name, hint) => {
    const result = await program(`guarded-${name}`);
    expect(result.status).toBe('rejected');
    expect(result.diagnostics.map(({ detail }) => detail?.hint)).toContain(hint);
  });
});

describe('device code whose accesses are all proven or checked', () => {
  it.each([
    'byvalue',
    'byvalue-fnptr',
    'fnptr',
    'alloca',
    'recursion',
    'frame',
    'atomic16',
    'bitfield',
    'varargs',
    'section',
  ])('compiles, with hooks where nothing is known: %s', async (name) => {
    const result = await program(`guarded-${name}`);
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expectClosed(result.status === 'compiled' ? result.device.wasm : null);
  });

  it.each([
    'int128',
    'virtual',
    'fnptr',
    'fnptr-sync',
    'lambda',
    'memcpy',
    'struct-by-value',
    'recursion',
    'array',
    'frexp',
    'half',
    'large-local',
    'swapped',
    'attributes',
  ])('compiles: %s', async (name) => {
    const result = await program(`honest-${name}`);
    expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expectClosed(result.status === 'compiled' ? result.device.wasm : null);
  });
});

/** Nothing of the runtime is in the table, and no function of a hook's name is called any more by the submission. */
function expectClosed(wasm: Uint8Array | null): void {
  if (!wasm) throw new Error('the program does not compile');
  const module = readModule(wasm);
  const table = (module.table ?? []).map((index) => module.names.get(index) ?? '?');
  expect(table.filter((name) => !/^_Z/.test(name))).toEqual([]);
  expect(module.imports.filter(({ module: from }) => from !== 'asyncify')).toEqual([]);
}
