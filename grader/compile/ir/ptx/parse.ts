import { integerIn } from './constants.ts';
import { unsupported, wrong } from './problems.ts';

/** PTX as nvcc takes it in an `asm` statement (PTX ISA, "Syntax"). */
export type Statement =
  | { readonly kind: 'open' | 'close' }
  | { readonly kind: 'declaration'; readonly type: string; readonly names: readonly string[] }
  | { readonly kind: 'label'; readonly name: string }
  | Instruction;

export interface Instruction {
  readonly kind: 'instruction';
  /** As written, for messages. */
  readonly text: string;
  /** `add` */
  readonly opcode: string;
  /** `['sat', 's32']` */
  readonly modifiers: readonly string[];
  readonly operands: readonly Operand[];
  /** `@p`, `@!p` */
  readonly guard: { readonly name: string; readonly negated: boolean } | null;
}

export type Operand =
  /** A register, a special register or a label. */
  | { readonly kind: 'name'; readonly name: string; readonly negated: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'float'; readonly bits: bigint; readonly width: 32 | 64; readonly value: number }
  | { readonly kind: 'address'; readonly base: Operand; readonly offset: bigint }
  | { readonly kind: 'vector'; readonly elements: readonly Operand[] }
  /** `p|q`: two results. */
  | { readonly kind: 'pair'; readonly first: Operand; readonly second: Operand }
  /** `_`: a result that nobody asks for. */
  | { readonly kind: 'sink' };

const NAME = String.raw`(?:[a-zA-Z][\w$]*|[_$%][\w$]+)`;
const PLAIN = new RegExp(`^(?:${NAME}|_)$`);
/** `r.b0`, `r.h1`, `r.b3210` */
const PART = new RegExp(`^${NAME}\\.[bh]\\d+$`);
const GUARD = new RegExp(`^@(!?)\\s*(${NAME})\\s*`);
const LABEL = new RegExp(`^(${NAME})\\s*:(?!:)`);
const OPCODE = /^([a-z]\w*)((?:(?:\.|::)\w+)*)\s*/;
const REGISTERS = /^\.reg\s+((?:\.\w+\s*)+?)\s*([\w$%][\s\S]*)$/;

/** @param text - with names in place of the statement's operands */
export function parsePtx(text: string): Statement[] {
  const statements: Statement[] = [];
  const code = text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  let at = 0;
  for (;;) {
    at += /^[\s;]*/.exec(code.slice(at))?.[0].length ?? 0;
    const rest = code.slice(at);
    if (rest === '') return statements;
    const label = LABEL.exec(rest);
    if (rest.startsWith('{') || rest.startsWith('}')) {
      statements.push({ kind: rest.startsWith('{') ? 'open' : 'close' });
      at++;
    } else if (label) {
      statements.push({ kind: 'label', name: label[1] ?? '' });
      at += label[0].length;
    } else {
      const end = rest.indexOf(';');
      const statement = (end < 0 ? rest : rest.slice(0, end)).trim();
      if (end < 0) throw wrong(`Parsing error near '${statement.split(/\s/).at(-1)}': syntax error, a ';' is missing`);
      const one = parseStatement(statement.replace(/\s+/g, ' '));
      if (one) statements.push(one);
      at += end + 1;
    }
  }
}

function parseStatement(text: string): Statement | null {
  if (/^\.(?:pragma|loc)\b/.test(text)) return null;
  const registers = REGISTERS.exec(text);
  if (registers) return { kind: 'declaration', type: (registers[1] ?? '').trim(), names: namesIn(registers[2] ?? '') };
  if (text.startsWith('.')) throw unsupported(`the PTX directive ${text.split(' ')[0]}`);
  const guard = GUARD.exec(text);
  const plain = guard ? text.slice(guard[0].length) : text;
  const opcode = OPCODE.exec(plain);
  if (!opcode) throw wrong(`Parsing error near '${plain.split(' ')[0]}': syntax error`);
  const [, name = '', modifiers = ''] = opcode;
  return {
    kind: 'instruction',
    text: plain,
    opcode: name,
    // `.shared::cta` is one modifier.
    modifiers: modifiers.split('.').slice(1),
    operands: splitOperands(plain.slice(opcode[0].length)).map(parseOperand),
    guard: guard ? { name: guard[2] ?? '', negated: guard[1] === '!' } : null,
  };
}

