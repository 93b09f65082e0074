import type { Formula, Kernel, Site } from '../../compile/index.ts';
import type { BelowZero, Dim3 } from '../device.ts';

/** The launch of a thread: it decides the numbers that the thread computes without memory. */
export interface Computing {
  readonly kernel: Pick<Kernel, 'parameters'>;
  readonly args: Uint8Array;
  readonly grid: Dim3;
  readonly block: Dim3;
}

/** The bits of a number, and the whole number that it would be without a limit. */
interface Whole {
  readonly bits: bigint;
  readonly exact: bigint;
}

/**
 * The least result that is taken for a difference. Constants of hash functions are far below it: their first bit is set,
 * and as signed numbers they are negative.
 */
const LEAST = -(2n ** 26n);

/**
 * Returns the number that an access out of bounds depends on, that is used as an unsigned one and that is below zero for
 * the thread; `null` if there is none, or if memory decides it.
 */
export function belowZero(
  site: Pick<Site, 'unsigned'> | undefined,
  thread: Dim3,
  blockIndex: Dim3,
  computing: Computing,
): BelowZero | null {
  for (const { role, position, bits, formula } of site?.unsigned ?? []) {
    const own = new Thread(thread, blockIndex, computing);
    const value = own.value(formula);
    if (value === null || value.exact >= 0n || value.exact < LEAST) continue;
    const isWrapped = value.bits === BigInt.asUintN(bits, value.exact);
    if (isWrapped) return { role, position, bits, exact: Number(value.exact), ...own.difference(formula) };
  }
  return null;
}

/** Computes what one thread computes. */
class Thread {
  readonly #indexes: readonly number[];
  readonly #parameters: readonly bigint[];

  constructor(thread: Dim3, blockIndex: Dim3, { kernel, args, grid, block }: Computing) {
    // In the order of __emu_index.
    this.#indexes = [...thread, ...blockIndex, ...block, ...grid];
    const view = new DataView(args.buffer, args.byteOffset, args.byteLength);
    this.#parameters = kernel.parameters.flatMap(({ type, offset }) => {
      if (type === 'i32') return [BigInt(view.getUint32(offset, true))];
      return type === 'i64' ? [view.getBigUint64(offset, true)] : [];
    });
  }

  value(formula: Formula): Whole | null {
    switch (formula.kind) {
      case 'number': {
        const exact = BigInt(formula.digits);
        return { bits: BigInt.asUintN(64, exact), exact };
      }
      case 'index':
        return plain(this.#indexes[formula.number]);
      case 'parameter':
        return plain(this.#parameters[formula.number]);
      case 'computed':
        return this.#computed(formula);
    }
  }

  /** Returns the two numbers whose difference a formula is, if it is one of two numbers that are not below zero. */
  difference(formula: Formula): { readonly from?: number; readonly taken?: number } {
    if (formula.kind !== 'computed') return {};
    const [left, right] = formula.operands.map((operand) => this.value(operand)?.exact ?? null);
    if (left === null || right === null || left === undefined || right === undefined) return {};
    const taken = formula.operation === 'sub' ? right : formula.operation === 'add' ? -right : -1n;
    return left < 0n || taken < 0n ? {} : { from: Number(left), taken: Number(taken) };
  }

  #computed({ operation, from, bits, isSigned, operands }: Formula & { kind: 'computed' }): Whole | null {
    const [left, right = left] = operands.map((operand) => this.value(operand));
    if (!left || !right) return null;
    const [a, b] = [BigInt.asUintN(from, left.bits), BigInt.asUintN(from, right.bits)];
    const result = OPERATIONS[operation]?.(a, b, from) ?? null;
    if (result === null) return null;
    const made = BigInt.asUintN(bits, result);
    return { bits: made, exact: isSigned ? BigInt.asIntN(bits, made) : exactOf(operation, left, right, from, made) };
  }
}

function plain(number: number | bigint | undefined): Whole | null {
  return number === undefined ? null : { bits: BigInt(number), exact: BigInt(number) };
}

type Operation = (left: bigint, right: bigint, bits: number) => bigint | null;

/** Instructions of LLVM IR on unsigned numbers. */
const OPERATIONS: Readonly<Record<string, Operation>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  shl: (a, b, bits) => (b < bits ? a << b : null),
  lshr: (a, b, bits) => (b < bits ? a >> b : null),
  ashr: (a, b, bits) => (b < bits ? BigInt.asIntN(bits, a) >> b : null),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  udiv: (a, b) => (b === 0n ? null : a / b),
  urem: (a, b) => (b === 0n ? null : a % b),
  sdiv: (a, b, bits) => (b === 0n ? null : BigInt.asIntN(bits, a) / BigInt.asIntN(bits, b)),
  srem: (a, b, bits) => (b === 0n ? null : BigInt.asIntN(bits, a) % BigInt.asIntN(bits, b)),
  zext: (a) => a,
  sext: (a, _, bits) => BigInt.asIntN(bits, a),
  trunc: (a) => a,
};

/** Returns the result that an instruction would have if numbers had no limit. */
function exactOf(operation: string, left: Whole, right: Whole, from: number, made: bigint): bigint {
  switch (operation) {
    case 'add':
      return left.exact + right.exact;
    case 'sub':
      return left.exact - right.exact;
    case 'mul':
      return left.exact * right.exact;
    case 'shl':
      return left.exact << right.exact;
    case 'xor':
      // All bits changed: -1 - x.
      return right.exact === -1n ? -1n - left.exact : made;
    case 'sext':
      return BigInt.asIntN(from, left.bits);
    default:
      return made;
  }
}
