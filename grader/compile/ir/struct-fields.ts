import type { KernelParameter, StructField } from '../program.ts';
import { layoutOf, type NamedTypes, roundUp, type Type } from './read/index.ts';

const WIDE_POINTER = 8;

interface Placed {
  readonly fields: StructField[];
  readonly wideBytes: number;
  readonly wideAlign: number;
}

/** The scalars of a struct, as they lie here and where pointers have 64 bits. */
export function structFields(
  struct: Type,
  types: NamedTypes,
): Required<Pick<KernelParameter, 'fields' | 'wideBytes' | 'wideAlign'>> {
  return place(struct, types);
}

/** Offsets count from the start of `type`. */
function place(type: Type, types: NamedTypes): Placed {
  const definition = type.kind === 'named' ? types.get(type.text) : undefined;
  if (definition !== undefined) return place(definition, types);
  const { bytes, align } = layoutOf(type, types);
  if (type.kind === 'pointer') return scalar('pointer', bytes, WIDE_POINTER, WIDE_POINTER);
  if (type.kind === 'array') return placeArray(type.count, type.element, types);
  if (type.kind === 'struct') return placeStruct(type.fields, type.packed, types);
  return scalar('other', bytes, bytes, align);
}

function scalar(type: StructField['type'], bytes: number, wideBytes: number, wideAlign: number): Placed {
  return { fields: [{ type, bytes, offset: 0, wideOffset: 0 }], wideBytes, wideAlign };
}

function placeArray(count: number, element: Type, types: NamedTypes): Placed {
  const { bytes, align } = layoutOf(element, types);
  const one = place(element, types);
  // Without pointers it is the same on both machines.
  if (!one.fields.some(({ type }) => type === 'pointer')) return scalar('other', count * bytes, count * bytes, align);
  const fields = Array.from({ length: count }, (_, index) => moved(one.fields, index * bytes, index * one.wideBytes));
  return { fields: fields.flat(), wideBytes: count * one.wideBytes, wideAlign: one.wideAlign };
}

function placeStruct(members: readonly Type[], packed: boolean, types: NamedTypes): Placed {
  const fields: StructField[] = [];
  let [end, wideEnd, wideAlign] = [0, 0, 1];
  for (const member of members) {
    const layout = layoutOf(member, types);
    const placed = place(member, types);
    const memberAlign = packed ? 1 : placed.wideAlign;
    const offset = roundUp(end, packed ? 1 : layout.align);
    const wideOffset = roundUp(wideEnd, memberAlign);
    fields.push(...moved(placed.fields, offset, wideOffset));
    end = offset + layout.bytes;
    wideEnd = wideOffset + placed.wideBytes;
    wideAlign = Math.max(wideAlign, memberAlign);
  }
  return { fields, wideBytes: roundUp(wideEnd, wideAlign), wideAlign };
}

function moved(fields: readonly StructField[], by: number, wideBy: number): StructField[] {
  return fields.map((field) => ({ ...field, offset: field.offset + by, wideOffset: field.wideOffset + wideBy }));
}
