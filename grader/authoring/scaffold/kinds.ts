import { exerciseOf } from './exercises.ts';
import { map } from './kinds/map.ts';
import { matrix } from './kinds/matrix.ts';
import { reduction } from './kinds/reduction.ts';
import { stencil } from './kinds/stencil.ts';
import { type FieldTexts, isPattern, type Kind, type KindName, type PatternName } from './model.ts';

export const KINDS: Readonly<Record<PatternName, Kind>> = { map, stencil, matrix, reduction };

/** Returns what a kind teaches, for one who has to choose. */
export function aboutKind(kind: KindName): string {
  return isPattern(kind) ? KINDS[kind].about : exerciseOf(kind).about;
}

/** Returns the arrays and numbers of a kind if none are given, or `null` if they are not to be chosen. */
export function fieldsOf(kind: KindName): FieldTexts | null {
  return isPattern(kind) ? KINDS[kind].fields : null;
}
