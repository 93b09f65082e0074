import { describe, expect, it } from 'vitest';
import { arithmeticOf, compares, converted } from '../../../grader/compile/verify/arithmetic.ts';
import { OP } from '../../../grader/compile/verify/instructions.ts';
import { ANY, join, type Value } from '../../../grader/compile/verify/values.ts';

const number = (value: number): Value => ({ kind: 'number', value });
const choice = (most: number): Value => ({ kind: 'choice', most });
const stack = (low: number, high = low): Value => ({ kind: 'stack', low, high });
const hook = (offset: number, call = 7, bytes = 8): Value => ({ kind: 'hook', call, bytes, offset, mode: 'load' });

describe('a pointer plus a number whose maximum is known', () => {
  it.each<readonly [string, number, Value, Value, Value]>([
    ['the frame, and more', OP.i32Add, stack(-16), choice(4), stack(-16, -12)],
    ['in either order', OP.i32Add, choice(4), stack(-16, -8), stack(-16, -4)],
    ['bits of a frame address', OP.i32Or, stack(-16), choice(12), stack(-16, -4)],
    ['the answer of a hook', OP.i32Add, hook(0), choice(4), hook(4)],
    ['memory of the caller', OP.i32Add, { kind: 'own', bytes: 8 }, choice(4), { kind: 'own', bytes: 4 }],
    ['two numbers', OP.i32Add, choice(4), choice(8), choice(12)],
    ['a number and a constant', OP.i32Add, choice(4), number(8), choice(12)],
    ['a number below a mask', OP.i32And, ANY, number(28), choice(28)],
    ['a number that is shifted', OP.i32Shl, choice(3), number(2), choice(12)],
    ['the same in 64 bits', OP.i64Add, stack(-16), choice(4), stack(-16, -12)],
    ['a shift in 64 bits', OP.i64Shl, choice(3), number(2), choice(12)],
    ['a stack pointer that is aligned', OP.i64And, stack(-20), number(-16), stack(-35, -20)],
    ['a sum that wraps around in 32 bits', OP.i32Add, number(0x7fff_ffff), number(1), number(-0x8000_0000)],
    ['the same sum in 64 bits', OP.i64Add, number(0x7fff_ffff), number(1), number(0x8000_0000)],
  ])('%s', (_, op, a, b, expected) => {
    expect(arithmeticOf(op, a, b)).toEqual(expected);
  });

  it.each<readonly [string, number, Value, Value]>([
    ['a number that is unknown', OP.i32Add, stack(-16), ANY],
    ['a constant below zero', OP.i32Add, choice(4), number(-8)],
    ['what is unknown', OP.i32Or, stack(-16), ANY],
    ['two pointers', OP.i32Add, stack(-16), stack(-8)],
    ['bits of the answer of a hook', OP.i32Or, hook(0), choice(4)],
    ['a number that may wrap around', OP.i32Shl, choice(2 ** 20), number(12)],
    ['a shift by what is unknown', OP.i32Shl, choice(1), ANY],
    ['a pointer that may wrap around', OP.i32Add, stack(0, 2 ** 29), choice(2 ** 29)],
    ['a mask with all high bits', OP.i32And, ANY, number(0x7fff_ffff)],
    ['a variable', OP.i32Add, { kind: 'address', symbol: 1, offset: 0 }, choice(4)],
    ['a pointer that is less', OP.i32Sub, stack(-16), choice(4)],
    ['a number of 33 bits', OP.i64Shl, choice(2), number(31)],
    ['a mask of 33 bits', OP.i64And, stack(-16), number(-(2 ** 32))],
    ['a sum that no number of JavaScript holds', OP.i64Add, number(2 ** 53 - 1), number(1)],
    ['an index 2^32 bytes off', OP.i64Add, stack(-16), number(2 ** 32)],
  ])('but nothing of %s', (_, op, a, b) => {
    expect(arithmeticOf(op, a, b)).toEqual(ANY);
  });
});

describe('a number that changes its size', () => {
  it.each<readonly [string, number, Value, Value]>([
    ['keeps its maximum when it is cut', OP.i32WrapI64, choice(12), choice(12)],
    ['keeps its maximum when it is extended', OP.i64ExtendI32S, choice(12), choice(12)],
    ['loses its high half', OP.i32WrapI64, number(2 ** 32 + 7), number(7)],
    ['is below zero afterwards', OP.i32WrapI64, number(0xffff_fff0), number(-16)],
    ['keeps its sign', OP.i64ExtendI32S, number(-16), number(-16)],
    ['loses its sign', OP.i64ExtendI32U, number(-16), number(0xffff_fff0)],
    ['is no address any more', OP.i32WrapI64, stack(-16), ANY],
    ['is no answer of a hook any more', OP.i64ExtendI32U, hook(0), ANY],
  ])('%s', (_, op, value, expected) => {
    expect(converted(op, value)).toEqual(expected);
  });
});

describe('where two answers of hooks meet', () => {
  it('the larger offset stands if they are of one call', () => {
    expect(join(hook(4), hook(0))).toEqual(hook(4));
  });

  it('nothing is known if they are of two calls, or for other bytes', () => {
    expect(join(hook(0, 7), hook(0, 8))).toEqual(ANY);
    expect(join(hook(0, 7, 8), hook(0, 7, 4))).toEqual(ANY);
  });
});

it('comparisons are those of the WebAssembly specification', () => {
  const [eqz, last, clz] = [0x45, 0x66, 0x67];
  expect([eqz, last].every(compares)).toBe(true);
  expect([eqz - 1, clz].some(compares)).toBe(false);
});
