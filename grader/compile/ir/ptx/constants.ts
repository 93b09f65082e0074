import { wrong } from './problems.ts';

/** Operators of PTX's constant expressions, those that bind least first. */
const LEVELS: readonly Readonly<Record<string, (a: bigint, b: bigint) => bigint>>[] = [
  { '|': (a, b) => a | b },
  { '^': (a, b) => a ^ b },
  { '&': (a, b) => a & b },
  { '<<': (a, b) => a << (b & 63n), '>>': (a, b) => a >> (b & 63n) },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => (b === 0n ? 0n : a / b), '%': (a, b) => (b === 0n ? 0n : a % b) },
];
const TOKEN = /\s*(0[xX][0-9a-fA-F]+U?|0[bB][01]+U?|\d+U?|<<|>>|[-+~!*/%&|^()])/gy;

/**
 * A constant expression of integers (PTX ISA, "Constant Expressions").
 * @throws PtxProblem for what is none
 */
export function integerIn(text: string): bigint {
  const tokens: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    tokens.push(match[1] ?? '');
    end = match.index + match[0].length;
  }
  const fail = () => wrong(`Parsing error near '${text}': syntax error`);
  if (text.slice(end).trim() !== '') throw fail();
  const sum = (level: number): bigint => {
    const operators = LEVELS[level];
    if (!operators) return single();
    let value = sum(level + 1);
    for (let next = operators[tokens[0] ?? '']; next; next = operators[tokens[0] ?? '']) {
      tokens.shift();
      value = BigInt.asIntN(64, next(value, sum(level + 1)));
    }
    return value;
  };
  const single = (): bigint => {
    const token = tokens.shift();
    if (token === '(') {
      const value = sum(0);
      if (tokens.shift() !== ')') throw fail();
      return value;
    }
    if (token === '-') return -single();
    if (token === '+') return single();
    if (token === '~') return ~single();
    if (token === '!') return single() === 0n ? 1n : 0n;
    if (token === undefined || !/^\d/.test(token)) throw fail();
    const digits = token.replace(/U$/, '');
    if (!/^0\d+$/.test(digits)) return BigInt(digits);
    if (/[89]/.test(digits)) throw fail();
    return BigInt(`0o${digits.slice(1)}`);
  };
  const value = sum(0);
  if (tokens.length > 0) throw fail();
  return value;
}
