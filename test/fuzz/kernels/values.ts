import {
  type BinaryOperator,
  type Builtin,
  type Expression,
  type FuzzKernel,
  type Size3,
  threadsOf,
} from './kernel.ts';

/** An unsigned of 32 bits; null: CUDA leaves it open. */
export type Value = number | null;

/** A thread and what it has in its registers. */
export interface Lane {
  readonly kernel: FuzzKernel;
  /** Numbers in the grid and in the block, x first. */
  readonly block: number;
  readonly thread: number;
  readonly variables: Value[];
  /** Of the loops around the statement, the innermost last. */
  readonly counters: number[];
  sum: Value;
}

const AXES = ['x', 'y', 'z'] as const;

export function evaluate(expression: Expression, lane: Lane): Value {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'builtin':
      return builtin(expression.name, lane);
    case 'variable':
      return lane.variables[expression.number] ?? null;
    case 'counter':
      return lane.counters.at(-1 - expression.up) ?? lane.thread;
    case 'binary': {
      const [a, b] = [evaluate(expression.a, lane), evaluate(expression.b, lane)];
      return a === null || b === null ? null : binary(expression.operator, a, b);
    }
    case 'by': {
      const a = evaluate(expression.a, lane);
      return a === null ? null : by(expression.operator, a, expression.constant);
    }
    case 'call': {
      const [a, b] = [evaluate(expression.a, lane), evaluate(expression.b, lane)];
      return a === null || b === null ? null : (Math.imul(a, 3) + ((b ^ 5) >>> 0)) >>> 0;
    }
    case 'float': {
      const [a, b] = [evaluate(expression.a, lane), evaluate(expression.b, lane)];
      return a === null || b === null ? null : ((a & 4095) * 0.5 + (b & 4095)) * 2;
    }
    case 'select': {
      const condition = evaluate(expression.condition, lane);
      if (condition === null) return null;
      return evaluate(condition ? expression.yes : expression.no, lane);
    }
  }
}

function builtin(name: Builtin, { kernel, block, thread }: Lane): number {
  switch (name) {
    case 'thread':
      return thread;
    case 'block':
      return block;
    case 'global':
      return block * threadsOf(kernel.block) + thread;
    case 'n':
      return kernel.n;
    default: {
      const [what, axis] = name.split('.') as ['threadIdx' | 'blockIdx' | 'blockDim' | 'gridDim', 'x' | 'y' | 'z'];
      const triples = {
        threadIdx: coordinates(thread, kernel.block),
        blockIdx: coordinates(block, kernel.grid),
        blockDim: kernel.block,
        gridDim: kernel.grid,
      };
      return triples[what][AXES.indexOf(axis)] as number;
    }
  }
}

export function coordinates(number: number, [x, y]: Size3): Size3 {
  return [number % x, Math.floor(number / x) % y, Math.floor(number / (x * y))];
}

function binary(operator: BinaryOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return (a + b) >>> 0;
    case '-':
      return (a - b) >>> 0;
    case '*':
      return Math.imul(a, b) >>> 0;
    case '&':
      return (a & b) >>> 0;
    case '|':
      return (a | b) >>> 0;
    case '^':
      return (a ^ b) >>> 0;
    case '<':
      return Number(a < b);
    case '<=':
      return Number(a <= b);
    case '==':
      return Number(a === b);
    case '!=':
      return Number(a !== b);
  }
}

function by(operator: '%' | '/' | '<<' | '>>', a: number, constant: number): number {
  switch (operator) {
    case '%':
      return a % constant;
    case '/':
      return Math.floor(a / constant);
    case '<<':
      return (a << constant) >>> 0;
    case '>>':
      return a >>> constant;
  }
}
