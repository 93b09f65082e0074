import { expect, it } from 'vitest';
import { loopAround } from '../../../grader/host/module/loops.ts';
import { assemble } from '../modules.ts';

/** Offsets of the places that drop a constant below 64. */
function offsetsOf(wasm: Uint8Array, constant: number): number[] {
  return [...wasm.keys()].filter((at) => wasm[at] === 0x41 && wasm[at + 1] === constant && wasm[at + 2] === 0x1a);
}

const MODULE = assemble(`(module (memory 1) (table 1 funcref)
  (func $other (loop $l (br $l)))
  (func (export "f") (param i64 f64) (local i32 f32)
    (drop (i32.const 10))
    (local.set 3 (f32.const 1.5))
    (local.set 1 (f64.const 2.5))
    (loop $outer
      (drop (i32.const 11))
      (block $out
        (loop $inner
          (drop (i32.const 12))
          (memory.fill (i32.const 0) (i32.const 1) (i32.const 2))
          (br_if $out (i32.trunc_sat_f64_s (local.get 1)))
          (br_if $inner (i64.eqz (i64.load offset=16 (i32.const 300))))
          (drop (i32.const 13))
          (br_table $inner $out (i32.const 3))))
      (if (i32.const 1) (then (call $other)))
      (drop (i32.const 14))
      (br_if $outer (i32.load (i32.const 0))))
    (drop (i32.const 15))))`);
function at(constant: number): number {
  const [offset] = offsetsOf(MODULE, constant);
  if (offset === undefined) throw new Error(`nothing drops ${constant}`);
  return offset;
}

it('finds the outermost loop around a place by its last jump back', () => {
  const outer = loopAround(MODULE, at(11)) ?? 0;
  expect(outer).toBeGreaterThan(at(14));
  expect(outer).toBeLessThan(at(15));
  expect(MODULE[outer]).toBe(0x0d);
  expect([12, 13, 14].map((constant) => loopAround(MODULE, at(constant)))).toEqual([outer, outer, outer]);
});

it('finds none outside of loops and of code', () => {
  expect([at(10), at(15), 8, MODULE.length + 5].map((offset) => loopAround(MODULE, offset))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
