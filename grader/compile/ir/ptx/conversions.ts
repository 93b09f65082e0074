import type { Body } from './body.ts';
import type { Instruction } from './parse.ts';
import { mismatch, wrong } from './problems.ts';
import { integer, type PtxType, typeOf } from './types.ts';

/** To a whole number, and of what it makes the intrinsic. */
const TO_WHOLE: Readonly<Record<string, string>> = { rni: 'nearbyint', rzi: 'trunc', rmi: 'floor', rpi: 'ceil' };
const ROUNDING = new Set(['rn', 'rz', 'rm', 'rp', 'rna', 'rs', ...Object.keys(TO_WHOLE)]);

/** cvt (PTX ISA, "Data Movement and Conversion Instructions: cvt"). */
export function convert(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const [to, from] = [typeOf(modifiers.at(-2)), typeOf(modifiers.at(-1))];
  const flags = modifiers.slice(0, -2);
  if (!to || !from) return false;
  if (to.packed || from.packed || modifiers.includes('tf32') || flags.includes('relu') || flags.includes('satfinite'))
    return named(body, { opcode, modifiers, operands });
  const rounding = flags.find((flag) => ROUNDING.has(flag));
  const saturates = flags.includes('sat');
  if (flags.some((flag) => !ROUNDING.has(flag) && flag !== 'sat' && flag !== 'ftz')) return false;
  const [target, source, ...more] = operands;
  if (!target || !source || more.length > 0) throw mismatch(opcode);
  const value = body.read(source, from, opcode, true);
  const [fromFloat, toFloat] = [isFloat(from), isFloat(to)];
  const loses = fromFloat !== toFloat || (fromFloat && to.bits < from.bits);
  if (loses && rounding === undefined) throw wrong("Rounding modifier required for instruction 'cvt'");
  const flush = flags.includes('ftz') ? (bits: string) => body.call('flush_f32', [bits])[0] ?? bits : null;
  const given = flush && fromFloat && from.bits === 32 ? flush(value) : value;
  let result: string | null;
  if (fromFloat && toFloat) result = floatToFloat(body, given, from, to, rounding);
  else if (fromFloat) result = floatToInteger(body, given, from, to, rounding);
  else if (toFloat) result = integerToFloat(body, given, from, to, rounding ?? 'rn');
  else result = integerToInteger(body, given, from, to, saturates);
  if (result === null) return false;
  const flushed = flush && toFloat && to.bits === 32 ? flush(result) : result;
  const kept = saturates && toFloat ? body.call(`sat_f${to.bits}`, [flushed])[0] : flushed;
  body.write(target, kept ?? flushed, to, opcode, true);
  return true;
}

/** Formats that only the headers know. */
function named(body: Body, { opcode, modifiers, operands }: Pick<Instruction, 'opcode' | 'modifiers' | 'operands'>) {
  const name = [opcode, ...modifiers.filter((modifier) => modifier !== 'ftz')].join('_');
  const helper = body.helper(name);
  const [to, from] = [typeOf(modifiers.at(-2)), typeOf(modifiers.at(-1))];
  if (!helper || !to || !from) return false;
  const [target, ...sources] = operands;
  if (!target || sources.length !== helper.parameters.length) throw mismatch(opcode);
  const values = sources.map((source) => body.read(source, from, opcode));
  body.write(target, body.call(name, values)[0] ?? '0', to, opcode);
  return true;
}

const isFloat = ({ letter }: PtxType) => letter === 'f' || letter === 'bf';
const ir = ({ bits }: PtxType) => (bits === 64 ? 'double' : 'float');
const name = ({ letter, bits }: PtxType) => `${letter}${bits}`;

function floatToFloat(body: Body, value: string, from: PtxType, to: PtxType, rounding?: string): string | null {
  const whole = TO_WHOLE[rounding ?? ''];
  if (from.bits === 16 || to.bits === 16) return byHeaders(body, value, from, to, whole ? undefined : rounding);
  if (from.bits === to.bits) {
    if (!whole) return value;
    const rounded = `call ${ir(from)} @llvm.${whole}.f${from.bits}(${ir(from)} ${asFloat(body, value, from)})`;
    return body.emit(`bitcast ${ir(from)} ${body.emit(rounded)} to ${integer(from.bits)}`);
  }
  if (to.bits === 64) {
    const wide = body.emit(`fpext float ${asFloat(body, value, from)} to double`);
    return body.emit(`bitcast double ${wide} to i64`);
  }
  return body.call(`cvt_${rounding ?? 'rn'}_f32_f64`, [value])[0] ?? null;
}

