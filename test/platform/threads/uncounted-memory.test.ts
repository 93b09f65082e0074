import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { afterRun, declaringIsFree, uncount } from '../../../grader/platform/threads/uncounted-memory.ts';
import { assemble } from '../../host/modules.ts';

const module = (pages: string) => assemble(`(module (memory (export "memory") ${pages}) (func (export "f")))`);
const instantiate = (wasm: Uint8Array<ArrayBuffer>) => new WebAssembly.Instance(new WebAssembly.Module(wasm));

const whyNot = declaringIsFree() ? null : 'declared memory is not free here: V8 counts it';
if (whyNot) console.log(`skipped: ${whyNot}`);

describe('memory that V8 does not count', () => {
  it('is as large as it was', () => {
    const wasm = module('3 5');
    uncount(wasm);
    const memory = instantiate(wasm).exports.memory as WebAssembly.Memory;
    expect(memory.buffer instanceof SharedArrayBuffer).toBe(declaringIsFree());
    expect(memory.buffer.byteLength).toBe(3 * 65_536);
    expect(memory.grow(2)).toBe(3);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  it('is none without a limit', () => {
    const wasm = module('3');
    const before = wasm.slice();
    uncount(wasm);
    expect(wasm).toEqual(before);
  });

  it.skipIf(whyNot !== null)('is let go after a few runs', async () => {
    const wasm = module('1600 1600');
    uncount(wasm);
    const compiled = new WebAssembly.Module(wasm);
    const held = Array.from({ length: 40 }, () => new WeakRef(new WebAssembly.Instance(compiled)));
    await setImmediate();
    for (let run = 0; run < 100; run++) afterRun(1);
    await setImmediate();
    expect(held.filter((one) => one.deref()).length).toBeLessThan(4);
  });
});
