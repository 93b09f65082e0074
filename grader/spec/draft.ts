import type { z } from 'zod';
import type { Path } from './problem.ts';
import { type AssignmentSpec, assignmentSchema } from './schema.ts';

type Shape = typeof assignmentSchema.shape;

/**
 * The parts of a spec that are valid by themselves, so that a mistake in one part does not hide those in another.
 * A case that is not valid is null, which keeps the others' numbers.
 */
export interface Draft {
  readonly entry: AssignmentSpec['entry'] | null;
  readonly inputs: AssignmentSpec['inputs'] | null;
  readonly scalars: AssignmentSpec['scalars'] | null;
  readonly expected: AssignmentSpec['expected'] | null;
  readonly tolerance: AssignmentSpec['tolerance'] | null;
  readonly comparison: AssignmentSpec['comparison'] | null;
  readonly rubric: AssignmentSpec['rubric'] | null;
  readonly technique: AssignmentSpec['technique'] | null;
  readonly timing: AssignmentSpec['timing'] | null;
  readonly limits: AssignmentSpec['limits'] | null;
  readonly cases: readonly (AssignmentSpec['cases'][number] | null)[];
  readonly hidden: readonly (AssignmentSpec['hidden'][number] | null)[];
  /** Empty if the specification has none. */
  readonly practice: readonly (AssignmentSpec['hidden'][number] | null)[];
}

export function draftOf(data: unknown): Draft {
  const raw = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const part = <K extends keyof Shape>(key: K): z.infer<Shape[K]> | null => {
    const result = assignmentSchema.shape[key].safeParse(raw[key]);
    return result.success ? (result.data as z.infer<Shape[K]>) : null;
  };
  const items = <T>(key: 'cases' | 'hidden' | 'practice', schema: z.ZodType<T>): (T | null)[] => {
    const list: unknown = raw[key];
    return Array.isArray(list) ? list.map((item) => schema.safeParse(item).data ?? null) : [];
  };
  return {
    entry: part('entry'),
    inputs: part('inputs'),
    scalars: part('scalars'),
    expected: part('expected'),
    tolerance: part('tolerance'),
    comparison: part('comparison'),
    rubric: part('rubric'),
    technique: part('technique'),
    timing: part('timing'),
    limits: part('limits'),
    cases: items('cases', assignmentSchema.shape.cases.element),
    hidden: items('hidden', assignmentSchema.shape.hidden.unwrap().element),
    practice: items('practice', assignmentSchema.shape.practice.unwrap().element),
  };
}

/** What a consistency check says of the value (or, with `at: 'key'`, the key) at `path`. */
export interface Complaint {
  readonly path: Path;
  readonly at?: 'key';
  readonly problem: string;
  readonly expected?: string;
  readonly example?: string;
  readonly found?: string;
}

/** Size in bytes of a file beside the spec, `folder`, or null where nothing is there. */
export type Siblings = (relativePath: string) => number | 'folder' | null;
