import {
  type AssignmentSpec,
  type Dims,
  drawDims,
  drawScalars,
  extents,
  type Launch,
  launchesOf,
} from '../../spec/index.ts';
import { deriveSeed } from './seed.ts';

/** A case to run: sizes are fixed, inputs are not yet made. */
export interface PlannedCase {
  /** Of a kernel that is launched in several shapes, `case@shape`. */
  readonly name: string;
  /** The specification's own name for it: that of its reference outputs. */
  readonly reference: string;
  /** How a kernel is launched; null where the submission launches. */
  readonly launch: Launch | null;
  /** True if sizes and inputs follow from the seed; false for a case that the specification lists. */
  readonly drawn: boolean;
  /** True if the student may see it: it is not drawn, or it is drawn for practice. */
  readonly visible: boolean;
  /** Value of each integer scalar, and of each floating-point one that is the case's own. */
  readonly dims: Dims;
  /** Seed of the generated inputs. */
  readonly inputSeed: number;
  readonly layoutSeed: number;
  /** Input files beside the spec, by parameter. */
  readonly files: Readonly<Record<string, string>>;
  /** Distributions that replace the spec's, by parameter. */
  readonly inputs: AssignmentSpec['inputs'];
  /** Elements of all inputs and outputs together. */
  readonly elements: number;
}

/**
 * The layout of a listed case follows from this seed in every run: a student sees such cases whole, and could work out
 * the run's own seed, and with it the drawn cases, from a layout that followed from it.
 */
const LISTED_SEED = '1';

/**
 * Returns the cases that the specification lists, then those that it draws, with sizes, inputs and layout from `seed`.
 * Equal seeds give equal cases.
 * @param practice - the drawn cases are shown, and come from the public ranges if there are any
 */
export function planCases(spec: AssignmentSpec, seed: string, practice = false): PlannedCase[] {
  const visible = spec.cases.map(
    (given): PlannedCase => ({
      name: given.name,
      reference: given.name,
      launch: null,
      drawn: false,
      visible: true,
      dims: { ...given.dims, ...given.scalars },
      inputSeed: given.seed,
      layoutSeed: deriveSeed(LISTED_SEED, 'layout', given.name),
      files: given.files ?? {},
      inputs: { ...spec.inputs, ...given.inputs },
      elements: elementsIn(spec, given.dims),
    }),
  );
  const ranges = (practice ? spec.practice : undefined) ?? spec.hidden;
  const drawn = ranges.flatMap((range) =>
    Array.from({ length: range.count }, (_, index): PlannedCase => {
      const name = range.count === 1 ? range.name : `${range.name}-${index + 1}`;
      const dimsSeed = deriveSeed(seed, 'dims', name);
      const dims = { ...drawDims(range.dims, dimsSeed), ...drawScalars(range.scalars ?? {}, dimsSeed) };
      return {
        name,
        reference: name,
        launch: null,
        drawn: true,
        visible: practice,
        dims,
        inputSeed: deriveSeed(seed, 'inputs', name),
        layoutSeed: deriveSeed(seed, 'layout', name),
        files: {},
        inputs: { ...spec.inputs, ...range.inputs },
        elements: elementsIn(spec, dims),
      };
    }),
  );
  return [...visible, ...drawn].flatMap((plan) => inShapes(spec, plan));
}

/** Returns how many elements all inputs and outputs have together. */
export function elementsIn(spec: AssignmentSpec, dims: Dims): number {
  return Object.values(extents(spec, dims)).reduce(
    (sum, shape) => sum + shape.reduce((product, extent) => product * extent, 1),
    0,
  );
}

/** The case once for each shape in which a kernel is launched. */
function inShapes(spec: AssignmentSpec, plan: PlannedCase): PlannedCase[] {
  const launches = launchesOf(spec, plan.dims);
  if (launches.length === 0) return [plan];
  return launches.map((launch) => ({
    ...plan,
    launch,
    name: launches.length === 1 ? plan.name : `${plan.name}@${launch.name}`,
  }));
}

/** Returns the case where technique is judged: the largest that is not drawn; of equal ones the first. */
export function largestCase(cases: readonly PlannedCase[]): PlannedCase | null {
  return cases
    .filter(({ drawn }) => !drawn)
    .reduce<PlannedCase | null>((best, next) => (best && best.elements >= next.elements ? best : next), null);
}
