import { memoryOf } from './instruction.ts';
import { elementIn, numberIn } from './pointers.ts';
import {
  attribute,
  type Call,
  calleeOf,
  type Edit,
  edited,
  type IrModule,
  type Line,
  layoutOf,
  type NamedTypes,
  type Type,
  type Value,
} from './read/index.ts';

/**
 * Accesses to shared arrays and device variables by their own type's alignment. In `*(float4 *)&tile[i]` Clang knows
 * what `tile` is and promises no more than its alignment; nvcc takes the cast at its word, and a GPU stops where the
 * address is none for a float4. Members of packed structs keep the alignment that they have.
 */
export class NaturalAlignment {
  readonly #types: NamedTypes;
  /** Type of each global variable, by `@symbol`. */
  readonly #globals: ReadonlyMap<string, readonly Type[]>;
  /** Addresses of the current function that lie in a global variable, and every type on the way. */
  #addresses = new Map<string, readonly Type[]>();

  constructor({ types, variables }: IrModule) {
    this.#types = types;
    this.#globals = new Map(variables.map(({ symbol, type }) => [symbol, [type]]));
  }

  /** Another function begins. */
  enter(): void {
    this.#addresses = new Map();
  }

  /** Returns the text of a line with the alignment that its access has. */
  edit(line: Line): string {
    if (line.kind === 'getelementptr') {
      const types = this.#typesOnTheWay(line.sourceType, line.base.value);
      if (types !== null && line.result !== null) this.#addresses.set(line.result, types);
      return line.text;
    }
    if (calleeOf(line)?.startsWith('llvm.memcpy.') && line.kind === 'call') return this.#copy(line);
    const memory = memoryOf(line);
    if (memory === null || memory.kind === 'copy' || !('align' in line) || !line.align) return line.text;
    if (!this.#isWhole(memory.pointer)) return line.text;
    const { align } = layoutOf(memory.type, this.#types);
    return line.align.bytes < align ? edited(line.text, [{ ...line.align, text: String(align) }]) : line.text;
  }

  /** A struct of 8 or 16 bytes that is aligned at one end is so at the other, which has the same type. */
  #copy({ text, args }: Call): string {
    const [to, from, size] = args;
    const bytes = size ? numberIn(size.value) : null;
    if (!to || !from || (bytes !== 8 && bytes !== 16)) return text;
    const ends = [to, from].map(({ attributes, value }) => ({ align: attribute(attributes, 'align'), value }));
    const isAligned = ({ align }: (typeof ends)[number]) => Number(align?.argument) >= bytes;
    if (!ends.every(({ align }) => align) || !ends.some(isAligned)) return text;
    const edits = ends.flatMap((end): Edit[] => {
      const { align, value } = end;
      if (!align || isAligned(end) || !this.#isWhole(value)) return [];
      return [{ at: align.at, end: align.end, text: `align ${bytes}` }];
    });
    return edited(text, edits);
  }

  /** In a global variable, and in no packed struct. */
  #isWhole(pointer: Value): boolean {
    const types = this.#typesOf(pointer);
    return types?.every((type) => !this.#isPacked(type)) ?? false;
  }

  #typesOf(pointer: Value): readonly Type[] | null {
    const element = elementIn(pointer);
    if (element) return this.#typesOnTheWay(element.sourceType, element.base);
    return this.#globals.get(pointer.text) ?? this.#addresses.get(pointer.text) ?? null;
  }

  #typesOnTheWay(type: Type, base: Value): readonly Type[] | null {
    const before = this.#typesOf(base);
    return before === null ? null : [...before, type];
  }

  #isPacked(type: Type): boolean {
    switch (type.kind) {
      case 'array':
      case 'vector':
        return this.#isPacked(type.element);
      case 'struct':
        return type.packed || type.fields.some((field) => this.#isPacked(field));
      case 'named': {
        const body = this.#types.get(type.text);
        return body !== undefined && this.#isPacked(body);
      }
      default:
        return false;
    }
  }
}
