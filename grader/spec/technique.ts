import type { AssignmentSpec, Technique, TechniqueTree } from './schema.ts';

/** A technique, with the way to it in the specification. */
export interface ListedTechnique {
  readonly technique: Technique;
  readonly path: (string | number)[];
}

/** Everything that a specification mentions, each by itself: what is asked for, its alternatives, and what is forbidden. */
export function listedTechniques(
  technique: TechniqueTree,
  path: (string | number)[] = ['technique'],
): ListedTechnique[] {
  switch (technique.kind) {
    case 'none':
      return [];
    case 'all':
    case 'any':
      return technique.of.flatMap((each, index) => listedTechniques(each, [...path, 'of', index]));
    case 'not':
      return [{ technique: technique.of, path: [...path, 'of'] }];
    default:
      return [{ technique, path }];
  }
}

/** Everything that a specification mentions, each by itself. */
export function techniquesOf({ technique }: Pick<AssignmentSpec, 'technique'>): readonly Technique[] {
  return listedTechniques(technique).map((each) => each.technique);
}

/** True if copies and kernels must overlap, for which the order between streams is needed. */
export function asksForOverlap(spec: Pick<AssignmentSpec, 'technique'>): boolean {
  return techniquesOf(spec).some(({ kind }) => kind === 'overlap');
}

/** Returns the technique for which calls of the runtime must fail, if it is asked for. */
export function errorHandlingOf(spec: Pick<AssignmentSpec, 'technique'>) {
  return techniquesOf(spec).find((technique) => technique.kind === 'error-handling');
}

/** Kinds that compare what a submission loads and stores with what the baseline does. */
const AGAINST_BASELINE: ReadonlySet<Technique['kind']> = new Set(['shared-tiles', 'global-traffic']);

/** Is there a baseline that can be counted on the emulator? */
export function hasBaseline(spec: Pick<AssignmentSpec, 'technique' | 'timing'>): boolean {
  return comparesWithBaseline(spec) || spec.timing?.baseline.endsWith('.cu') === true;
}

/** Is the baseline run for its counters, whether or not it is timed? */
export function comparesWithBaseline(spec: Pick<AssignmentSpec, 'technique'>): boolean {
  return techniquesOf(spec).some(({ kind }) => AGAINST_BASELINE.has(kind));
}
