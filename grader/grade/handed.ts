import { writtenShare } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import { inputsOf, isDefined } from '../influence/index.ts';
import type { OutputState, RunResult } from '../record/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import type { Measurable } from './participation.ts';
import { runRequest } from './request.ts';
import { hash32 } from './seed.ts';

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

/** Host code that gives the device less, as a part of the outputs' information, leaves most values to the kernels. */
const LEAST_GIVEN = 1 / 4;
/** With fewer elements an alteration can miss what is carried. */
const LEAST_ELEMENTS = 64;
/** Words that are altered at a time, and how often. */
const WORDS = 8;
const TIMES = 6;
/** Runs that must tell something: an address that is altered ends a run. */
const LEAST_RUNS = 2;
/**
 * Elements that come from one word, into which several values can be packed. A table that leads to more, such as the
 * first elements of blocks, is not a list of values.
 */
const MOST_ELEMENTS_OF_A_WORD = 24;
/** Bit of an output's flag bytes: a kernel stored this byte. */
const WRITTEN_BY_KERNEL = 4;
/** The least part of the outputs that must come from such words. */
const LEAST_CARRIED = 1 / 4;

/**
 * Marks cases in which kernels only carried values, in an exercise without inputs: host code computed them and gave them
 * to the device. It must be so in all cases that kernels wrote; what host code itself copies to the outputs is no kernel's.
 * Where there are inputs host code has others than the kernels, so that its values are wrong.
 */
export async function withHanded(
  spec: AssignmentSpec,
  compiled: Compiled,
  cases: readonly Measurable[],
): Promise<readonly Measurable[]> {
  if (inputsOf(spec).length > 0) return cases;
  const large = cases.filter(
    ({ evidence }) => elementsOf(evidence) >= LEAST_ELEMENTS && writtenShare(evidence) >= 1 / 2,
  );
  for (const each of large) if (!(await isHanded(spec, compiled, each))) return cases;
  if (large.length === 0) return cases;
  return cases.map((each) => {
    const names = each.evidence.outputs.map(({ name }) => name);
    return large.includes(each) ? { ...each, evidence: { ...each.evidence, handed: names } } : each;
  });
}

async function isHanded(
  spec: AssignmentSpec,
  compiled: Compiled,
  { made, evidence, run, again }: Measurable,
): Promise<boolean> {
  const { bytes, words } = run.given ?? { bytes: 0, words: 0 };
  if (!again || !isDefined(run) || bytes < LEAST_GIVEN * informationBytes(evidence)) return false;
  const { args } = runRequest(spec, compiled, made.plan, made, false);
  const every = Math.max(1, Math.floor(words / WORDS));
  let [runs, altered, changed] = [0, 0, 0];
  for (let time = 0; time < TIMES; time++) {
    const first = hash32(`given\n${made.plan.inputSeed}\n${time}`) % every;
    const other = await again(args, { alterGiven: { every, first } });
    if (!isDefined(other)) continue;
    const count = changedElements(run, other, evidence);
    // Something else than a value was altered: a size, or where a thread begins.
    if (count > MOST_ELEMENTS_OF_A_WORD * WORDS) continue;
    runs += 1;
    altered += Math.ceil((words - first) / every);
    changed += count;
  }
  return runs >= LEAST_RUNS && (changed / altered) * words >= LEAST_CARRIED * elementsOf(evidence);
}

/**
 * Returns the bytes that a list of the outputs' values takes if it is packed: so many bits for an element as the number
 * of all elements has. Outputs follow from each other, so the largest one counts.
 */
function informationBytes({ outputs }: Measurable['evidence']): number {
  const most = Math.max(1, ...outputs.map(({ elements }) => elements));
  return (most * Math.log2(most)) / 8;
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
