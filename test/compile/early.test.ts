import { afterEach, describe, expect, it } from 'vitest';
import type { Compiler } from '../../grader/compile/compiler.ts';
import { beginCompiler, takeCompiler } from '../../grader/compile/early/index.ts';

describe('a compiler that was started early', () => {
  const taken: Compiler[] = [];
  const take = (options: Parameters<typeof takeCompiler>[0] = {}) => {
    const compiler = takeCompiler(options);
    taken.push(compiler);
    return compiler;
  };

  afterEach(async () => {
    await Promise.all(taken.splice(0).map((compiler) => compiler.dispose()));
  });

  it('is given once, to a caller that asks for no other limits', () => {
    beginCompiler();
    const [long, small, first, second] = [take({ isLongLived: true }), take({ memoryMiB: 512 }), take(), take()];
    expect(new Set([long, small, first, second]).size).toBe(4);
    beginCompiler();
    expect(take()).not.toBe(first);
  });

  it('compiles, and logs failures where its taker asked for', async () => {
    beginCompiler();
    const lines: string[] = [];
    const compiler = take({ log: (line) => lines.push(line) });
    const symbolized = await compiler.symbolize(
      new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 0, 255]),
      [7],
      'mine.cu',
    );
    expect(symbolized).toEqual([null]);
    expect(lines).toEqual([expect.stringMatching(/^no lines: /)]);
    const compiled = await compiler.compile('__global__ void fill(int* x) { *x = 1; }', 'mine.cu', {
      prototype: null,
      heapBytes: 1 << 20,
      timeoutMs: 60_000,
    });
    // It has no `main`.
    expect(compiled.status).toBe('rejected');
  });
});
