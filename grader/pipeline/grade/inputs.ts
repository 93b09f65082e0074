import { referenceOutput } from '../../compare/index.ts';
import { callCode } from '../../simulator/file/index.ts';
import type { Checked, PlacedObjection } from '../../simulator/index.ts';
import {
  type Assignment,
  type Dims,
  type ElementArray,
  type ElementArrays,
  extents,
  generatedInputs,
  makeCaseInputs,
  outputParameters,
  readReference,
} from '../../spec/index.ts';
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
  /** Returns what `check` of `simulator.ts` objects to in outputs. */
  readonly check: (left: Pick<Checked, 'outputs' | 'written'>) => Promise<readonly PlacedObjection[]>;
}

/** Elements of inputs and outputs together up to which a listed case is kept for the next submission. */
const KEPT_ELEMENTS = 2 ** 20;

type Content = Pick<MadeCase, 'inputs' | 'shapes' | 'expected' | 'check'>;

/** What listed cases hold, by the specification's name for them: the same for every submission. Nobody writes into it. */
const kept = new WeakMap<Assignment, Map<string, Promise<Content>>>();

/** Makes a case's inputs, from its seed or its files. */
export async function makeCase(
  assignment: Assignment,
  plan: PlannedCase,
  engine: Pick<Engine, 'readFile'>,
): Promise<MadeCase> {
  if (plan.drawn || plan.elements > KEPT_ELEMENTS) return { plan, ...(await contentOf(assignment, plan, engine)) };
  const cases = kept.get(assignment) ?? new Map<string, Promise<Content>>();
  kept.set(assignment, cases);
  const content = cases.get(plan.reference) ?? contentOf(assignment, plan, engine);
  cases.set(plan.reference, content);
  // A disk that fails once must not fail the next submission.
  content.catch(() => cases.delete(plan.reference));
  return { plan, ...(await content) };
}

/** Milliseconds for which making cases may keep this thread from other work, such as handing the source to Clang. */
const SLICE_MS = 8;

/** Makes cases in their order, and lets other work of this thread go first. */
export async function makeCases(
  assignment: Assignment,
  plans: readonly PlannedCase[],
  engine: Pick<Engine, 'readFile' | 'now'>,
): Promise<MadeCase[]> {
  const made: MadeCase[] = [];
  let since = Number.NEGATIVE_INFINITY;
  for (const plan of plans) {
    if (engine.now() - since > SLICE_MS) {
      await new Promise((resolve) => setTimeout(resolve));
      since = engine.now();
    }
    made.push(await makeCase(assignment, plan, engine));
  }
  return made;
}

async function contentOf(
  assignment: Assignment,
  plan: PlannedCase,
  engine: Pick<Engine, 'readFile'>,
): Promise<Content> {
  const { spec } = assignment;
  const readFile = (path: string) => engine.readFile(assignment, path);
  const inputs = await inputsOf(assignment, plan, readFile);
  let made: ReturnType<MadeCase['expected']> | null = null;
  const expected = () => {
    made ??= expectedOutputs(assignment, plan, inputs, readFile).catch((error: unknown) => {
      // A disk that fails once must not fail the next submission.
      made = null;
      throw error;
    });
    return made;
  };
  return {
    inputs,
    shapes: extents(spec, plan.dims),
    expected,
    check: async (left) => {
      const checked = { ...left, inputs, expected: await expected() };
      return callCode(assignment, { call: 'check', checked, dims: plan.dims, name: plan.name });
    },
  };
}

/** Makes the inputs of a case: drawn, read from files, or by `generate` of `simulator.ts`. */
export async function inputsOf(
  assignment: Assignment,
  { dims, inputSeed: seed, files, inputs, name }: PlannedCase,
  readFile: (path: string) => Uint8Array,
): Promise<Record<string, ElementArray>> {
  const { spec } = assignment;
  const names = generatedInputs(spec, inputs).filter((input) => files[input] === undefined);
  const request = { names, dims, seed, name };
  const generated = names.length > 0 ? await callCode(assignment, { call: 'generate', request }) : {};
  return makeCaseInputs(spec, { dims, seed, files, inputs, generated }, readFile);
}

/** Returns the reference outputs of a listed case; computes those of a drawn one, in float64. */
async function expectedOutputs(
  assignment: Assignment,
  plan: PlannedCase,
  inputs: ElementArrays,
  readFile: (path: string) => Uint8Array,
): Promise<Readonly<Record<string, Float64Array>>> {
  const { spec } = assignment;
  if (!plan.drawn) {
    const outputs = await readReference(spec, plan.reference, readFile);
    return Object.fromEntries(Object.entries(outputs).map(([name, values]) => [name, Float64Array.from(values)]));
  }
  return computedOutputs(assignment, inputs, plan.dims);
}

/** Computes the expected outputs for any inputs, in float64. */
export async function computedOutputs(
  assignment: Assignment,
  inputs: ElementArrays,
  dims: Dims,
): Promise<Readonly<Record<string, Float64Array>>> {
  const { spec } = assignment;
  const { operation } = spec.expected;
  if (operation === 'simulator') return callCode(assignment, { call: 'expected', inputs, dims });
  const [output] = outputParameters(spec.entry);
  if (!output) throw new Error('a specification without an output');
  return { [output.name]: await referenceOutput(operation, inputs, dims) };
}
