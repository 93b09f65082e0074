import { writtenShare } from '../checks/index.ts';
import type { CompileResult } from '../compile/index.ts';
import { inputsOf, isDefined } from '../influence/index.ts';
import type { OutputState, RunResult } from '../record/index.ts';
import type { AssignmentSpec } from '../spec/index.ts';
import type { Measurable } from './participation.ts';
import { runRequest } from './request.ts';
import { hash32 } from './seed.ts';

type Compiled = Extract<CompileResult, { status: 'compiled' }>;

/** Host code that gives the device less, in bytes of the outputs, leaves most values to the kernels. */
const LEAST_GIVEN = 1 / 4;
/** With fewer elements an alteration can miss what is carried. */
const LEAST_ELEMENTS = 64;
/** Words that are altered at a time, and how often. */
const WORDS = 8;
const TIMES = 6;
/** Runs that must tell something: an address that is altered ends a run. */
const LEAST_RUNS = 2;
/** Elements that come from one word: a table that leads to more, such as the begin of a block, is no list of values. */
const MOST_ELEMENTS_OF_A_WORD = 4;
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
  const outputBytes = run.outputs.reduce((sum, output) => sum + output.bytes.length, 0);
  if (!again || !isDefined(run) || bytes < LEAST_GIVEN * outputBytes) return false;
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

function elementsOf({ outputs }: Measurable['evidence']): number {
  return outputs.reduce((sum, { elements }) => sum + elements, 0);
}

function changedElements(before: RunResult, after: RunResult, { outputs }: Measurable['evidence']): number {
  const bytesOf = ({ outputs: all }: RunResult, name: string): OutputState['bytes'] =>
    all.find((output) => output.name === name)?.bytes ?? new Uint8Array();
  return outputs.reduce((sum, { name, elements }) => {
    const [one, other] = [bytesOf(before, name), bytesOf(after, name)];
    const size = one.length / elements;
    const changed = new Set<number>();
    for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) changed.add(Math.floor(at / size));
    return sum + changed.size;
  }, 0);
}
