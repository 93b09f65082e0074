import type { StructField } from '../program.ts';
import { layoutOf, type NamedTypes, roundUp, type Type } from './read/index.ts';

/** The scalars of a type, those of inner structs and arrays too; an array without pointers is one. */
export function structFields(type: Type, types: NamedTypes): StructField[] {
  const definition = type.kind === 'named' ? types.get(type.text) : undefined;
  if (definition !== undefined) return structFields(definition, types);
  const { bytes } = layoutOf(type, types);
  if (type.kind === 'array') return arrayFields(type.count, type.element, types);
  if (type.kind === 'struct') return memberFields(type.fields, type.packed, types);
  return [{ type: type.kind === 'pointer' ? 'pointer' : 'other', bytes, offset: 0 }];
}

function arrayFields(count: number, element: Type, types: NamedTypes): StructField[] {
  const { bytes } = layoutOf(element, types);
  const one = structFields(element, types);
  if (!one.some(({ type }) => type === 'pointer')) return [{ type: 'other', bytes: count * bytes, offset: 0 }];
  return Array.from({ length: count }, (_, index) => moved(one, index * bytes)).flat();
}

function memberFields(members: readonly Type[], packed: boolean, types: NamedTypes): StructField[] {
  let end = 0;
  return members.flatMap((member) => {
    const { bytes, align } = layoutOf(member, types);
    const offset = roundUp(end, packed ? 1 : align);
    end = offset + bytes;
    return moved(structFields(member, types), offset);
  });
}

function moved(fields: readonly StructField[], by: number): StructField[] {
  return fields.map((field) => ({ ...field, offset: field.offset + by }));
}
