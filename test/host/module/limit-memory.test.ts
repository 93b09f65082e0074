import { describe, expect, it } from 'vitest';
import { limitMemory } from '../../../grader/host/module/limit-memory.ts';
import { assemble } from '../modules.ts';

const MIB = 2 ** 20;
const PAGE = 65_536;

/** A module that grows its memory page by page. @returns pages that it got in all */
function grow(wasm: Uint8Array<ArrayBuffer>): number {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  const memory = exports.memory as WebAssembly.Memory;
  for (;;) {
    try {
      memory.grow(1);
    } catch {
      return memory.buffer.byteLength / PAGE;
    }
  }
}

describe('limitMemory', () => {
  const module = (pages: string) => assemble(`(module (memory (export "memory") ${pages}) (func (export "f")))`);

  it('lets memory grow to the limit and no further', () => {
    expect(grow(limitMemory(module('2 8000'), 3 * MIB))).toBe(48);
  });

  it('grants what the module starts with', () => {
    expect(grow(limitMemory(module('20 8000'), MIB))).toBe(20);
  });

  it('raises no limit that is smaller already', () => {
    expect(grow(limitMemory(module('2 10'), 64 * MIB))).toBe(10);
  });

  it('moves no byte, so that line tables still fit', () => {
    const wasm = module('2 8000');
    const limited = limitMemory(wasm, MIB);
    expect(limited).toHaveLength(wasm.length);
    expect([...limited].filter((byte, at) => byte !== wasm[at]).length).toBeLessThanOrEqual(2);
    expect(wasm).toEqual(module('2 8000'));
  });

  it('refuses a module whose memory has no limit', () => {
    expect(() => limitMemory(module('2'), MIB)).toThrow(/no memory with a limit/);
  });
});
