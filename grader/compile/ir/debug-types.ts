import { POINTER_BYTES } from '../../abi/index.ts';
import {
  arrayOf,
  integerOf,
  layoutOf,
  type MetadataNode,
  POINTER,
  roundUp,
  structOf,
  type Type,
} from './read/index.ts';

const NONE = new Map<string, Type>();

/** A type of the source, as debug information of variables tells it. */
export interface SourceType {
  /** IR of its size, with its pointers where they lie. */
  readonly irType: Type;
  readonly bytes: number;
  readonly align: number;
}

interface Member {
  readonly offset: number;
  readonly type: SourceType;
}

/** Types by their node, from the metadata of a module (https://llvm.org/docs/LangRef.html#dicompositetype). */
export class DebugTypes {
  readonly #nodes: ReadonlyMap<string, MetadataNode>;

  constructor(nodes: readonly MetadataNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.number, node]));
  }

  /** @returns null where the debug information does not tell: the type is only declared, say */
  typeOf(id: string): SourceType | null {
    const node = this.#node(id);
    if (!node) return null;
    const bytes = node.integer('size') / 8;
    switch (tagOf(node)) {
      case 'typedef':
      case 'const_type':
      case 'volatile_type':
      case 'restrict_type':
      case 'atomic_type': {
        const type = this.typeOf(reference(node, 'baseType'));
        return type && { ...type, align: alignOf(node, type.align) };
      }
      case 'pointer_type':
      case 'reference_type':
      case 'rvalue_reference_type':
      // nullptr_t
      case 'unspecified_type':
        return { irType: POINTER, bytes: POINTER_BYTES, align: POINTER_BYTES };
      case 'ptr_to_member_type':
        return opaque(bytes, POINTER_BYTES);
      case 'array_type':
        return this.#array(node, bytes);
      case 'structure_type':
      case 'class_type':
      case 'union_type':
        return this.#composite(node, bytes);
      case 'enumeration_type':
        return opaque(bytes, naturalAlign(bytes));
      default:
        return node.description === 'DIBasicType' ? opaque(bytes, naturalAlign(bytes)) : null;
    }
  }

  #array(node: MetadataNode, bytes: number): SourceType | null {
    const element = this.typeOf(reference(node, 'baseType'));
    if (!element) return null;
    if (hasFlag(node, 'DIFlagVector')) return opaque(bytes, naturalAlign(bytes));
    const count = element.bytes === 0 ? 0 : bytes / element.bytes;
    return { irType: arrayOf(count, element.irType), bytes, align: element.align };
  }

  #composite(node: MetadataNode, bytes: number): SourceType | null {
    if (bytes === 0 || hasFlag(node, 'DIFlagFwdDecl')) return null;
    const members: Member[] = [];
    let align = 1;
    for (const id of this.#elements(node)) {
      const element = this.#node(id);
      if (!element || !['member', 'inheritance'].includes(tagOf(element))) continue;
      if (hasFlag(element, 'DIFlagStaticMember')) continue;
      const type = this.typeOf(reference(element, 'baseType'));
      if (!type) return null;
      align = Math.max(align, alignOf(element, type.align));
      if (this.#isEmpty(reference(element, 'baseType'))) continue;
      // What debug information has as the offset of a virtual base is that in a table.
      if (hasFlag(element, 'DIFlagVirtual')) members.push({ offset: Number.NaN, type });
      else members.push({ offset: offsetOf(element, type), type });
    }
    align = alignOf(node, align);
    // A packed struct says so nowhere.
    while (align > 1 && bytes % align !== 0) align /= 2;
    const irType = tagOf(node) === 'union_type' ? null : structFrom(members, bytes);
    return irType === null ? opaque(bytes, align) : { irType, bytes, align };
  }

  /** A class without data, which may lie where another member does. */
  #isEmpty(id: string): boolean {
    const node = this.#node(id);
    if (!node || !['structure_type', 'class_type'].includes(tagOf(node))) return false;
    return this.#elements(node).every((id) => {
      const element = this.#node(id);
      const tag = element ? tagOf(element) : '';
      if (element && tag === 'inheritance')
        return !hasFlag(element, 'DIFlagVirtual') && this.#isEmpty(reference(element, 'baseType'));
      return tag !== 'member' || (element !== null && hasFlag(element, 'DIFlagStaticMember'));
    });
  }

  #elements(node: MetadataNode): readonly string[] {
    return this.#nodes.get(reference(node, 'elements'))?.references ?? [];
  }

  #node(id: string): MetadataNode | null {
    const node = this.#nodes.get(id);
    return node && node.description !== '' ? node : null;
  }
}

const BYTE = integerOf(8);

/** IR of a struct with these members; null where IR's own rules do not put them where they lie. */
function structFrom(members: readonly Member[], bytes: number): Type | null {
  const fields: Type[] = [];
  let end = 0;
  let last: Member | null = null;
  for (const member of [...members].sort((a, b) => a.offset - b.offset)) {
    // Bit fields of one unit.
    if (last && member.offset === last.offset && member.type.irType.text === last.type.irType.text) continue;
    const { align } = layoutOf(member.type.irType, NONE);
    if (roundUp(end, align) < member.offset) fields.push(arrayOf(member.offset - end, BYTE));
    else if (roundUp(end, align) !== member.offset) return null;
    if (member.offset % align !== 0) return null;
    fields.push(member.type.irType);
    end = member.offset + member.type.bytes;
    last = member;
  }
  if (layoutOf(structOf(fields), NONE).bytes < bytes) fields.push(arrayOf(bytes - end, BYTE));
  const whole = structOf(fields);
  return layoutOf(whole, NONE).bytes === bytes ? whole : null;
}

/** Bytes of which no more is said. */
function opaque(bytes: number, align: number): SourceType {
  const unit = Math.min(align, 16);
  const one = integerOf(unit * 8);
  return { irType: bytes === unit ? one : arrayOf(bytes / unit, one), bytes, align };
}

function naturalAlign(bytes: number): number {
  return 2 ** Math.floor(Math.log2(bytes));
}

/** Bytes from the start of the class; of a bit field, its unit's. */
function offsetOf(member: MetadataNode, type: SourceType): number {
  const bits = member.integer('offset');
  if (!hasFlag(member, 'DIFlagBitField')) return bits / 8;
  return Math.floor(bits / (type.bytes * 8)) * type.bytes;
}

function alignOf(node: MetadataNode, otherwise: number): number {
  return node.integer('align') / 8 || otherwise;
}

/** Returns what kind of type or member it is: the word after `DW_TAG_`. */
function tagOf(node: MetadataNode): string {
  return node.field('tag')?.slice(TAG.length) ?? '';
}

const TAG = 'DW_TAG_';

function hasFlag(node: MetadataNode, flag: string): boolean {
  return node.field('flags')?.split(' | ').includes(flag) ?? false;
}

function reference(node: MetadataNode, field: string): string {
  return node.reference(field) ?? '';
}
