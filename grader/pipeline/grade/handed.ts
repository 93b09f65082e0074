import { BYTE_STATE } from '../../abi/index.ts';
import type { CompileResult } from '../../compile/index.ts';
import type { OutputState, RunResult } from '../../host/index.ts';
import { writtenShare } from '../../judge/index.ts';
import { inputsOf, isDefined } from '../../judge/influence/index.ts';
import { type AssignmentSpec, Random } from '../../spec/index.ts';
import type { MadeCase } from './inputs.ts';
import type { JudgedCase } from './judge-case.ts';
import { runRequest } from './request.ts';

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

/** A case that was judged, with its inputs. */
export interface Measurable extends JudgedCase {
  readonly made: MadeCase;
}

/** With fewer elements a size can lead to as few as a carried word. */
const LEAST_ELEMENTS = 1024;
/** Words that are altered, each in a run of its own. */
const DRAWS = 12;
/** Elements that one word leads to, if values are packed into it. A size or the first element of a block leads to more. */
const MOST_ELEMENTS_OF_A_WORD = 24;
/** The least part of the outputs that must come from such words. */
const LEAST_CARRIED = 1 / 4;
/** Bit of an output's flag bytes: a kernel stored this byte. */
const WRITTEN_BY_KERNEL: number = BYTE_STATE.written;

/**
 * Marks the largest case that kernels wrote if they only carried its values, in an exercise without inputs: host code
 * computed them and gave them to the device. What host code itself copies to the outputs is not written by kernels. If
 * there are inputs, host code has others than the kernels, so its values are wrong.
 */
export async function withHanded(
  spec: AssignmentSpec,
  compiled: Compiled,
  cases: readonly Measurable[],
): Promise<readonly Measurable[]> {
  if (inputsOf(spec).length > 0) return cases;
  const [largest] = cases
    .filter(({ evidence }) => elementsOf(evidence) >= LEAST_ELEMENTS && writtenShare(evidence) >= 1 / 2)
    .sort((a, b) => elementsOf(b.evidence) - elementsOf(a.evidence));
  if (!largest || !(await isHanded(spec, compiled, largest))) return cases;
  const handed = largest.evidence.outputs.map(({ name }) => name);
  return cases.map((each) => (each === largest ? { ...each, evidence: { ...each.evidence, handed } } : each));
}

/**
 * Alters one word at a time of those that host code gave the device, and counts the elements that change. An element
 * whose value follows from its thread's numbers depends on words on which most others depend too, such as a size.
 */
async function isHanded(
  spec: AssignmentSpec,
  compiled: Compiled,
  { made, evidence, run, again }: Measurable,
): Promise<boolean> {
  const words = run.givenWords ?? 0;
  const least = LEAST_CARRIED * elementsOf(evidence);
  if (!again || !isDefined(run) || !canCarry(run, evidence)) return false;
  const { args } = runRequest(spec, compiled, made.plan, made, false);
  const random = new Random(made.plan.inputSeed, 'given words');
  let carried = 0;
  for (let draw = 0; draw < DRAWS; draw++) {
    const other = await again(args, { alterGiven: random.integer(0, words - 1) });
    const changed = isDefined(other) ? changedElements(run, other, evidence) : 0;
    if (changed <= MOST_ELEMENTS_OF_A_WORD) carried += changed;
  }
  return (carried / DRAWS) * words >= least;
}

/** True if host code gave the device enough words for values packed into them. */
export function canCarry({ givenWords = 0 }: RunResult, evidence: Measurable['evidence']): boolean {
  return givenWords * MOST_ELEMENTS_OF_A_WORD >= LEAST_CARRIED * elementsOf(evidence);
}

function elementsOf({ outputs }: Measurable['evidence']): number {
  return outputs.reduce((sum, { elements }) => sum + elements, 0);
}

/**
 * Counts elements with other values that a kernel wrote in both runs. An element that is not written the second time was
 * only left out: an address or a size has changed.
 */
function changedElements(before: RunResult, after: RunResult, { outputs }: Measurable['evidence']): number {
  const outputOf = (run: RunResult, name: string): OutputState | undefined =>
    run.outputs.find((output) => output.name === name);
  return outputs.reduce((sum, { name, elements }) => {
    const [one, other] = [outputOf(before, name), outputOf(after, name)];
    if (!one || !other) return sum;
    const size = one.bytes.length / elements;
    const [changed, unwritten] = [new Set<number>(), new Set<number>()];
    for (let at = 0; at < one.bytes.length; at++) {
      const element = Math.floor(at / size);
      if (one.bytes[at] !== other.bytes[at]) changed.add(element);
      if (((one.state[at] ?? 0) & (other.state[at] ?? 0) & WRITTEN_BY_KERNEL) === 0) unwritten.add(element);
    }
    return sum + [...changed].filter((element) => !unwritten.has(element)).length;
  }, 0);
}