function floatToInteger(body: Body, value: string, from: PtxType, to: PtxType, rounding = 'rzi'): string | null {
  const whole = TO_WHOLE[rounding];
  if (!whole) return null;
  // A narrow float is a wide one exactly.
  const wide = from.bits === 16 ? (body.call(`cvt_f32_${name(from)}`, [value])[0] ?? value) : value;
  const type: PtxType = from.bits === 16 ? { ...from, bits: 32 } : from;
  const rounded = body.emit(`call ${ir(type)} @llvm.${whole}.f${type.bits}(${ir(type)} ${asFloat(body, wide, type)})`);
  const sign = to.letter === 's' ? 's' : 'u';
  return body.emit(`call ${integer(to.bits)} @llvm.fpto${sign}i.sat.i${to.bits}.f${type.bits}(${ir(type)} ${rounded})`);
}

function integerToFloat(body: Body, value: string, from: PtxType, to: PtxType, rounding: string): string | null {
  const isSigned = from.letter === 's';
  const bits = from.bits < 32 ? 32 : from.bits;
  const wide =
    bits === from.bits ? value : body.emit(`${isSigned ? 'sext' : 'zext'} ${integer(from.bits)} ${value} to i32`);
  const whole: PtxType = { ...from, letter: isSigned ? 's' : 'u', bits };
  if (to.bits === 16) return byHeaders(body, wide, whole, to, rounding);
  if (rounding !== 'rn') return body.call(`cvt_${rounding}_${name(to)}_${name(whole)}`, [wide])[0] ?? null;
  const float = body.emit(`${isSigned ? 's' : 'u'}itofp ${integer(bits)} ${wide} to ${ir(to)}`);
  return body.emit(`bitcast ${ir(to)} ${float} to ${integer(to.bits)}`);
}

function integerToInteger(body: Body, value: string, from: PtxType, to: PtxType, saturates: boolean): string {
  if (saturates) return saturated(body, value, from, to);
  if (from.bits === to.bits) return value;
  const step = from.bits > to.bits ? 'trunc' : from.letter === 's' ? 'sext' : 'zext';
  return body.emit(`${step} ${integer(from.bits)} ${value} to ${integer(to.bits)}`);
}

/** What lies beyond the type's limits becomes the limit; 66 bits hold both. */
function saturated(body: Body, value: string, from: PtxType, to: PtxType): string {
  const [isSigned, toSigned] = [from.letter === 's', to.letter === 's'];
  const wide = body.emit(`${isSigned ? 'sext' : 'zext'} ${integer(from.bits)} ${value} to i66`);
  const bits = BigInt(to.bits);
  const most = (1n << (toSigned ? bits - 1n : bits)) - 1n;
  const least = toSigned ? -(1n << (bits - 1n)) : 0n;
  const below = body.emit(`icmp slt i66 ${wide}, ${least}`);
  const raised = body.emit(`select i1 ${below}, i66 ${least}, i66 ${wide}`);
  const above = body.emit(`icmp sgt i66 ${raised}, ${most}`);
  return body.emit(`trunc i66 ${body.emit(`select i1 ${above}, i66 ${most}, i66 ${raised}`)} to ${integer(to.bits)}`);
}

function byHeaders(body: Body, value: string, from: PtxType, to: PtxType, rounding?: string): string | null {
  const known = [`cvt_${rounding}_${name(to)}_${name(from)}`, `cvt_${name(to)}_${name(from)}`].find((one) =>
    body.has(one),
  );
  return known ? (body.call(known, [value])[0] ?? null) : null;
}

function asFloat(body: Body, value: string, type: PtxType): string {
  return body.emit(`bitcast ${integer(type.bits)} ${value} to ${ir(type)}`);
}
