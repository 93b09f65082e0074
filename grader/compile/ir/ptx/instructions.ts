import type { Type } from '../read/index.ts';
import { access } from './accesses.ts';
import type { Body } from './body.ts';
import { compare, select } from './comparisons.ts';
import { convert } from './conversions.ts';
import { lookup } from './lookup.ts';
import { move } from './moves.ts';
import { OPCODES } from './opcodes.ts';
import type { Instruction } from './parse.ts';
import { mismatch, unsupported, wrong } from './problems.ts';
import { type PtxType, typeOf } from './types.ts';

type Translate = (body: Body, instruction: Instruction) => boolean;

/** What is more than the call of one function. Each answers whether it knows this form. */
const FORMS: Readonly<Record<string, Translate>> = {
  mov: move,
  cvta: move,
  cvt: convert,
  setp: compare,
  set: compare,
  selp: select,
  slct: select,
  and: logic,
  or: logic,
  xor: logic,
  not: logic,
  ...Object.fromEntries(
    ['ld', 'ldu', 'st', 'atom', 'red', 'cp', 'prefetch', 'prefetchu', 'discard', 'applypriority', 'createpolicy'].map(
      (opcode) => [opcode, access],
    ),
  ),
  bar: barrier,
  fence: nothingToOrder,
  setmaxnreg: nothingToOrder,
  barrier: barrier,
  lop3: lookup,
  mma: matrix,
  ldmatrix: access,
  stmatrix: access,
};

/** One instruction, without its guard. */
export function translateInstruction(body: Body, instruction: Instruction): void {
  const { opcode, modifiers } = instruction;
  if (!OPCODES.has(opcode)) throw wrong(`Not a name of any known instruction: '${opcode}'`);
  if (FORMS[opcode]?.(body, instruction) || plain(body, instruction)) return;
  throw unsupported(`the PTX instruction ${[opcode, ...modifiers].join('.')}`, body.formsOf(opcode));
}

/** Instructions on predicates; the others of these names are functions. */
function logic(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const type = typeOf(modifiers.at(-1));
  if (type?.letter !== 'p') return false;
  const [to, a, b] = operands;
  if (!to || !a || (opcode === 'not') !== (b === undefined) || operands.length > 3) throw mismatch(opcode);
  const first = body.read(a, type, opcode);
  const second = b ? body.read(b, type, opcode) : 'true';
  body.write(to, body.emit(`${b ? opcode : 'xor'} i1 ${first}, ${second}`), type, opcode);
  return true;
}

/** Modifiers that change nothing where results are as exact as they can be. */
const EXACT = new Set(['approx', 'full', 'rn', 'noftz']);
const ROUNDED = new Set([
  'add',
  'sub',
  'mul',
  'fma',
  'mad',
  'div',
  'rcp',
  'sqrt',
  'rsqrt',
  'ex2',
  'lg2',
  'sin',
  'cos',
  'tanh',
]);
/** Modifiers that say how threads come together, and nothing of what is done. */
const MANNERS = new Set(['aligned', 'cta']);

const MODES = /^(?:rn|rz|rm|rp)$/;

/** What has no default: a mode, or that it may be approximate. */
function checkRounding({ opcode, modifiers }: Instruction, { letter, bits }: PtxType): void {
  if (letter !== 'f' || bits === 16) return;
  const isRounded = modifiers.some((modifier) => MODES.test(modifier));
  const isApproximate = modifiers.includes('approx');
  if (/^(?:ex2|lg2|sin|cos|tanh|rsqrt)$/.test(opcode) && !isApproximate)
    throw wrong(`.approx modifier required for instruction '${opcode}'`);
  if (/^(?:fma|mad)$/.test(opcode) && !isRounded) throw wrong(`Rounding modifier required for instruction '${opcode}'`);
  if (/^(?:rcp|sqrt|div)$/.test(opcode) && !isRounded && !isApproximate && !modifiers.includes('full'))
    throw wrong(`Rounding modifier or '.approx' modifier required for instruction '${opcode}'`);
}

