import type { Body } from './body.ts';
import type { Instruction, Operand } from './parse.ts';
import { mismatch, wrong } from './problems.ts';
import { integer, type PtxType, typeOf } from './types.ts';

const PREDICATE: PtxType = { letter: 'p', bits: 1, packed: false };
const OF_FLOATS: Readonly<Record<string, string>> = {
  ...{ eq: 'oeq', ne: 'one', lt: 'olt', le: 'ole', gt: 'ogt', ge: 'oge', num: 'ord', nan: 'uno' },
  ...{ equ: 'ueq', neu: 'une', ltu: 'ult', leu: 'ule', gtu: 'ugt', geu: 'uge' },
};
/** `lo` and its like compare without sign, whatever the type. */
const OF_INTEGERS: Readonly<Record<string, string>> = {
  ...{ eq: 'eq', ne: 'ne', lo: 'ult', ls: 'ule', hi: 'ugt', hs: 'uge' },
};
const BY_SIGN = new Set(['lt', 'le', 'gt', 'ge']);

/** setp and set, with what may be combined with the outcome. */
export function compare(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const rest = modifiers.filter((modifier) => modifier !== 'ftz');
  const flushes = rest.length < modifiers.length;
  const compared = typeOf(rest.at(-1));
  const result = opcode === 'set' ? typeOf(rest.at(-2)) : PREDICATE;
  const [comparison = '', combination, ...others] = rest.slice(0, opcode === 'set' ? -2 : -1);
  if (!compared || !result || others.length > 0 || compared.packed || compared.letter === 'p') return false;
  if (opcode === 'set' && !(result.bits === 32 && /^[usf]$/.test(result.letter))) return false;
  const [to, a, b, other, ...more] = operands;
  if (!to || !a || !b || more.length > 0 || (combination === undefined) !== (other === undefined))
    throw mismatch(opcode);
  if (to.kind === 'pair' && opcode === 'set') throw mismatch(opcode);

  const outcome = compareValues(body, comparison, compared, [a, b], opcode, flushes);
  if (outcome === null) return false;
  const [first, second] = to.kind === 'pair' ? [to.first, to.second] : [to, null];
  const c = other ? body.read(other, PREDICATE, opcode) : null;
  const combined = (value: string) => (c && combination ? body.emit(`${combination} i1 ${value}, ${c}`) : value);
  if (combination !== undefined && !['and', 'or', 'xor'].includes(combination)) return false;
  const [whole, opposite] = [combined(outcome), second ? combined(body.emit(`xor i1 ${outcome}, true`)) : null];
  if (opcode === 'set') {
    const [yes, no] = result.letter === 'f' ? [0x3f800000, 0] : [-1, 0];
    body.write(first, body.emit(`select i1 ${whole}, i32 ${yes}, i32 ${no}`), result, opcode);
    return true;
  }
  body.write(first, whole, PREDICATE, opcode);
  if (second && opposite) body.write(second, opposite, PREDICATE, opcode);
  return true;
}

/** @returns null for a comparison that there is not */
function compareValues(
  body: Body,
  comparison: string,
  type: PtxType,
  operands: readonly Operand[],
  opcode: string,
  flushes: boolean,
): string | null {
  const isFloat = type.letter === 'f' || type.letter === 'bf';
  const integers = OF_INTEGERS[comparison] ?? (BY_SIGN.has(comparison) ? bySign(comparison, type) : undefined);
  const condition = isFloat ? OF_FLOATS[comparison] : integers;
  const isKnown = comparison in OF_FLOATS || comparison in OF_INTEGERS;
  const isOrdered = comparison !== 'eq' && comparison !== 'ne';
  const hasOther = (type.letter === 'b' && isOrdered) || (type.letter === 's' && /^(?:lo|ls|hi|hs)$/.test(comparison));
  if (isKnown && (condition === undefined || hasOther))
    throw wrong('Mismatch between instruction type and comparison qualifier');
  if (condition === undefined) return null;
  const values = operands.map((operand) => body.read(operand, type, opcode));
  if (!isFloat) return body.emit(`icmp ${condition} ${integer(type.bits)} ${values.join(', ')}`);
  const floats = values.map((value) => {
    if (type.bits === 64) return body.emit(`bitcast i64 ${value} to double`);
    const wide = type.bits === 16 ? `cvt_f32_${type.letter}16` : flushes ? 'flush_f32' : null;
    const [word = value] = wide ? body.call(wide, [value]) : [value];
    return body.emit(`bitcast i32 ${word} to float`);
  });
  return body.emit(`fcmp ${condition} ${type.bits === 64 ? 'double' : 'float'} ${floats.join(', ')}`);
}

function bySign(comparison: string, { letter }: PtxType): string {
  return `${letter === 's' ? 's' : 'u'}${comparison}`;
}

/** selp chooses by a predicate, slct by a sign. */
export function select(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const [type, by] =
    opcode === 'selp' ? [typeOf(modifiers[0]), PREDICATE] : [typeOf(modifiers.at(-2)), typeOf(modifiers.at(-1))];
  const [to, a, b, c, ...more] = operands;
  if (!type || !by || (opcode === 'selp' && modifiers.length !== 1)) return false;
  if (!to || !a || !b || !c || more.length > 0) throw mismatch(opcode);
  const [yes, no, sign] = [body.read(a, type, opcode), body.read(b, type, opcode), body.read(c, by, opcode)];
  // Of floats -0 is no less than 0, and NaN is neither.
  const condition =
    by.letter === 'p'
      ? sign
      : by.letter === 'f'
        ? body.emit(`fcmp oge float ${body.emit(`bitcast i32 ${sign} to float`)}, 0.0`)
        : body.emit(`icmp sge i32 ${sign}, 0`);
  const chosen = `select i1 ${condition}, ${integer(type.bits)} ${yes}, ${integer(type.bits)} ${no}`;
  body.write(to, body.emit(chosen), type, opcode);
  return true;
}
