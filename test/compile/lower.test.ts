import binaryen from 'binaryen';
import { describe, expect, it } from 'vitest';
import { FAULT_ADDRESS, lowerMemory64, OffsetMap, offsetsIn } from '../../grader/compile/lower/index.ts';

/** Bytes of a module for wasm64 written as text. */
function assemble(text: string): Uint8Array<ArrayBuffer> {
  const module = binaryen.parseText(text);
  let features = 0;
  const { Features } = binaryen;
  const usual = [Features.BulkMemory, Features.BulkMemoryOpt, Features.MutableGlobals, Features.SignExt];
  for (const feature of [...usual, Features.SIMD128, Features.Atomics, Features.Memory64]) features |= feature;
  module.setFeatures(features);
  const bytes = new Uint8Array(module.emitBinary());
  module.dispose();
  return bytes;
}

type Functions = Record<string, (...values: (number | bigint)[]) => number | bigint>;

function functionsOf(wasm: Uint8Array<ArrayBuffer>, imports: WebAssembly.Imports = {}): Functions {
  return new WebAssembly.Instance(new WebAssembly.Module(wasm), imports).exports as unknown as Functions;
}

function lowered(text: string, checked = true, imports: WebAssembly.Imports = {}): Functions {
  const module = assemble(`(module ${text})`);
  return functionsOf(lowerMemory64(module, checked ? { border: BORDER } : {}), imports);
}

const BORDER = 500 << 20;

/** The memory, and a global variable, as each host module has one. */
const MEMORY = '(memory (export "memory") i64 1 4) (global (mut i64) (i64.const 7))';