/** `a, b<3>` is a, b0, b1 and b2. */
function namesIn(list: string): string[] {
  return list.split(',').flatMap((part) => {
    const name = new RegExp(`^\\s*(${NAME})\\s*(?:<\\s*(\\d+)\\s*>)?\\s*$`).exec(part);
    if (!name?.[1]) throw wrong(`Parsing error near '${part.trim()}': syntax error`);
    const [, stem, count] = name;
    if (count === undefined) return [stem];
    if (Number(count) > MOST_REGISTERS) throw unsupported(`more than ${MOST_REGISTERS} PTX registers`);
    return Array.from({ length: Number(count) }, (_, i) => `${stem}${i}`);
  });
}

const MOST_REGISTERS = 4096;

function splitOperands(text: string): string[] {
  if (text.trim() === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    const char = text[i] ?? ',';
    if ('[{('.includes(char)) depth++;
    else if (']})'.includes(char)) depth--;
    else if (char === ',' && (depth === 0 || i === text.length)) {
      parts.push(text.slice(start, i).trim());
      start = i + 1;
    }
  }
  return parts;
}

function parseOperand(text: string): Operand {
  if (text === '_') return { kind: 'sink' };
  const brackets = /^\[\s*([\s\S]*?)\s*\]$/.exec(text);
  if (brackets) return parseAddress(brackets[1] ?? '');
  const braces = /^\{([\s\S]*)\}$/.exec(text);
  if (braces) return { kind: 'vector', elements: splitOperands(braces[1] ?? '').map(parseOperand) };
  const pair = text.split('|').map((part) => part.trim());
  if (pair.length === 2 && pair[0] && pair[1] && pair.every((part) => PLAIN.test(part)))
    return { kind: 'pair', first: parseOperand(pair[0]), second: parseOperand(pair[1]) };
  const name = new RegExp(`^(!?)\\s*(${NAME}(?:\\.[xyzw])?)$`).exec(text);
  if (name) return { kind: 'name', name: name[2] ?? '', negated: name[1] === '!' };
  if (PART.test(text)) throw unsupported('a part of a PTX register, as a video instruction may take it');
  return parseNumber(text);
}

function parseAddress(text: string): Operand {
  const sum = /^(.*?)\s*([+-])\s*(-?\w+)$/.exec(text);
  if (!sum?.[1]) return { kind: 'address', base: parseOperand(text), offset: 0n };
  const offset = integerIn(sum[3] ?? '');
  return { kind: 'address', base: parseOperand(sum[1]), offset: sum[2] === '-' ? -offset : offset };
}

function parseNumber(text: string): Operand {
  const bits = /^(-?)0([fFdD])([0-9a-fA-F]+)$/.exec(text);
  if (bits) {
    const width = bits[2]?.toLowerCase() === 'f' ? 32 : 64;
    if ((bits[3] ?? '').length !== width / 4) throw wrong(`Parsing error near '${text}': syntax error`);
    const view = new DataView(new ArrayBuffer(8));
    const sign = bits[1] === '-' ? 1n << BigInt(width - 1) : 0n;
    const all = BigInt(`0x${bits[3]}`) ^ sign;
    view.setBigUint64(0, width === 32 ? all << 32n : all);
    return { kind: 'float', bits: all, width, value: width === 32 ? view.getFloat32(0) : view.getFloat64(0) };
  }
  if (/^[+-]?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?$/.test(text)) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, Number(text));
    return { kind: 'float', bits: view.getBigUint64(0), width: 64, value: Number(text) };
  }
  return { kind: 'integer', value: integerIn(text) };
}
