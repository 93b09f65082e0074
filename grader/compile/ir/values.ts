import { Dominance } from './dominance.ts';
import { type Line, namesIn, type Value } from './read/index.ts';

/** The steps that the computation of an address is followed back. */
const DEPTH = 12;

/** The values of one function: where each is defined and used, and what it is computed from. */
export class Values {
  readonly body: readonly Line[];
  readonly dominance: Dominance;
  readonly #definitions = new Map<string, number>();
  readonly #users = new Map<string, number[]>();

  constructor(body: readonly Line[]) {
    this.body = body;
    this.dominance = new Dominance(body);
    for (const [at, line] of body.entries()) {
      if (line.result !== null) this.#definitions.set(line.result, at);
      for (const name of new Set(line.uses)) {
        const users = this.#users.get(name);
        if (users) users.push(at);
        else this.#users.set(name, [at]);
      }
    }
  }

  definition(name: string): Line | null {
    return this.body[this.lineOf(name)] ?? null;
  }

  /** Returns the number of the line that defines a value; -1 if none does. */
  lineOf(name: string | null): number {
    return this.#definitions.get(name ?? '') ?? -1;
  }

  /** Returns the number of the block that defines a value; that of the first block for parameters. */
  blockOf(name: string): number {
    const at = this.#definitions.get(name);
    return at === undefined ? 0 : this.dominance.blockAt(at);
  }

  usersOf(name: string): readonly number[] {
    return this.#users.get(name) ?? [];
  }

  /** Returns a text that two addresses share only if they are computed in the same way from the same values. */
  expression(value: Value, depth = DEPTH): string {
    if (value.kind !== 'local' || depth === 0) return value.text;
    const line = this.definition(value.text);
    const nested = (each: Value) => this.expression(each, depth - 1);
    if (line?.kind === 'getelementptr') {
      const indexes = line.indexes.map((index) => nested(index.value));
      return `${line.sourceType.text}[${[nested(line.base.value), ...indexes].join(', ')}]`;
    }
    if (line?.kind !== 'simple') return value.text;
    const operands = line.operands.map((operand) => `${operand.type.text} ${nested(operand.value)}`);
    return `${line.operation}(${operands.join(', ')})${line.to?.text ?? ''}`;
  }

  /** Returns the values that a value is computed from and that are no computation themselves, and all in between. */
  slice(names: readonly string[]): ReadonlySet<string> {
    const found = new Set<string>();
    const todo = [...names];
    for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
      if (found.has(name)) continue;
      found.add(name);
      const line = this.definition(name);
      if (line?.kind === 'simple' || line?.kind === 'select' || line?.kind === 'freeze') todo.push(...line.uses);
    }
    return found;
  }
}

/** Returns the names of local values in a value. */
export function localsIn(value: Value): string[] {
  return namesIn(value).filter((name) => name.startsWith('%'));
}
