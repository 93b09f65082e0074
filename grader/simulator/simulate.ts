import { alignedTo } from '../compare/index.ts';
import { AssignmentError, didYouMean, UsageError } from '../platform/index.ts';
import {
  type AssignmentSpec,
  allowedError,
  comparisonOf,
  type Dims,
  type ElementArrays,
  extents,
  generatedInputs,
  isStructure,
  makeCaseInputs,
  outputParameters,
  storeElements,
  toleranceOf,
} from '../spec/index.ts';
import type { Checked, SimulateOptions, SimulatorModule } from './assignment.ts';
import { callCheck } from './check.ts';
import { callGenerate, drawnFromRandom, varyingInput } from './generate.ts';
import type { Index3 } from './geometry.ts';
import { callExpected } from './plain-loop.ts';
import { TraceRenderer, type TraceView } from './render-trace.ts';
import type { TraceEvent, TraceListener } from './trace.ts';

export interface SimulationRequest {
  readonly spec: AssignmentSpec;
  readonly module: SimulatorModule;
  /** Content of a file in the assignment's folder. */
  readonly readFile: (relativePath: string) => Uint8Array;
  /** A visible case; null for all of them, or with a trace for the module's small example. */
  readonly caseName: string | null;
  readonly trace: TraceView | null;
  /** Is given the trace as it arises: whole lines, one step at a time. */
  readonly write: (text: string) => void;
  /** Who is told the steps of a case in place of `trace`. Chooses the same case. */
  readonly listen?: (traced: TracedCase) => TraceListener;
}

/** A case whose steps are about to be told. */
export interface TracedCase {
  readonly name: string;
  readonly dims: Dims;
  /** Input parameters by name, row-major; the arrays that the simulation reads. */
  readonly inputs: ElementArrays;
}

export interface SimulatedLaunch {
  readonly kernel: string;
  readonly grid: Index3;
  readonly block: Index3;
}

/** The first element that is not what the plain loop gives. */
export interface SimulationMismatch {
  readonly output: string;
  readonly index: readonly number[];
  readonly got: number;
  readonly want: number;
}

export interface SimulatedCase {
  readonly name: string;
  readonly dims: Dims;
  /** Input parameters by name, row-major. */
  readonly inputs: ElementArrays;
  readonly outputs: ElementArrays;
  readonly launches: readonly SimulatedLaunch[];
  /** Largest |simulated - plain loop| over all outputs; NaN where the simulation gave NaN. */
  readonly maxError: number;
  readonly mismatch: SimulationMismatch | null;
  readonly milliseconds: number;
}

interface Problem {
  readonly name: string;
  readonly dims: Dims;
  readonly seed: number;
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly inputs?: AssignmentSpec['inputs'] | undefined;
  readonly options: SimulateOptions;
}

/**
 * Runs an assignment's simulator and compares it with the assignment's plain loop: what `grade simulate` does.
 * @throws UsageError for a case that is not there
 * @throws SimulationError where the kernel goes wrong
 * @throws AssignmentError where inputs cannot be read or the module returns something else than the outputs
 */
export function simulateAssignment(request: SimulationRequest): SimulatedCase[] {
  return chooseProblems(request).map((problem) => simulateProblem(request, problem));
}

function chooseProblems({ spec, module, caseName, trace, listen }: SimulationRequest): Problem[] {
  const problems = spec.cases.map(
    ({ name, dims, scalars, seed, files, inputs }): Problem => ({
      name,
      dims: { ...dims, ...scalars },
      seed,
      files,
      inputs,
      options: {},
    }),
  );
  if (caseName !== null) {
    const problem = problems.find(({ name }) => name === caseName);
    if (problem !== undefined) return [problem];
    const names = problems.map(({ name }) => name);
    const suggestion = didYouMean(caseName, names);
    throw new UsageError(
      `${spec.id} has no case ${JSON.stringify(caseName)}${suggestion === '' ? '.' : `, ${suggestion}`} There are: ${names.join(', ')}.`,
    );
  }
  if (trace === null && listen === undefined) return problems;
  if (module.example !== undefined) {
    const { dims, block } = module.example;
    return [{ name: 'example', dims, seed: 1, options: { block } }];
  }
  const size = ({ dims }: Problem): number => Object.values(dims).reduce((product, extent) => product * extent, 1);
  return problems.sort((a, b) => size(a) - size(b)).slice(0, 1);
}

