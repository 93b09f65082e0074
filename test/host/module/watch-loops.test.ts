import { expect, it } from 'vitest';
import { watchLoops } from '../../../grader/host/module/watch-loops.ts';
import { assemble } from '../modules.ts';

/** Adds 1 to `turns` times `inner`, over two loops; the table holds a function that adds 1. */
const MODULE = assemble(`(module
  (import "env" "told" (func $told (param i32)))
  (memory 1)
  (type $adds (func (param i32) (result i32)))
  (table (export "__indirect_function_table") 2 2 funcref)
  (elem (i32.const 1) $add)
  (global $sum (mut i32) (i32.const 0))
  (func $add (type $adds) (i32.add (local.get 0) (i32.const 1)))
  (func (export "f") (param $turns i32) (param $inner i32) (result i32) (local $left i32)
    (if (local.get $turns) (then
      (loop $outer
        (local.set $left (local.get $inner))
        (block $out (loop $again
          (br_if $out (i32.eqz (local.get $left)))
          (global.set $sum (call_indirect (type $adds) (global.get $sum) (i32.const 1)))
          (local.set $left (i32.sub (local.get $left) (i32.const 1)))
          (br $again)))
        (call $told (global.get $sum))
        (br_if $outer (local.tee $turns (i32.sub (local.get $turns) (i32.const 1)))))))
    (drop (i32.const 77))
    (global.get $sum)))`);

/** A table holds functions of modules alone. */
const PASSES_ON = assemble('(module (import "e" "f" (func $f (result i32))) (export "f" (func $f)))');

function start(wasm: Uint8Array<ArrayBuffer>, turned?: () => number) {
  const told: number[] = [];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {
    env: { told: (sum: number) => told.push(sum) },
  });
  const table = exports['__indirect_function_table'] as WebAssembly.Table;
  if (turned) {
    const passing = new WebAssembly.Instance(new WebAssembly.Module(PASSES_ON), { e: { f: turned } });
    table.set(table.length - 1, passing.exports['f']);
  }
  return { f: exports['f'] as (turns: number, inner: number) => number, told, table };
}

const watched = () => {
  const made = watchLoops(MODULE);
  if (!made) throw new Error('it was not watched');
  return made;
};

it('asks once in as many turns as were granted, and changes nothing else', () => {
  let asked = 0;
  const plain = start(MODULE);
  const { f, told, table } = start(watched().wasm, () => {
    asked += 1;
    return 10;
  });
  expect(table.length).toBe(plain.table.length + 1);
  expect(f(5, 40)).toBe(plain.f(5, 40));
  expect(told).toEqual(plain.told);
  // 5 turns outside, and inside 5 times 40 and the one that leaves; the first is granted.
  expect(asked).toBe(Math.ceil((5 + 5 * 41 - 1) / 10));
});

it('can leave a loop without an end, at a place in the source loop', () => {
  let stack = '';
  const { wasm, originalOf } = watched();
  const { f } = start(wasm, () => {
    stack = new Error().stack ?? '';
    throw new Error('enough');
  });
  expect(() => f(-1, 3)).toThrow('enough');
  const offset = Number.parseInt(/wasm-function\[\d+\]:0x([0-9a-f]+)/.exec(stack)?.[1] ?? '', 16);
  const loops = [...MODULE.keys()].filter((at) => MODULE[at] === 0x03 && MODULE[at + 1] === 0x40);
  expect(loops).toHaveLength(2);
  expect(loops.map((at) => at + 2)).toContain(originalOf(offset));
});

it('knows the place of what comes behind its loops', () => {
  const { wasm, originalOf } = watched();
  const dropped = (bytes: Uint8Array) =>
    [...bytes.keys()].filter((at) => bytes[at] === 0x41 && bytes[at + 1] === 0xcd && bytes[at + 2] === 0);
  const [there] = dropped(wasm);
  expect(originalOf(there ?? 0)).toBe(dropped(MODULE)[0]);
  expect(there).toBeGreaterThan(dropped(MODULE)[0] ?? 0);
});

it('leaves alone what it does not know', () => {
  expect(watchLoops(assemble('(module (func (export "f") (loop $l (br $l))))'))).toBeNull();
});
