import { afterAll, describe, expect, it } from 'vitest';
import { Compiler } from '../../grader/compile/index.ts';
import { CORRECT, FILE, PROTOTYPE } from './harness.ts';

/** Two templates for each one, thirty levels deep: years of work in three lines. */
const BOMB = `template <int N, unsigned M> struct B { static const unsigned v = B<N - 1, 2 * M>::v ^ B<N - 1, 2 * M + 1>::v; };
template <unsigned M> struct B<0, M> { static const unsigned v = M; };
unsigned bomb = B<30, 1>::v;
`;
const HUGE = 'int huge[200000000] = {1};\n';

describe('a compiler with limits', () => {
  const compiler = new Compiler({ memoryMiB: 96 });
  afterAll(() => compiler.dispose());
  const compile = (source: string, timeoutMs = 60_000) =>
    compiler.compile(source, FILE, { prototype: PROTOTYPE, heapBytes: 1, timeoutMs });

  it('stops at the limit of time, and compiles the next file', async () => {
    await compiler.version();
    expect(await compile(BOMB + CORRECT, 300)).toEqual({ status: 'exhausted', limit: 'time', diagnostics: [] });
    expect(await compile(CORRECT)).toMatchObject({ status: 'compiled' });
  });

  it('stops at the limit of memory, and compiles the next file', async () => {
    expect(await compile(HUGE + CORRECT)).toEqual({ status: 'exhausted', limit: 'memory', diagnostics: [] });
    expect(await compile(CORRECT)).toMatchObject({ status: 'compiled' });
  });

  it('stops a compilation on request, with the given reason', async () => {
    const controller = new AbortController();
    const options = { prototype: PROTOTYPE, heapBytes: 1, timeoutMs: 60_000, signal: controller.signal };
    const ended = expect(compiler.compile(BOMB + CORRECT, FILE, options)).rejects.toThrow('enough');
    setTimeout(() => controller.abort(new Error('enough')), 200);
    await ended;
  });
});
