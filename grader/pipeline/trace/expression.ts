/** A whole-number expression of a source, with the value of each name in it. */
export interface Substituted {
  /** The expression of the source. */
  readonly text: string;
  /** The same with numbers in the place of names. */
  readonly numbers: string;
  /** The value; of a condition 1 or 0. */
  readonly value: bigint;
}

const TOKEN = /\s*(?:(\d+)[uUlL]*|([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*)|(<=|>=|==|!=|&&|\|\||[-+*/%()<>!]))/y;
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * Returns the value of an expression of whole numbers, computed without limits of width.
 * @param numberOf - `undefined` for a name whose value is not known
 * @returns `null` for an expression with anything else in it: calls, casts, elements
 */
export function substitute(text: string, numberOf: (name: string) => bigint | undefined): Substituted | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  let numbers = '';
  let at = 0;
  for (const { start, end, name } of tokens) {
    if (name === null) continue;
    const value = numberOf(name);
    if (value === undefined) return null;
    numbers += `${text.slice(at, start)}${value < 0n ? `(${value})` : value}`;
    at = end;
  }
  numbers += text.slice(at);
  const value = new Parser(tokens, (name) => numberOf(name) ?? 0n).value();
  return value === null ? null : { text: oneLine(text), numbers: oneLine(numbers), value };
}

interface Token {
  readonly start: number;
  readonly end: number;
  readonly number: bigint | null;
  readonly name: string | null;
  readonly sign: string | null;
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    const [matched, number, name, sign] = TOKEN.exec(text) ?? [];
    if (matched === undefined) return null;
    tokens.push({
      start: TOKEN.lastIndex - matched.trimStart().length,
      end: TOKEN.lastIndex,
      number: number === undefined ? null : BigInt(number),
      name: name?.replace(/\s/g, '') ?? null,
      sign: sign ?? null,
    });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #numberOf: (name: string) => bigint;
  #at = 0;

  constructor(tokens: readonly Token[], numberOf: (name: string) => bigint) {
    this.#tokens = tokens;
    this.#numberOf = numberOf;
  }

  value(): bigint | null {
    const value = this.#level(0);
    return this.#at === this.#tokens.length ? value : null;
  }

  #level(level: number): bigint | null {
    const signs = LEVELS[level];
    if (!signs) return this.#unary();
    let left = this.#level(level + 1);
    for (let sign = this.#sign(); sign !== null && signs.includes(sign); sign = this.#sign()) {
      this.#at++;
      const right = this.#level(level + 1);
      left = left === null || right === null ? null : computed(left, sign, right);
    }
    return left;
  }

  #unary(): bigint | null {
    const token = this.#tokens[this.#at++];
    if (!token) return null;
    if (token.number !== null) return token.number;
    if (token.name !== null) return this.#numberOf(token.name);
    if (token.sign === '(') {
      const inner = this.#level(0);
      return this.#sign() === ')' && this.#at++ ? inner : null;
    }
    const inner = token.sign === '-' || token.sign === '!' || token.sign === '+' ? this.#unary() : null;
    if (inner === null) return null;
    return token.sign === '-' ? -inner : token.sign === '!' ? BigInt(inner === 0n) : inner;
  }

  #sign(): string | null {
    return this.#tokens[this.#at]?.sign ?? null;
  }
}

function computed(left: bigint, sign: string, right: bigint): bigint | null {
  switch (sign) {
    case '||':
      return BigInt(left !== 0n || right !== 0n);
    case '&&':
      return BigInt(left !== 0n && right !== 0n);
    case '==':
      return BigInt(left === right);
    case '!=':
      return BigInt(left !== right);
    case '<':
      return BigInt(left < right);
    case '<=':
      return BigInt(left <= right);
    case '>':
      return BigInt(left > right);
    case '>=':
      return BigInt(left >= right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0n ? null : left / right;
    default:
      return right === 0n ? null : left % right;
  }
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
