import { describe, expect, it } from 'vitest';
import { type CachingCompiler, type CompileResult, compileCached } from '../../grader/compile/index.ts';

const RESULT: CompileResult = { status: 'rejected', diagnostics: [] };

/** A cache whose one entry is this, and a compiler that counts how often it is asked. */
function machine(entry: unknown) {
  const state = { entry, compiled: 0 };
  const engine: CachingCompiler = {
    compile: async () => {
      state.compiled += 1;
      return RESULT;
    },
    cache: {
      get: async () => state.entry,
      put: async (_key, value) => {
        state.entry = value;
      },
    },
    sha256: () => 'key',
    versions: { engine: 'test' },
  };
  const compile = () => compileCached(engine, '', 'mine.cu', { prototype: null, heapBytes: 1, timeoutMs: 1 });
  return { state, compile };
}

describe('an entry of the cache that is whole, but of something else,', () => {
  it.each([
    ['a number', 42],
    ['text', 'compiled'],
    ['null', null],
    ['an array', []],
    ['without diagnostics', { status: 'rejected' }],
    ['without code', { status: 'compiled', diagnostics: [] }],
    ['with code that is none', { status: 'compiled', diagnostics: [], host: { wasm: 'x' }, device: { wasm: [] } }],
    ['of a limit that was hit', { status: 'exhausted', limit: 'time', diagnostics: [] }],
  ])('is taken for none, and replaced: %s', async (_, entry) => {
    const { state, compile } = machine(entry);
    expect(await compile()).toEqual(RESULT);
    expect(state).toEqual({ entry: RESULT, compiled: 1 });
    expect(await compile()).toEqual(RESULT);
    expect(state.compiled).toBe(1);
  });
});
