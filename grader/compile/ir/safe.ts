import { layoutOf, type NamedTypes, splitList } from './types.ts';

/**
 * Arithmetic whose result the emulator's machine would give differently from a GPU, made explicit in raw IR:
 * - Division by zero is undefined in C, traps in WebAssembly, and gives all ones on a GPU.
 * - An index whose byte offset does not fit in 31 bits wraps around on a 32-bit machine, and might land in a valid
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

  /** @returns the line, with what has to come before it */
  edit(line: string): string[] {
    const local = /^\s+(%\S+) = alloca /.exec(line)?.[1];
    if (local) this.#locals.add(local);
    if (/ = [su](?:div|rem) i\d+ /.test(line)) return this.#divide(line);
    if (/ = getelementptr /.test(line)) return this.#index(line);
    if (/^\s+%id(?:x|xprom)\S* = trunc i64 /.test(line)) return this.#narrow(line);
    return [line];
  }

  #name(): string {
    return `%emu.safe.${this.#names++}`;
  }

  #divide(line: string): string[] {
    const match = /^(\s+)(%\S+) = ([su])(div|rem) (i\d+) (\S+), (\S+?)((?:, !.*)?)$/.exec(line);
    if (!match || /^-?[1-9]/.test(match[7] ?? '')) return [line];
    const [, indent = '', result, sign, operation, type, dividend, divisor, rest = ''] = match;
    const dbg = /, !dbg !\d+/.exec(rest)?.[0] ?? '';
    const [zero, one, other, safe, raw] = [this.#name(), this.#name(), this.#name(), this.#name(), this.#name()];
    const lines = [`${zero} = icmp eq ${type} ${divisor}, 0`];
    const ofZero = operation === 'div' ? '-1' : dividend;
    if (sign === 'u') {
      lines.push(
        `${safe} = select i1 ${zero}, ${type} 1, ${type} ${divisor}`,
        `${raw} = u${operation} ${type} ${dividend}, ${safe}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${raw}`,
      );
    } else {
      // The smallest number divided by -1 traps too.
      const negated = operation === 'div' ? this.#name() : '0';
      const signed = this.#name();
      if (operation === 'div') lines.push(`${negated} = sub ${type} 0, ${dividend}`);
      lines.push(
        `${one} = icmp eq ${type} ${divisor}, -1`,
        `${other} = or i1 ${zero}, ${one}`,
        `${safe} = select i1 ${other}, ${type} 1, ${type} ${divisor}`,
        `${raw} = s${operation} ${type} ${dividend}, ${safe}`,
        `${signed} = select i1 ${one}, ${type} ${negated}, ${type} ${raw}`,
        `${result} = select i1 ${zero}, ${type} ${ofZero}, ${type} ${signed}`,
      );
    }
    return lines.map((text) => `${indent}${text}${dbg}`);
  }

  /** Each index of an address whose stride is more than a byte is kept within 31 bits. */
  #index(line: string): string[] {
    const head = /^\s+%\S+ = getelementptr (?:(?:inbounds|nuw|nusw) )*/.exec(line);
    if (!head) return [line];
    const operands = splitList(line.slice(head[0].length).replace(/, !.*$/, ''));
    const [type = '', base = '', ...indexes] = operands;
    if (this.#locals.has(base.replace(/^ptr /, ''))) return [line];
    const dbg = /, !dbg !\d+/.exec(line)?.[0] ?? '';
    const before: string[] = [];
    let current = type;
    const safe = indexes.map((index, position) => {
      const body = this.#types.get(current) ?? current;
      const stride = position === 0 ? layoutOf(current, this.#types).bytes : null;
      if (stride !== null) return this.#bounded(index, stride, dbg, before);
      const sequence = /^[[<]\d+ x (.*)[\]>]$/.exec(body);
      if (sequence) {
        current = sequence[1] ?? '';
        return this.#bounded(index, layoutOf(current, this.#types).bytes, dbg, before);
      }
      const fields = splitList(/^<?\{(.*)\}>?$/.exec(body)?.[1] ?? '');
      current = fields[Number(/-?\d+$/.exec(index)?.[0])] ?? '';
      return index;
    });
    const rest = /, !.*$/.exec(line)?.[0] ?? '';
    return [...before, `${head[0]}${[type, base, ...safe].join(', ')}${rest}`];
  }

  #bounded(index: string, stride: number, dbg: string, before: string[]): string {
    const match = /^i32 (\S+)$/.exec(index);
    if (!match?.[1] || stride < 2) return index;
    const limit = Math.floor(2 ** 31 / stride) - 1;
    const constant = /^-?\d+$/.test(match[1]) ? Number(match[1]) : null;
    if (constant !== null) return Math.abs(constant) <= limit ? index : `i32 ${limit}`;
    const [moved, fits, bounded] = [this.#name(), this.#name(), this.#name()];
    before.push(
      `  ${moved} = add i32 ${match[1]}, ${limit}${dbg}`,
      `  ${fits} = icmp ult i32 ${moved}, ${2 * limit}${dbg}`,
      `  ${bounded} = select i1 ${fits}, i32 ${match[1]}, i32 ${limit}${dbg}`,
    );
    return `i32 ${bounded}`;
  }

  /** A 64-bit index becomes a 32-bit one: the same, before it is cut. */
  #narrow(line: string): string[] {
    const match = /^(\s+)(%\S+) = trunc i64 (\S+) to i32(.*)$/.exec(line);
    if (!match) return [line];
    const [, indent = '', result, value, rest = ''] = match;
    const [moved, fits, cut] = [this.#name(), this.#name(), this.#name()];
    return [
      `${moved} = add i64 ${value}, 2147483648${rest}`,
      `${fits} = icmp ult i64 ${moved}, 4294967296${rest}`,
      `${cut} = trunc i64 ${value} to i32${rest}`,
      `${result} = select i1 ${fits}, i32 ${cut}, i32 2147483647${rest}`,
    ].map((text) => indent + text);
  }
}
