import type { RecordedArray, RecordedVariable, ScalarFormat, VariablePart } from '../../program.ts';
import type { MetadataNode } from '../read/index.ts';

/** The most numbers of one variable that are recorded. */
const MOST_PARTS = 64;
/** The deepest nesting of types that is followed. */
const MOST_LEVELS = 8;

/** The variables of functions, as debug information describes them. */
export class DebugVariables {
  readonly #nodes: ReadonlyMap<string, MetadataNode>;

  constructor(nodes: readonly MetadataNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.number, node]));
  }

  /**
   * Returns the variable that a node describes; `null` for one that the compiler made.
   * @param id - the node as a record names it: `!12`
   */
  read(id: string, owner: string): RecordedVariable | null {
    const node = this.#nodes.get(id.slice(1));
    const name = node?.string('name');
    if (node?.description !== 'DILocalVariable' || !name) return null;
    const type = node.reference('type') ?? '';
    const parts: VariablePart[] = [];
    this.#addParts(type, '', 0, parts, 0);
    return {
      name,
      function: owner,
      line: node.integer('line'),
      bytes: this.#bytes(type),
      isParameter: node.field('arg') !== null,
      parts,
    };
  }

  /** Returns the arrays that are declared as global variables, or as static ones: those of shared memory are. */
  arrays(): RecordedArray[] {
    return [...this.#nodes.values()].flatMap((node) => {
      const name = node.description === 'DIGlobalVariable' ? node.string('name') : null;
      const type = this.#named(node.reference('type') ?? '');
      if (!name || !type || tagOf(type) !== 'array_type') return [];
      const parts: VariablePart[] = [];
      this.#addParts(type.reference('baseType') ?? '', '', 0, parts, 0);
      const [first, ...more] = parts;
      const format = first && first.path === '' && more.length === 0 ? first.format : null;
      return [{ name, extents: this.#elements(type).map(countOf), format }];
    });
  }

  /** Returns the type behind its names and qualifiers. */
  #named(id: string): MetadataNode | null {
    const node = this.#nodes.get(id);
    return node && isName(node) ? this.#named(node.reference('baseType') ?? '') : (node ?? null);
  }

  #bytes(id: string): number {
    const node = this.#nodes.get(id);
    if (!node) return 0;
    if (isName(node)) return this.#bytes(node.reference('baseType') ?? '');
    return node.integer('size') / 8;
  }

  #addParts(id: string, path: string, offset: number, parts: VariablePart[], level: number): void {
    const node = this.#nodes.get(id);
    if (!node || parts.length >= MOST_PARTS || level > MOST_LEVELS) return;
    const base = node.reference('baseType') ?? '';
    if (isName(node)) {
      this.#addParts(base, path, offset, parts, level + 1);
      return;
    }
    switch (tagOf(node)) {
      case 'pointer_type':
      case 'reference_type':
      case 'rvalue_reference_type':
        parts.push({ path, offset, format: 'pointer' });
        return;
      case 'enumeration_type':
        parts.push({ path, offset, format: `i${node.integer('size') || 32}` as ScalarFormat });
        return;
      case 'array_type': {
        const counts = this.#elements(node).map((element) => countOf(element));
        this.#addElements(base, counts, path, offset, parts, level);
        return;
      }
      case 'structure_type':
      case 'class_type':
        for (const member of this.#elements(node)) {
          const isBitField = member.field('flags')?.includes('DIFlagBitField') ?? false;
          if (tagOf(member) !== 'member' || isBitField || member.field('flags')?.includes('Static')) continue;
          const at = offset + member.integer('offset') / 8;
          this.#addParts(member.reference('baseType') ?? '', `${path}.${member.string('name')}`, at, parts, level + 1);
        }
        return;
      default: {
        const format = node.description === 'DIBasicType' ? basicFormat(node) : null;
        if (format) parts.push({ path, offset, format });
      }
    }
  }

  #addElements(
    element: string,
    [count = 0, ...inner]: readonly number[],
    path: string,
    offset: number,
    parts: VariablePart[],
    level: number,
  ): void {
    const bytes = this.#bytes(element) * inner.reduce((product, each) => product * each, 1);
    for (let index = 0; index < count && parts.length < MOST_PARTS; index++) {
      const at = offset + index * bytes;
      if (inner.length > 0) this.#addElements(element, inner, `${path}[${index}]`, at, parts, level);
      else this.#addParts(element, `${path}[${index}]`, at, parts, level + 1);
    }
  }

  #elements(node: MetadataNode): readonly MetadataNode[] {
    const list = this.#nodes.get(node.reference('elements') ?? '')?.references ?? [];
    return list.flatMap((id) => this.#nodes.get(id) ?? []);
  }
}

/** True for a type that only gives another one a name or a qualifier. */
function isName(node: MetadataNode): boolean {
  return ['typedef', 'const_type', 'volatile_type', 'restrict_type', 'atomic_type'].includes(tagOf(node));
}

function tagOf(node: MetadataNode): string {
  return node.field('tag')?.slice('DW_TAG_'.length) ?? '';
}

function countOf(node: MetadataNode): number {
  return node.description === 'DISubrange' ? node.integer('count') : 0;
}

/** Returns the format of a basic type; `null` for one that is not a number of at most 64 bits. */
function basicFormat(node: MetadataNode): ScalarFormat | null {
  const bits = node.integer('size');
  switch (node.field('encoding')) {
    case 'DW_ATE_boolean':
      return 'bool';
    case 'DW_ATE_float':
      return bits === 16 || bits === 32 || bits === 64 ? `f${bits}` : null;
    case 'DW_ATE_signed':
    case 'DW_ATE_signed_char':
      return integerFormat('i', bits);
    case 'DW_ATE_unsigned':
    case 'DW_ATE_unsigned_char':
      return integerFormat('u', bits);
    default:
      return null;
  }
}

function integerFormat(sign: 'i' | 'u', bits: number): ScalarFormat | null {
  return bits === 8 || bits === 16 || bits === 32 || bits === 64 ? `${sign}${bits}` : null;
}
