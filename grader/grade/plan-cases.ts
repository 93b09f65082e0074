import { type AssignmentSpec, type Dims, drawDims, extents, type Launch, launchesOf } from '../spec/index.ts';
import { deriveSeed } from './seed.ts';

/** A case to run: sizes are fixed, inputs are not yet made. */
export interface PlannedCase {
  /** Of a kernel that is launched in several shapes, `case@shape`. */
  readonly name: string;
  /** The specification's own name for it: that of its reference outputs. */
  readonly reference: string;
  /** How a kernel is launched; null where the submission launches. */
  readonly launch: Launch | null;
  readonly visible: boolean;
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
 * The visible cases with their own seeds, then the hidden ones with sizes drawn from `seed`.
 * Equal seeds give equal cases.
 */
export function planCases(spec: AssignmentSpec, seed: string): PlannedCase[] {
  const size = (dims: Dims) =>
    Object.values(extents(spec, dims)).reduce(
      (sum, shape) => sum + shape.reduce((product, extent) => product * extent, 1),
      0,
    );
  const visible = spec.cases.map(
    (given): PlannedCase => ({
      name: given.name,
      reference: given.name,
      launch: null,
      visible: true,
      dims: given.dims,
      inputSeed: given.seed,
      layoutSeed: deriveSeed(seed, 'layout', given.name),
      files: given.files ?? {},
      inputs: spec.inputs,
      elements: size(given.dims),
    }),
  );
  const hidden = spec.hidden.flatMap((range) =>
    Array.from({ length: range.count }, (_, index): PlannedCase => {
      const name = range.count === 1 ? range.name : `${range.name}-${index + 1}`;
      const dims = drawDims(range.dims, deriveSeed(seed, 'dims', name));
      return {
        name,
        reference: name,
        launch: null,
        visible: false,
        dims,
        inputSeed: deriveSeed(seed, 'inputs', name),
        layoutSeed: deriveSeed(seed, 'layout', name),
        files: {},
        inputs: { ...spec.inputs, ...range.inputs },
        elements: size(dims),
      };
    }),
  );
  return [...visible, ...hidden].flatMap((plan) => inShapes(spec, plan));
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

/** The case where technique is judged: the largest; of equal ones the first. */
export function largestCase(cases: readonly PlannedCase[]): PlannedCase | null {
  return cases.reduce<PlannedCase | null>((best, next) => (best && best.elements >= next.elements ? best : next), null);
}
