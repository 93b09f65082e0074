import type { AssignmentSpec, BasicTypeName } from '../../spec/index.ts';

/** Kinds whose arrays and numbers the instructor chooses. */
export const PATTERN_NAMES = ['map', 'stencil', 'matrix', 'reduction'] as const;
/** Kinds that begin from a complete exercise: `templates/assignment/kinds.yaml`. */
export const EXERCISE_NAMES = [
  'histogram',
  'scan',
  'softmax',
  'convolution',
  'sort',
  'spmv',
  'streams',
  'program',
] as const;
/** Patterns of parallel programs that an assignment can begin from. */
export const KIND_NAMES = [...PATTERN_NAMES, ...EXERCISE_NAMES] as const;
/** `entry.style`: what a submission defines. */
export type StyleName = AssignmentSpec['entry']['style'];
export type PatternName = (typeof PATTERN_NAMES)[number];
export type ExerciseName = (typeof EXERCISE_NAMES)[number];
export type KindName = PatternName | ExerciseName;

export function isPattern(kind: KindName): kind is PatternName {
  return PATTERN_NAMES.some((name) => name === kind);
}

/** The form of a kind in the style kernel: the submissions that are one kernel, and their launch. */
export interface KernelForm {
  /** A launch of `entry.launches`, in YAML's flow style. */
  readonly launch: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** An array that the function is given: `x:float32:height,width`. */
export interface ArrayField {
  readonly name: string;
  readonly type: BasicTypeName;
  /** Names of the extents, slowest first; of a map also numbers, as in `3,height,width`. */
  readonly shape: readonly string[];
}

/** A number that the function is given and that is no extent: `alpha:float32:0.5`. */
export interface ScalarField {
  readonly name: string;
  readonly type: Exclude<BasicTypeName, 'uint8'>;
  /** The same in every case. */
  readonly value: number;
}

/** All that a new assignment follows from. */
export interface ScaffoldRequest {
  readonly id: string;
  readonly kind: KindName;
  readonly style: StyleName;
  readonly title: string;
  readonly function: string;
  readonly inputs: readonly ArrayField[];
  readonly outputs: readonly ArrayField[];
  /** Integer scalars that size the arrays, in the order of the function's parameters. */
  readonly extents: readonly string[];
  /** Floating-point scalars. */
  readonly factors: readonly ScalarField[];
  /** Integer scalars that size no array. */
  readonly numbers: readonly ScalarField[];
}

/** Fields as on the command line. */
export interface FieldTexts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly scalars: readonly string[];
}

type Dims = Readonly<Record<string, number>>;

/** Sizes and limits that follow from a request, and what only this kind's templates know. */
export interface Design {
  /** One sentence for `grade list`. */
  readonly summary: string;
  /** Of the values of each input, by name. */
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  readonly tolerance: AssignmentSpec['tolerance'];
  /** In YAML's flow style. */
  readonly technique: string;
  readonly cases: readonly { readonly name: string; readonly about: string; readonly dims: Dims }[];
  readonly hidden: readonly {
    readonly name: string;
    readonly count: number;
    readonly dims: Readonly<Record<string, readonly [number, number]>>;
  }[];
  readonly timed: Dims;
  /** File in submissions/accepted/ whose speed is shown beside a submission's. */
  readonly reference: string;
  /** Times the baseline's speed, best tier first. */
  readonly ratios: readonly [number, number, number];
  readonly example: Dims;
  /** The style kernel; `null` if the templates make it themselves. */
  readonly kernel: KernelForm | null;
  /** For this kind's templates. */
  readonly words: Readonly<Record<string, unknown>>;
}

export interface Kind {
  /** What it is, for one who has to choose. */
  readonly about: string;
  /** Where none are given. */
  readonly fields: FieldTexts;
  /** Why these fields do not make such an assignment, a sentence each. */
  problems(request: ScaffoldRequest): string[];
  design(request: ScaffoldRequest): Design;
}