/** An instruction that is one function of the headers, of the same name. */
function plain(body: Body, instruction: Instruction): boolean {
  const { opcode, modifiers, operands } = instruction;
  const type = typeOf(modifiers.at(-1));
  if (type && !type.packed) checkRounding(instruction, type);
  const isFloat = type?.letter === 'f' || type?.letter === 'bf';
  const flushes = isFloat && modifiers.includes('ftz');
  const saturates = isFloat && modifiers.includes('sat') && !type.packed && type.bits >= 32;
  const kept = modifiers.filter(
    (modifier) =>
      !(modifier === 'ftz' && isFloat) &&
      !(modifier === 'sat' && saturates) &&
      !(EXACT.has(modifier) && isFloat && ROUNDED.has(opcode)) &&
      !(MANNERS.has(modifier) && /^(?:bar|barrier|mma|shfl|vote|match|redux)$/.test(opcode)),
  );
  const name = [opcode, ...kept].join('_').replaceAll('::', '_');
  const helper = body.helper(name) ?? body.helper(`${name}_${operands.length}`);
  if (!helper) return false;
  const own = helper.symbol.replace(/^emu_ptx_/, '');
  const parameters = helper.parameters.filter(({ type }) => type.kind !== 'pointer');
  const isVoid = helper.result.text === 'void';
  const results = isVoid ? [] : operands.slice(0, 1);
  const given = operands.slice(results.length);
  if (given.length !== parameters.length || (!isVoid && results.length === 0)) throw mismatch(opcode);
  const values = given.map((operand, i) => {
    const parameter = parameters[i]?.type ?? helper.result;
    const value = body.read(operand, operandType(parameter, type), opcode);
    return flushes && parameter.text === 'float' ? (body.call('flush_f32', [value])[0] ?? value) : value;
  });
  const answers = body.call(own, values).map((answer) => {
    const flushed =
      flushes && helper.result.text === 'float' ? (body.call('flush_f32', [answer])[0] ?? answer) : answer;
    return saturates ? (body.call(`sat_f${type.bits}`, [flushed])[0] ?? flushed) : flushed;
  });
  const [to] = results;
  const [first, second] = answers;
  if (!to || first === undefined) return true;
  const element = helper.result.kind === 'vector' ? helper.result.element : helper.result;
  const whole = operandType(element, type);
  if (to.kind === 'pair') {
    if (second === undefined) throw mismatch(opcode);
    body.write(to.first, first, whole, opcode);
    body.write(to.second, body.emit(`icmp ne i32 ${second}, 0`), { letter: 'p', bits: 1, packed: false }, opcode);
  } else body.write(to, first, whole, opcode);
  return true;
}

/** @param parameter - IR type of what a function takes. @param type - of the instruction */
function operandType(parameter: Type, type: PtxType | null): PtxType {
  if (parameter.text === 'i1') return { letter: 'p', bits: 1, packed: false };
  if (parameter.kind === 'float') return { letter: 'f', bits: parameter.bytes * 8, packed: false };
  const bits = parameter.kind === 'integer' ? parameter.bits : Number.NaN;
  return type && type.bits === bits && type.letter !== 'p' ? type : { letter: 'u', bits, packed: false };
}

/** What is between ways into memory that the emulator does not have, and how many registers a warp has. */
function nothingToOrder(_: Body, { opcode, modifiers }: Instruction): boolean {
  return opcode === 'setmaxnreg' || modifiers[0] === 'proxy' || modifiers[0] === 'mbarrier_init';
}

/** bar and barrier: of all threads of the block, number 0, as __syncthreads(). bar.warp.sync is a function. */
function barrier(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const rest = modifiers.filter((modifier) => !MANNERS.has(modifier));
  if (rest[0] !== 'sync' && rest[0] !== 'red') return false;
  const name = ['bar', ...rest].join('_');
  const results = rest[0] === 'red' ? 1 : 0;
  const [number, ...others] = operands.slice(results);
  if (!body.has(name)) return false;
  if (!number || others.length < results) throw mismatch(opcode);
  if (number.kind !== 'integer' || number.value !== 0n || others.length > results)
    throw unsupported('a PTX barrier of a number of its own, or of some threads');
  const values = others.map((operand) => body.read(operand, typeOf('pred') ?? WORD, opcode));
  const [answer] = body.call(name, values);
  if (operands[0] && answer) body.write(operands[0], answer, typeOf(rest.at(-1)) ?? WORD, opcode);
  return true;
}

/** mma.sync: registers of vectors, one behind the other. */
function matrix(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const name = [opcode, ...modifiers.filter((modifier) => !MANNERS.has(modifier))].join('_');
  const helper = body.helper(name);
  if (!helper) return false;
  const [to, ...factors] = operands;
  if (to?.kind !== 'vector' || factors.length !== 3) throw mismatch(opcode);
  const [bitsOf, sumOf] = [typesIn(helper.parameters.map(({ type }) => type)), typesIn([helper.result])];
  const elements = factors.flatMap((factor) => (factor.kind === 'vector' ? factor.elements : [factor]));
  if (elements.length !== bitsOf.length || to.elements.length !== sumOf.length) throw mismatch(opcode);
  const answers = body.call(
    own(helper.symbol),
    elements.map((element, i) => body.read(element, bitsOf[i] ?? WORD, opcode)),
  );
  to.elements.forEach((element, i) => {
    body.write(element, answers[i] ?? '0', sumOf[i] ?? WORD, opcode);
  });
  return true;
}

const WORD: PtxType = { letter: 'b', bits: 32, packed: false };
const own = (symbol: string) => symbol.replace(/^emu_ptx_/, '');

/** Of what functions take, one for each register. */
function typesIn(irTypes: readonly Type[]): PtxType[] {
  return irTypes.flatMap((ir) => {
    const [count, element] = ir.kind === 'vector' ? [ir.count, ir.element] : [1, ir];
    return Array.from({ length: count }, () => operandType(element, null)).map((type) =>
      type.letter === 'u' ? { ...type, letter: 'b' as const } : type,
    );
  });
}
