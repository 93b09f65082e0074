import { layoutOf, roundUp } from './types.ts';

const NONE = new Map<string, string>();

/** A type of the source, as debug information of variables tells it. */
export interface SourceType {
  /** IR of its size, with its pointers where they lie. */
  readonly irType: string;
  readonly bytes: number;
  readonly align: number;
}

interface Node {
  readonly kind: string;
  /** Of `tag:`, without `DW_TAG_`. */
  readonly tag: string;
  readonly body: string;
}

interface Member {
  readonly offset: number;
  readonly type: SourceType;
}

/** Types by their node, from the metadata of a module (https://llvm.org/docs/LangRef.html#dicompositetype). */
export class DebugTypes {
  readonly #bodies: ReadonlyMap<string, string>;

  constructor(lines: readonly string[]) {
    this.#bodies = new Map(
      lines.flatMap((line) => {
        const [, id, body] = /^!(\d+) = (?:distinct )?(!.*)$/.exec(line) ?? [];
        return id && body ? [[id, body] as const] : [];
      }),
    );
  }

  /** @returns null where the debug information does not tell: the type is only declared, say */
  typeOf(id: string): SourceType | null {
    const node = this.#node(id);
    if (!node) return null;
    const bytes = numberOf(node, 'size') / 8;
    switch (node.tag) {
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
        return { irType: 'ptr', bytes: 4, align: 4 };
      case 'ptr_to_member_type':
        return opaque(bytes, 4);
      case 'array_type':
        return this.#array(node, bytes);
      case 'structure_type':
      case 'class_type':
      case 'union_type':
        return this.#composite(node, bytes);
      case 'enumeration_type':
        return opaque(bytes, naturalAlign(bytes));
      default:
        return node.kind === 'DIBasicType' ? opaque(bytes, naturalAlign(bytes)) : null;
    }
  }

  #array(node: Node, bytes: number): SourceType | null {
    const element = this.typeOf(reference(node, 'baseType'));
    if (!element) return null;
    if (node.body.includes('DIFlagVector')) return opaque(bytes, naturalAlign(bytes));
    const count = element.bytes === 0 ? 0 : bytes / element.bytes;
    return { irType: `[${count} x ${element.irType}]`, bytes, align: element.align };
  }

  #composite(node: Node, bytes: number): SourceType | null {
    if (bytes === 0 || node.body.includes('DIFlagFwdDecl')) return null;
    const members: Member[] = [];
    let align = 1;
    for (const id of this.#elements(node)) {
      const element = this.#node(id);
      if (element?.tag !== 'member' && element?.tag !== 'inheritance') continue;
      if (element.body.includes('DIFlagStaticMember')) continue;
      const type = this.typeOf(reference(element, 'baseType'));
      if (!type) return null;
      align = Math.max(align, alignOf(element, type.align));
      if (this.#isEmpty(reference(element, 'baseType'))) continue;
      // What debug information has as the offset of a virtual base is that in a table.
      if (element.body.includes('DIFlagVirtual')) members.push({ offset: Number.NaN, type });
      else members.push({ offset: offsetOf(element, type), type });
    }
    align = alignOf(node, align);
    // A packed struct says so nowhere.
    while (align > 1 && bytes % align !== 0) align /= 2;
    const irType = node.tag === 'union_type' ? null : structOf(members, bytes);
    return irType === null ? opaque(bytes, align) : { irType, bytes, align };
  }

  /** A class without data, which may lie where another member does. */
  #isEmpty(id: string): boolean {
    const node = this.#node(id);
    if (node?.tag !== 'structure_type' && node?.tag !== 'class_type') return false;
    return this.#elements(node).every((element) => {
      const { tag, body = '' } = this.#node(element) ?? {};
      if (tag === 'inheritance')
        return !body.includes('DIFlagVirtual') && this.#isEmpty(/\bbaseType: !(\d+)/.exec(body)?.[1] ?? '');
      return tag !== 'member' || body.includes('DIFlagStaticMember');
    });
  }

  #elements(node: Node): string[] {
    const tuple = this.#bodies.get(reference(node, 'elements')) ?? '';
    return [...tuple.matchAll(/!(\d+)/g)].map((match) => match[1] ?? '');
  }

  #node(id: string): Node | null {
    const [, kind, text = ''] = /^!(\w+)\((.*)\)$/.exec(this.#bodies.get(id) ?? '') ?? [];
    if (!kind) return null;
    // Names may hold anything.
    const body = text.replace(/"[^"]*"/g, '""');
    return { kind, body, tag: /\btag: DW_TAG_(\w+)/.exec(body)?.[1] ?? '' };
  }
}

/** IR of a struct with these members; null where IR's own rules do not put them where they lie. */
function structOf(members: readonly Member[], bytes: number): string | null {
  const fields: string[] = [];
  let end = 0;
  let last: Member | null = null;
  for (const member of [...members].sort((a, b) => a.offset - b.offset)) {
    // Bit fields of one unit.
    if (last && member.offset === last.offset && member.type.irType === last.type.irType) continue;
    const { align } = layoutOf(member.type.irType, NONE);
    if (roundUp(end, align) < member.offset) fields.push(`[${member.offset - end} x i8]`);
    else if (roundUp(end, align) !== member.offset) return null;
    if (member.offset % align !== 0) return null;
    fields.push(member.type.irType);
    end = member.offset + member.type.bytes;
    last = member;
  }
  if (layoutOf(`{ ${fields.join(', ')} }`, NONE).bytes < bytes) fields.push(`[${bytes - end} x i8]`);
  const whole = `{ ${fields.join(', ')} }`;
  return layoutOf(whole, NONE).bytes === bytes ? whole : null;
}

/** Bytes of which no more is said. */
function opaque(bytes: number, align: number): SourceType {
  const unit = Math.min(align, 16);
  const one = `i${unit * 8}`;
  return { irType: bytes === unit ? one : `[${bytes / unit} x ${one}]`, bytes, align };
}

function naturalAlign(bytes: number): number {
  return 2 ** Math.floor(Math.log2(bytes));
}

/** Bytes from the start of the class; of a bit field, its unit's. */
function offsetOf(member: Node, type: SourceType): number {
  const bits = numberOf(member, 'offset');
  if (!member.body.includes('DIFlagBitField')) return bits / 8;
  return Math.floor(bits / (type.bytes * 8)) * type.bytes;
}

function alignOf(node: Node, otherwise: number): number {
  return numberOf(node, 'align') / 8 || otherwise;
}

function numberOf({ body }: Node, field: string): number {
  return Number(new RegExp(`\\b${field}: (\\d+)`).exec(body)?.[1] ?? 0);
}

function reference({ body }: Node, field: string): string {
  return new RegExp(`\\b${field}: !(\\d+)`).exec(body)?.[1] ?? '';
}
