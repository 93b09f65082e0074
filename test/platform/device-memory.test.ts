import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { afterRun, withUncountedMemory } from '../../grader/platform/device-memory.ts';
import { assemble } from '../record/modules.ts';

const module = (pages: string) => assemble(`(module (memory (export "memory") ${pages}) (func (export "f")))`);

function instantiate(wasm: Uint8Array<ArrayBuffer>): WebAssembly.Memory {
  return new WebAssembly.Instance(new WebAssembly.Module(wasm)).exports.memory as WebAssembly.Memory;
}

describe('memory of device modules', () => {
  it('is as large as it was, and of the kind that V8 does not count', () => {
    const memory = instantiate(withUncountedMemory(module('3 3')));
    expect(memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(memory.buffer.byteLength).toBe(3 * 65_536);
  });

  it('leaves the module that it was given as it is', () => {
    const wasm = module('3 3');
    const before = wasm.slice();
    withUncountedMemory(wasm);
    expect(wasm).toEqual(before);
  });

  it('needs a limit', () => {
    expect(() => withUncountedMemory(module('3'))).toThrow(/no memory with a limit/);
  });

  it('is let go after a few runs', async () => {
    const compiled = new WebAssembly.Module(withUncountedMemory(module('1600 1600')));
    const held = Array.from({ length: 40 }, () => new WeakRef(new WebAssembly.Instance(compiled)));
    await setImmediate();
    for (let run = 0; run < 40; run++) afterRun(1);
    await setImmediate();
    expect(held.filter((one) => one.deref()).length).toBeLessThan(4);
  });
});
