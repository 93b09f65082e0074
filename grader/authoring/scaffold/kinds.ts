import { map } from './kinds/map.ts';
import { matrix } from './kinds/matrix.ts';
import { reduction } from './kinds/reduction.ts';
import { stencil } from './kinds/stencil.ts';
import type { Kind, KindName } from './model.ts';

export const KINDS: Readonly<Record<KindName, Kind>> = { map, stencil, matrix, reduction };
