import type { AssignmentSpec, Technique } from './schema.ts';

/** Everything that a specification asks for, each by itself. */
export function techniquesOf({ technique }: Pick<AssignmentSpec, 'technique'>): readonly Technique[] {
  if (technique.kind === 'none') return [];
  return technique.kind === 'all' ? technique.of : [technique];
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