function simulateProblem(
  { spec, module, readFile, trace, write, listen }: SimulationRequest,
  { name, dims, seed, files, inputs: own, options }: Problem,
): SimulatedCase {
  const names = generatedInputs(spec, own).filter((input) => files?.[input] === undefined);
  const generate = (from: number) => callGenerate(spec, module, { names, dims, seed: from, name });
  const generated = names.length > 0 ? generate(seed) : {};
  const isFixed = (input: string) => isStructure(own?.[input] ?? spec.inputs[input] ?? { distribution: 'generate' });
  const varying = varyingInput(names.filter(isFixed), generated, () => generate(seed + 1));
  if (varying !== null) throw drawnFromRandom(varying);
  const inputs = makeCaseInputs(spec, { dims, seed, files, inputs: own, generated }, readFile);
  // What the simulator changes in place is not its input.
  const given = structuredClone(inputs);
  const values = { ...spec.scalars, ...dims };
  const launches: SimulatedLaunch[] = [];
  const renderer = trace === null ? null : new TraceRenderer(write, trace);
  const listener = listen?.({ name, dims, inputs }) ?? renderer;
  const onStep = (event: TraceEvent): void => {
    if (event.step === 'launch') launches.push({ kernel: event.kernel, grid: event.grid, block: event.block });
    listener?.onStep(event);
  };
  const start = performance.now();
  const simulated = module.simulate(inputs, values, {
    ...options,
    trace: {
      // A listener that has seen enough may ask for less.
      get detail() {
        return listener?.detail ?? 'launches';
      },
      onStep,
    },
  });
  const milliseconds = performance.now() - start;
  const expected = callExpected(spec, module, inputs, dims, name);
  const outputs = { ...ofHostCode(spec, expected), ...simulated };
  const compared = compareWithLoop(spec, dims, outputs, expected);
  refuseObjections({ spec, module }, { inputs, outputs, expected }, dims, name);
  return { name, dims, inputs: given, outputs, launches, milliseconds, ...compared };
}

/** Returns the exit status and the texts of a program: no kernel of the simulator makes them. */
export function ofHostCode(
  { entry }: Pick<AssignmentSpec, 'entry'>,
  expected: Readonly<Record<string, Float64Array>>,
): ElementArrays {
  const own = outputParameters(entry).filter(({ from }) => from === 'exit-status' || from === 'text');
  return Object.fromEntries(own.map(({ name, type }) => [name, storeElements(type, expected[name] ?? [])]));
}

function compareWithLoop(
  spec: AssignmentSpec,
  dims: Dims,
  outputs: ElementArrays,
  expected: Readonly<Record<string, Float64Array>>,
): Pick<SimulatedCase, 'maxError' | 'mismatch'> {
  const shapes = extents(spec, dims);
  let maxError = 0;
  let mismatch: SimulationMismatch | null = null;
  for (const parameter of outputParameters(spec.entry)) {
    const { name, type } = parameter;
    const shape = shapes[name] ?? [];
    const length = shape.reduce((product, extent) => product * extent, 1);
    const got = outputs[name];
    const want = expected[name];
    if (got?.length !== length || want?.length !== length) {
      const which = got?.length !== length ? 'simulate' : 'expected';
      throw new AssignmentError(
        `${which} of simulator.ts does not return ${name} with [${shape.join(', ')}] elements.`,
      );
    }
    // What is judged by check() need not be what the plain loop gives.
    if (comparisonOf(spec, name).as === 'check') continue;
    const aligned = alignedTo({ spec, dims, parameter, shape, got: () => got, expected });
    const tolerance = toleranceOf(spec, dims, name);
    for (const [at, wanted] of aligned.want.entries()) {
      const error = Math.abs((got[at] ?? Number.NaN) - wanted);
      if (!(error <= maxError)) maxError = error;
      if (!(error <= allowedError(tolerance, wanted, type))) {
        mismatch ??= { output: name, index: unflatten(at, shape), got: got[at] ?? 0, want: wanted };
      }
    }
  }
  return { maxError, mismatch };
}

/** @throws AssignmentError if `check` objects to what the simulator or the plain loop gives */
function refuseObjections(
  { spec, module }: Pick<SimulationRequest, 'spec' | 'module'>,
  { inputs, outputs, expected }: Omit<Checked, 'dims' | 'written'>,
  dims: Dims,
  name: string,
): void {
  for (const [what, answer] of Object.entries({ simulate: outputs, expected })) {
    const stored = outputParameters(spec.entry).map(
      (output) => [output.name, storeElements(output.type, answer[output.name] ?? [])] as const,
    );
    const written = stored.map(([output, { length }]) => [output, new Uint8Array(length).fill(1)] as const);
    const checked = { inputs, outputs: Object.fromEntries(stored), written: Object.fromEntries(written), expected };
    const [first] = callCheck(spec, module, checked, dims, name);
    if (first === undefined) continue;
    const place = first.at === null ? '' : `, element ${first.at}`;
    throw new AssignmentError(
      `check of simulator.ts objects to what ${what} gives in the case ${name}: ${first.output}${place}: ${first.message}`,
    );
  }
}

function unflatten(at: number, shape: readonly number[]): number[] {
  let rest = at;
  return shape
    .map((_, axis) => {
      const extent = shape[shape.length - 1 - axis] ?? 1;
      const index = rest % extent;
      rest = Math.floor(rest / extent);
      return index;
    })
    .reverse();
}
