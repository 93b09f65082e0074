import { POINTER_BYTES } from '../../abi/index.ts';
import {
  attached,
  bodyOf,
  type Edit,
  type ElementAddress,
  edited,
  type Line,
  layoutOf,
  type NamedTypes,
  replace,
  type Simple,
  type Type,
  type TypedValue,
} from './read/index.ts';

/**
 * Arithmetic whose result the emulator's machine would give differently from a GPU, made explicit in raw IR:
 * - Division by zero is undefined in C, traps in WebAssembly, and gives all ones on a GPU.
 * - With pointers of 32 bits: an index whose byte offset does not fit in 31 bits wraps around, and might land in a valid
 *   buffer. On a GPU it lies gigabytes outside: so the index is replaced by the largest one that does not wrap.
 */
export class SafeArithmetic {
  readonly #types: NamedTypes;
  #names = 0;
  /** Allocas of the current function: their accesses are checked against the array itself. */
  #locals = new Set<string>();

  constructor(types: NamedTypes) {
    this.#types = types;
  }

  /** Another function begins. */
  enter(): void {
    this.#locals = new Set();
  }

  /** @returns the text of a line, with what has to come before it; `null` if the line stays as it is */
  edit(line: Line): string[] | null {
    if (POINTER_BYTES === 8 && line.kind === 'getelementptr') return null;
    if (line.kind === 'alloca' && line.result !== null) this.#locals.add(line.result);
    if (line.kind === 'getelementptr') return this.#index(line);
    if (line.kind !== 'simple' || line.flags.length > 0) return null;
    if (DIVISIONS.has(line.operation)) return this.#divide(line);
    return POINTER_BYTES === 4 && line.operation === 'trunc' && line.result?.startsWith('%idx')
      ? this.#narrow(line)
      : null;
  }

  #name(): string {
    return `%emu.safe.${this.#names++}`;
  }

  #divide(line: Simple): string[] | null {
    const [left, right] = line.operands;
    if (!left || !right || left.type.kind !== 'integer' || isExpression(left) || isExpression(right)) return null;
    const [type, dividend, divisor] = [left.type.text, left.value.text, right.value.text];
    // A constant that is not zero.
    if (right.value.kind === 'integer' && Number(divisor) !== 0) return null;
    const { result, operation } = line;
    const isDivision = operation.endsWith('div');
    const dbg = debugOf(line);
    const [zero, one, other, safe, raw] = [this.#name(), this.#name(), this.#name(), this.#name(), this.#name()];
    const lines = [`${zero} = icmp eq ${type} ${divisor}, 0`];
    const ofZero = isDivision ? '-1' : dividend;
    if (operation.startsWith('u')) {
      lines.push(
        `${safe} = select i1 ${zero}, ${type} 1, ${type} ${divisor}`,
        `${raw} = ${operation} ${type} ${dividend}, ${safe}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${raw}`,
      );
    } else {
      // The smallest number divided by -1 traps too.
      const negated = isDivision ? this.#name() : '0';
      const signed = this.#name();
      if (isDivision) lines.push(`${negated} = sub ${type} 0, ${dividend}`);
      lines.push(
        `${one} = icmp eq ${type} ${divisor}, -1`,
        `${other} = or i1 ${zero}, ${one}`,
        `${safe} = select i1 ${other}, ${type} 1, ${type} ${divisor}`,
        `${raw} = ${operation} ${type} ${dividend}, ${safe}`,
        `${signed} = select i1 ${one}, ${type} ${negated}, ${type} ${raw}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${signed}`,
      );
    }
    return lines.map((text) => `  ${text}${dbg}`);
  }

  /** Each index of an address whose stride is more than a byte is kept within 31 bits. */
  #index(line: ElementAddress): string[] | null {
    const { sourceType, base, indexes } = line;
    if (this.#locals.has(base.value.text)) return null;
    const dbg = debugOf(line);
    const before: string[] = [];
    const edits: Edit[] = [];
    const bound = (index: TypedValue, type: Type) => {
      const bounded = this.#bounded(index, layoutOf(type, this.#types).bytes, dbg, before);
      if (bounded !== null) edits.push(replace(index.value, bounded));
    };
    let current: Type | undefined = sourceType;
    for (const [position, index] of indexes.entries()) {
      if (position === 0) {
        bound(index, sourceType);
        continue;
      }
      const body: Type | undefined = current && bodyOf(current, this.#types);
      if (body?.kind === 'array' || body?.kind === 'vector') {
        current = body.element;
        bound(index, current);
      } else current = body?.kind === 'struct' ? body.fields[Number(index.value.text)] : undefined;
    }
    return [...before, edited(line.text, edits)];
  }

  /** @returns the value that takes the place of an index; `null` if it stays */
  #bounded({ type, value }: TypedValue, stride: number, dbg: string, before: string[]): string | null {
    if (type.text !== 'i32' || stride < 2 || value.kind === 'expression') return null;
    const limit = Math.floor(2 ** 31 / stride) - 1;
    if (value.kind === 'integer') return Math.abs(Number(value.text)) <= limit ? null : String(limit);
    const [moved, fits, bounded] = [this.#name(), this.#name(), this.#name()];
    before.push(
      `  ${moved} = add i32 ${value.text}, ${limit}${dbg}`,
      `  ${fits} = icmp ult i32 ${moved}, ${2 * limit}${dbg}`,
      `  ${bounded} = select i1 ${fits}, i32 ${value.text}, i32 ${limit}${dbg}`,
    );
    return bounded;
  }

  /** A 64-bit index becomes a 32-bit one: the same, before it is cut. */
  #narrow({ result, operands, to, text, attachments }: Simple): string[] | null {
    const [from] = operands;
    if (from?.type.text !== 'i64' || to?.text !== 'i32' || isExpression(from)) return null;
    const value = from.value.text;
    const rest = attachments[0] ? text.slice(attachments[0].at) : '';
    const [moved, fits, cut] = [this.#name(), this.#name(), this.#name()];
    return [
      `  ${moved} = add i64 ${value}, 2147483648${rest}`,
      `  ${fits} = icmp ult i64 ${moved}, 4294967296${rest}`,
      `  ${cut} = trunc i64 ${value} to i32${rest}`,
      `  ${result} = select i1 ${fits}, i32 ${cut}, i32 2147483647${rest}`,
    ];
  }
}

const DIVISIONS: ReadonlySet<string> = new Set(['udiv', 'sdiv', 'urem', 'srem']);

/** True for a constant expression, which the optimizer has computed. */
function isExpression({ value }: TypedValue): boolean {
  return value.kind === 'expression';
}

/** Returns the debug location of a line as it is attached; empty if there is none. */
export function debugOf(line: Line): string {
  const node = attached(line, 'dbg');
  return node === null ? '' : `, !dbg !${node}`;
}
