import { referenceOutput } from '../checks/compare/index.ts';
import {
  type Assignment,
  type ElementArrays,
  extents,
  loadSimulator,
  makeCaseInputs,
  readReference,
} from '../spec/index.ts';
import type { Engine } from './engine.ts';
import type { PlannedCase } from './plan-cases.ts';

/** A case with its inputs. Expected outputs are made on demand, and never leave the judging process. */
export interface MadeCase {
  readonly plan: PlannedCase;
  readonly inputs: ElementArrays;
  /** Extents of every input and output by name, slowest first. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  /** Expected outputs by name, in float64. */
  readonly expected: () => Promise<Readonly<Record<string, Float64Array>>>;
}

/** Makes a case's inputs, from its seed or its files. */
export function makeCase(assignment: Assignment, plan: PlannedCase, engine: Pick<Engine, 'readFile'>): MadeCase {
  const { spec } = assignment;
  const readFile = (path: string) => engine.readFile(assignment, path);
  const inputs = makeCaseInputs(
    spec,
    { dims: plan.dims, seed: plan.inputSeed, files: plan.files, inputs: plan.inputs },
    readFile,
  );
  const shapes = extents(spec, plan.dims);
  let expected: ReturnType<MadeCase['expected']> | null = null;
  return {
    plan,
    inputs,
    shapes,
    expected: () => {
      expected ??= expectedOutputs(assignment, plan, inputs, readFile);
      return expected;
    },
  };
}

/** A visible case has its reference outputs; a hidden one is computed, in float64. */
async function expectedOutputs(
  assignment: Assignment,
  plan: PlannedCase,
  inputs: ElementArrays,
  readFile: (path: string) => Uint8Array,
): Promise<Readonly<Record<string, Float64Array>>> {
  const { spec } = assignment;
  if (plan.visible) {
    const outputs = await readReference(spec, plan.reference, readFile);
    return Object.fromEntries(Object.entries(outputs).map(([name, values]) => [name, Float64Array.from(values)]));
  }
  const { operation } = spec.expected;
  if (operation === 'simulator') return (await loadSimulator(assignment)).expected(inputs, plan.dims);
  const [output] = spec.entry.parameters.filter((parameter) => parameter.role === 'output');
  if (!output) throw new Error('a specification without an output');
  return { [output.name]: await referenceOutput(operation, inputs, plan.dims) };
}