describe('lowerMemory64', () => {
  it.each([
    ['i32', 'i32.store', 'i32.load', -5, -5],
    ['i32', 'i32.store8', 'i32.load8_u', 0x1ff, 0xff],
    ['i32', 'i32.store16', 'i32.load16_s', 0x18000, -0x8000],
    ['i64', 'i64.store', 'i64.load', -(2n ** 40n), -(2n ** 40n)],
    ['i64', 'i64.store8', 'i64.load8_s', 0x80n, -0x80n],
    ['i64', 'i64.store16', 'i64.load16_u', 0x1ffffn, 0xffffn],
    ['i64', 'i64.store32', 'i64.load32_s', 2n ** 31n, -(2n ** 31n)],
    ['f32', 'f32.store', 'f32.load', 0.5, 0.5],
    ['f64', 'f64.store', 'f64.load', 0.1, 0.1],
  ])('keeps a value of type %s through %s and %s', (type, store, load, value, expected) => {
    for (const checked of [true, false]) {
      const { put, get } = lowered(
        `${MEMORY}
        (func (export "put") (param i64 ${type}) (${store} offset=8 (local.get 0) (local.get 1)))
        (func (export "get") (param i64) (result ${type}) (${load} offset=4 (local.get 0)))`,
        checked,
      );
      put?.(100n, value);
      expect(get?.(104n)).toBe(expected);
    }
  });

  it('copies and fills memory', () => {
    const { run } = lowered(`${MEMORY} (data (i64.const 16) "abcd")
      (func (export "run") (result i32)
        (memory.copy (i64.const 33) (i64.const 16) (i64.const 4))
        (memory.fill (i64.const 34) (i32.const 120) (i64.const 2))
        (i32.load (i64.const 33)))`);
    expect(run?.()).toBe(Buffer.from('axxd').readInt32LE());
  });

  it('gives the size of memory in pages, and -1 if it cannot grow', () => {
    const { size, grow } = lowered(`${MEMORY}
      (func (export "size") (result i64) (memory.size))
      (func (export "grow") (param i64) (result i64) (memory.grow (local.get 0)))`);
    expect([grow?.(2n), size?.(), grow?.(2n), grow?.(2n ** 32n), size?.()]).toEqual([1n, 3n, -1n, -1n, 3n]);
  });

  it('calls through a table with 64-bit indexes', () => {
    const { call } = lowered(`(type $t (func (param i32) (result i32))) ${MEMORY}
      (table i64 8 8 funcref) (elem (i64.const 3) $double $negate)
      (func $double (param i32) (result i32) (i32.shl (local.get 0) (i32.const 1)))
      (func $negate (param i32) (result i32) (i32.sub (i32.const 0) (local.get 0)))
      (func (export "call") (param i64 i32) (result i32) (call_indirect (type $t) (local.get 1) (local.get 0)))`);
    expect([call?.(3n, 21), call?.(4n, 21)]).toEqual([42, -21]);
    expect(() => call?.(2n ** 32n + 3n, 21)).toThrow(WebAssembly.RuntimeError);
  });

  it('keeps globals, imports and locals of functions', () => {
    const { sum } = lowered(
      `(import "env" "add" (func $add (param i64 i64) (result i64))) (import "env" "memory" (memory i64 1))
      (global $far (mut i64) (i64.const 4294967299))
      (func (export "sum") (param $x i64) (param $y f64) (result i64) (local $a i32) (local $b i64)
        (local.set $b (i64.trunc_f64_s (local.get $y)))
        (i64.store (local.get $x) (local.get $b))
        (call $add (global.get $far) (i64.load (local.get $x))))`,
      true,
      { env: { add: (a: bigint, b: bigint) => a + b, memory: new WebAssembly.Memory({ initial: 1 }) } },
    );
    expect(sum?.(8n, 5.5)).toBe(4294967304n);
  });

  describe('with an address of 2^32 or more', () => {
    const text = `${MEMORY}
      (func (export "load") (param i64) (result i32) (i32.load8_u (local.get 0)))
      (func (export "store") (param i64) (i64.store (local.get 0) (i64.const 1)))
      (func (export "fill") (param i64 i64) (memory.fill (local.get 0) (i32.const 0) (local.get 1)))
      (func (export "copy") (param i64 i64) (memory.copy (local.get 0) (local.get 1) (i64.const 1)))
      (func (export "far") (result i32) (i32.load offset=4294967296 (i64.const 8)))`;

    it('traps if addresses are checked', () => {
      const { load, store, fill, copy, far } = lowered(text);
      const far32 = 2n ** 32n;
      for (const run of [
        () => load?.(far32),
        () => load?.(-1n),
        () => store?.(far32 + 8n),
        () => fill?.(far32, 1n),
        () => fill?.(0n, far32),
        () => copy?.(0n, far32),
        () => copy?.(far32, 0n),
        () => far?.(),
      ])
        expect(run).toThrow(WebAssembly.RuntimeError);
      expect(load?.(65535n)).toBe(0);
    });

    it('keeps the address of an access that no memory can have', () => {
      const { load, store, copy, [FAULT_ADDRESS]: fault } = lowered(text);
      const address = () => (fault as unknown as WebAssembly.Global).value;
      expect(() => load?.(65536n)).toThrow('memory access out of bounds');
      expect(() => load?.(BigInt(BORDER) - 1n)).toThrow('memory access out of bounds');
      expect(address()).toBe(0n);
      for (const far of [BigInt(BORDER), 2n ** 32n + 5n, -8n])
        for (const run of [() => load?.(far), () => store?.(far), () => copy?.(far, 0n), () => copy?.(0n, far)]) {
          expect(run).toThrow('unreachable');
          expect(address()).toBe(far);
        }
    });

    it('ignores the high half if they are not checked', () => {
      const { load, store, far } = lowered(text, false);
      store?.(2n ** 32n + 8n);
      expect(load?.(8n)).toBe(1);
      expect(() => far?.()).toThrow(WebAssembly.RuntimeError);
    });
  });

  it('rejects instructions that Clang does not write for the project', () => {
    const text = `(module ${MEMORY} (func (export "f") (drop (v128.load (i64.const 0)))))`;
    expect(() => lowerMemory64(assemble(text), { border: BORDER })).toThrow('0xfd cannot be lowered');
    const atomic = `(module (memory i64 1 1 shared) (func (drop (i32.atomic.load (i64.const 0)))))`;
    expect(() => lowerMemory64(assemble(atomic), { border: BORDER })).toThrow('limits of kind 7');
  });

  it('rejects data at an address that is not constant', () => {
    const text = `(module (import "env" "base" (global $b i64)) ${MEMORY} (data (global.get $b) "x"))`;
    expect(() => lowerMemory64(assemble(text), { border: BORDER })).toThrow('address that varies');
  });

  it('keeps where each instruction was, if the module has line tables', () => {
    const plain = assemble(`(module ${MEMORY}
      (func (export "first") (param i64) (result i64) (i64.load (local.get 0)))
      (func (export "trap") (param i64) (param i64)
        (i64.store (local.get 0) (local.get 1))
        (memory.copy (local.get 0) (local.get 1) (i64.const 4))
        (i64.store (local.get 0) (i64.const 5))
        (unreachable)))`);
    const wasm = Uint8Array.of(...plain, 0, 12, 11, ...Buffer.from('.debug_line'));
    const after = lowerMemory64(wasm, { border: BORDER });
    const map = offsetsIn(customOf(after)) ?? new OffsetMap();
    const position = trapOf(() => functionsOf(after).trap?.(8n, 16n));
    const start = codeStart(after);
    const before = map.before(position - start) + codeStart(wasm);
    expect([after[position], wasm[before], wasm[before + 1]]).toEqual([0x00, 0x00, 0x0b]);
    expect(wasm.subarray(before - 4, before)).toEqual(Uint8Array.of(0x05, 0x37, 0x03, 0x00));
    expect(offsetsIn(customOf(lowerMemory64(plain, { border: BORDER })))).toBeNull();
  });

  it('finds each call again after any instruction that it changes', () => {
    const mark = '(call $mark)';
    const plain = assemble(`(module (import "env" "mark" (func $mark)) ${MEMORY}
      (type $nothing (func))
      (table i64 1 1 funcref)
      (elem (i64.const 0) $none)
      (func $none)
      (func (export "all")
        ${mark} (drop (i64.load (i64.const 8)))
        ${mark} (i32.store (i64.const 8) (i32.const 1))
        ${mark} (memory.copy (i64.const 0) (i64.const 8) (i64.const 4))
        ${mark} (memory.fill (i64.const 0) (i32.const 8) (i64.const 4))
        ${mark} (drop (memory.grow (i64.const 0)))
        ${mark} (drop (memory.size))
        ${mark} (call_indirect (type $nothing) (i64.const 0))
        ${mark} (call_indirect (type $nothing) (i64.const 0))
        ${mark}))`);
    const wasm = Uint8Array.of(...plain, 0, 12, 11, ...Buffer.from('.debug_line'));
    const after = lowerMemory64(wasm, { border: BORDER });
    const map = offsetsIn(customOf(after)) ?? new OffsetMap();
    const found: number[] = [];
    const record = () => {
      const [, at = ''] = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(new Error().stack ?? '') ?? [];
      found.push(map.before(Number.parseInt(at, 16) - codeStart(after)) + codeStart(wasm));
    };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(after), { env: { mark: record } });
    (exports.all as () => void)();
    const CALL_MARK = [0x10, 0x00];
    const calls = [...wasm.keys()].filter(
      (at) => at > codeStart(wasm) && CALL_MARK.every((byte, i) => wasm[at + i] === byte),
    );
    expect(calls).toHaveLength(9);
    expect(found).toEqual(calls);
  });
});

