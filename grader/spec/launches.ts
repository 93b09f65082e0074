import type { Dims } from './entry.ts';
import type { AssignmentSpec, LaunchSpec } from './schema.ts';

/**
 * Sizes of launches, of integer scalars:
 *
 *     sum     := product { "+" product }
 *     product := factor { "*" factor }
 *     factor  := number | name | "(" sum ")" | "ceil" "(" sum "/" sum ")"
 *
 * `ceil(n/256)` is the quotient rounded up. There is no other division and no subtraction, so that no size is negative.
 */
export type Expression = LaunchSpec['grid'][number];

/** A launch with the numbers of one case. */
export interface Launch {
  readonly name: string;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Dynamic shared memory of a block. */
  readonly sharedBytes: number;
}

/** What is wrong with an expression, and the character at which that shows, 1-based. */
export class ExpressionError extends Error {
  readonly at: number;
  /** A name that has no value. */
  readonly unknown: string | null;
  constructor(message: string, at: number, unknown: string | null = null) {
    super(message);
    this.at = at;
    this.unknown = unknown;
  }
}

/** @throws ExpressionError for what the grammar does not have, a name without value, a division by 0 or a number beyond 2^53 */
export function evaluateExpression(expression: Expression, dims: Dims): number {
  if (typeof expression === 'number') return expression;
  const tokens = [...expression.matchAll(/\s*(?:(\d+)|([A-Za-z_]\w*)|([-+*/()]))|\s*(\S)/g)].map((match) => ({
    text: match[0].trim(),
    at: match.index + match[0].length - match[0].trimStart().length + 1,
  }));
  let next = 0;
  const fail = (message: string, unknown: string | null = null): never => {
    throw new ExpressionError(message, tokens[next]?.at ?? expression.length + 1, unknown);
  };
  const take = (text: string): void => {
    if (tokens[next]?.text !== text) fail(`${text} is missing${tokens[next] ? ` before ${tokens[next]?.text}` : ''}`);
    next++;
  };
  const checked = (value: number): number => (Number.isSafeInteger(value) ? value : fail('the number is too large'));
  const sum = (): number => {
    let value = product();
    for (; tokens[next]?.text === '+'; value = checked(value + product())) next++;
    return value;
  };
  const product = (): number => {
    let value = factor();
    for (; tokens[next]?.text === '*'; value = checked(value * factor())) next++;
    return value;
  };
  const factor = (): number => {
    const { text } = tokens[next] ?? fail('a number, a name or a bracket is missing');
    if (/^\d/.test(text)) {
      const value = checked(Number(text));
      next++;
      return value;
    }
    if (text === '(') {
      next++;
      const value = sum();
      take(')');
      return value;
    }
    if (text === 'ceil' && tokens[next + 1]?.text === '(') {
      next += 2;
      const dividend = sum();
      take('/');
      const divisor = sum();
      if (divisor === 0) fail('a division by 0');
      take(')');
      return Math.ceil(dividend / divisor);
    }
    if (!/^\w/.test(text)) fail(`a number, a name or a bracket is missing before ${text}`);
    const value = Object.hasOwn(dims, text) ? dims[text] : undefined;
    if (value === undefined) fail(`${text} has no value`, text);
    next++;
    return value as number;
  };
  const value = sum();
  if (next < tokens.length) {
    const { text = '' } = tokens[next] ?? {};
    fail(text === '/' ? 'a division is written ceil(a/b)' : `${text} is not expected here`);
  }
  return value;
}

/** @throws ExpressionError */
export function evaluateLaunch({ name, grid, block, sharedBytes }: LaunchSpec, dims: Dims): Launch {
  const [x, y, z] = grid.map((expression) => evaluateExpression(expression, dims));
  const [bx, by, bz] = block;
  return {
    name,
    grid: [x ?? 1, y ?? 1, z ?? 1],
    block: [bx ?? 1, by ?? 1, bz ?? 1],
    sharedBytes: evaluateExpression(sharedBytes ?? 0, dims),
  };
}

/** The shapes with which a case is run; of a function that launches by itself there are none. */
export function launchesOf({ entry }: Pick<AssignmentSpec, 'entry'>, dims: Dims): Launch[] {
  return (entry.launches ?? []).map((launch) => evaluateLaunch(launch, dims));
}

/** The launch that is timed; null where the function launches by itself. */
export function timedLaunch({ entry, timing }: Pick<AssignmentSpec, 'entry' | 'timing'>, dims: Dims): Launch | null {
  const { launches = [] } = entry;
  const chosen = launches.find(({ name }) => name === timing?.launch) ?? launches[0];
  return chosen ? evaluateLaunch(chosen, dims) : null;
}