describe('OffsetMap', () => {
  it('gives inserted code the place of the instruction it belongs to', () => {
    const map = new OffsetMap();
    map.add(10, 10);
    map.add(20, 20);
    map.add(32, 22);
    expect([5, 10, 19, 20, 25, 31, 32, 40].map((at) => map.before(at))).toEqual([5, 10, 19, 20, 21, 21, 22, 30]);
    const again = OffsetMap.read(contentOf(map.section()));
    expect(again.before(33)).toBe(23);
  });
});

/** The content of a custom section, after its name. */
function contentOf(section: Uint8Array): Uint8Array {
  const nameAt = 2;
  return section.subarray(nameAt + 1 + (section[nameAt] ?? 0));
}

function customOf(wasm: Uint8Array<ArrayBuffer>): Map<string, Uint8Array> {
  const name = 'offsets-before-lowering';
  return new Map(
    WebAssembly.Module.customSections(new WebAssembly.Module(wasm), name).map((one) => [name, new Uint8Array(one)]),
  );
}

function trapOf(run: () => unknown): number {
  try {
    run();
  } catch (error) {
    const found = /wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(error instanceof Error ? (error.stack ?? '') : '');
    if (found?.[1]) return Number.parseInt(found[1], 16);
  }
  throw new Error('it did not trap');
}

/** The start of the content of the code section. */
function codeStart(wasm: Uint8Array): number {
  for (let at = 8; ; ) {
    const id = wasm[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++] ?? 0;
      size |= (byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    if (id === 10) return at;
    at += size;
  }
}
