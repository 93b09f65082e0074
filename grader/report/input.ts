import { viewElements } from '../compare/index.ts';
import type { LaunchPlan } from '../host/plan/index.ts';
import { kernelsServedByBlocks, layoutOf } from '../judge/index.ts';
import type { Graded } from '../pipeline/grade/index.ts';
import {
  type ArrayParameter,
  type Assignment,
  arrayParameters,
  elementBytes,
  inputParameters,
  isByElement,
  outputParameters,
  toleranceOf,
} from '../spec/index.ts';
import type { Coverage } from './coverage.ts';
import { type MemoryView, memoryView } from './memory.ts';
import type { Pictures, ReportInput, Sample } from './model.ts';
import { type Differences, findDifferences, paint, paintDifferences, pictureLayout } from './pictures.ts';
import { launchStatus, planTable } from './plan.ts';

type Case = Graded['evidence']['cases'][number];
type LaidOutput = Pick<Coverage, 'unit' | 'complete'> & { readonly name: string; readonly shape: readonly number[] };
type Made = Graded['cases'][number];

const SAMPLES = 5;

/** What a report is made from: of a student's view, or of the whole one. */
type Reported = Omit<Graded, 'whole'>;

/** Chooses what the report shows: the largest failing visible case, else the largest visible one. */
export async function reportInput(assignment: Assignment, source: string, graded: Reported): Promise<ReportInput> {
  const { result, evidence } = graded;
  const size = (seen: Case) => seen.outputs.reduce((sum, output) => sum + output.elements, 0);
  const largest = evidence.cases.filter((seen) => seen.visible).sort((a, b) => size(b) - size(a));
  const shown = largest.find(fails) ?? largest[0] ?? null;
  const made = graded.cases.find(({ plan }) => plan.name === shown?.name);
  const output = shown && outputOf(assignment, shown);
  const differs = shown && made && (await differencesOf(assignment, made, shown));
  const marks = output && differs?.get(output.name);
  const served = kernelsServedByBlocks(largest);
  const isServedByBlocks = (kernel: string) => served.has(kernel);
  return {
    result,
    title: assignment.spec.title,
    source: evidence.shown?.source ?? source,
    ...((evidence.shown ?? evidence).headers && { headers: (evidence.shown ?? evidence).headers }),
    coverage: shown && output && coverageOf(shown, output, isTakenOver(result) ? (marks ?? null) : null, largest),
    plan: shown && planTable(shown.name, shown.run, output && { ...output, isServedByBlocks }, evidence),
    pictures: shown && made && differs ? await picturesOf(assignment, made, shown, differs) : null,
    timing: evidence.timing,
    tried: triedOf(evidence.cases, graded.cases, assignment),
    memory: memoryOf(assignment, graded),
    tracedCases: new Set(graded.cases.flatMap(({ plan }) => (plan.visible && !plan.drawn ? [plan.name] : []))),
  };
}

/** A tensor of another shape or type is not compared: that its elements are missing says nothing of the launch. */
function isTakenOver({ checks }: Graded['result']): boolean {
  return !checks.some(({ findings }) => findings.some(({ rule }) => rule === 'wrong-shape'));
}

function triedOf(cases: readonly Case[], made: readonly Made[], { spec }: Assignment): ReportInput['tried'] {
  if (cases.length === 0) return null;
  const isDrawn = new Set(made.filter(({ plan }) => plan.drawn).map(({ plan }) => plan.name));
  const listed = cases.filter(({ name }) => !isDrawn.has(name));
  const names = [...new Set(listed.flatMap(({ dims }) => Object.keys(dims)))];
  const sizes = names.map((name) => {
    const values = listed.flatMap(({ dims }) => dims[name] ?? []);
    return { name, least: Math.min(...values), most: Math.max(...values) };
  });
  const practice = cases.every(({ visible }) => visible);
  const others = practice && spec.practice !== undefined;
  return { listed: listed.length, drawn: cases.length - listed.length, practice, others, sizes };
}

/** Of the case whose accesses were counted, unless it is hidden. */
function memoryOf({ spec }: Assignment, { evidence, cases, baselineLaunches, solution }: Reported): MemoryView | null {
  const { compiled, techniqueCase } = evidence;
  const counted = evidence.cases.find(({ name, visible }) => visible && name === techniqueCase);
  const made = cases.find(({ plan }) => plan.name === counted?.name);
  if (!counted || !made || compiled.status !== 'compiled') return null;
  const bytes = (role: ArrayParameter['role']) =>
    arrayParameters(spec.entry)
      .filter((parameter) => parameter.role === role)
      .reduce(
        (sum, { name, type }) =>
          sum + elementBytes(type) * (made.shapes[name] ?? []).reduce((product, extent) => product * extent, 1),
        0,
      );
  const { launches } = counted.run;
  if (launches.some(({ outcome }) => !outcome.siteSamples)) return null;
  return memoryView(counted.name, launches, compiled.device, {
    baseline: baselineLaunches,
    solution,
    bytes: { inputs: bytes('input'), outputs: bytes('output') },
  });
}

/** The output that launches are laid over: the first. */
function outputOf({ spec }: Assignment, { outputs }: Case): LaidOutput | null {
  const output = outputs[0];
  if (!output) return null;
  const { name, shape } = output;
  const parameter = arrayParameters(spec.entry).find((candidate) => candidate.name === name);
  const unit = parameter?.type === 'uint8' && pictureLayout(shape) ? 'pixel' : 'element';
  return { name, shape, unit, complete: output.writtenByKernels === output.elements };
}

function fails({ run, outputs }: Case): boolean {
  return run.faults.length > 0 || outputs.some(({ comparison }) => comparison.wrong + comparison.unwritten > 0);
}

/** Of the outputs of a case, by name. */
async function differencesOf({ spec }: Assignment, made: Made, shown: Case): Promise<Map<string, Differences>> {
  const expected = await made.expected();
  return new Map(
    outputParameters(spec.entry).flatMap(({ name, type }) => {
      const got = shown.run.outputs.find((output) => output.name === name);
      const want = expected[name];
      if (!isByElement(spec, name)) return [];
      const tolerance = toleranceOf(spec, made.plan.dims, name);
      return got && want ? [[name, findDifferences(got, want, type, tolerance)] as const] : [];
    }),
  );
}

/**
 * True if a launch, one of several, works on a part of an output: its buffers are all smaller, or one of its pointers
 * does not lead to the start of a buffer. Elements without a thread in this launch can have one in another launch.
 */
export function isOfPart({ steps }: LaunchPlan, index: number, outputBytes: number): boolean {
  const launches = steps.filter((step) => step.step === 'launch');
  const pointers = launches[index]?.args.filter((argument) => argument.kind === 'buffer') ?? [];
  if (launches.length < 2 || pointers.length === 0) return false;
  const sizes = new Map(steps.flatMap((step) => (step.step === 'alloc' ? [[step.buffer, step.bytes]] : [])));
  const isSmall = pointers.every(({ buffer }) => (sizes.get(buffer) ?? outputBytes) < outputBytes);
  return isSmall || pointers.some(({ offset }) => offset !== 0);
}

function coverageOf(
  seen: Case,
  { name: output, unit, complete }: LaidOutput,
  differs: Differences | null,
  cases: readonly Case[],
): Coverage | null {
  const { name, run, outputs } = seen;
  const writing = run.launches.findLastIndex(({ outcome }) => outcome.outputThreads > 0);
  const index = writing < 0 ? run.launches.length - 1 : writing;
  const launch = run.launches[index];
  const bytes = run.outputs.find((candidate) => candidate.name === output)?.bytes.length ?? 0;
  if (!launch || isOfPart(run.plan, index, bytes)) return null;
  const layout = outputs[0] && layoutOf(launch, seen, outputs[0], cases);
  if (!layout) return null;
  const { kernel } = launch;
  const { laid, several } = layout;
  return {
    case: name,
    kernel,
    output,
    unit,
    status: launchStatus(run, index),
    complete,
    laid,
    several,
    // Of a thread that takes several elements it is not known which.
    ...(!several && differs && differs.wrong + differs.unwritten > 0 && { marks: differs.marks }),
  };
}

/** The first output that can be drawn: a picture of uint8 always, any other array of two dimensions where it is wrong. */
async function picturesOf(
  { spec }: Assignment,
  made: Made,
  shown: Case,
  differs: ReadonlyMap<string, Differences>,
): Promise<Pictures | null> {
  const expected = await made.expected();
  for (const parameter of outputParameters(spec.entry)) {
    const layout = pictureLayout(made.shapes[parameter.name] ?? []);
    const got = shown.run.outputs.find(({ name }) => name === parameter.name);
    const want = expected[parameter.name];
    const differences = differs.get(parameter.name);
    if (!layout || !got || !want || !differences) continue;
    const map = { role: 'difference' as const, raster: paintDifferences(differences, layout) };
    const facts = {
      case: shown.name,
      output: parameter.name,
      width: layout.width,
      height: layout.height,
      elements: want.length,
      wrong: differences.wrong,
      unwritten: differences.unwritten,
      largest: differences.largest,
      samples: samplesOf(parameter, made, got.bytes, want, differences),
    };
    if (parameter.type === 'uint8') {
      const sides = [
        { role: 'expected' as const, raster: paint(want, layout) },
        { role: 'got' as const, raster: paint(got.bytes, layout) },
      ];
      return { ...facts, unit: 'pixel', images: [...inputImages(spec, made), ...sides, map] };
    }
    if (layout.channels === 1 && differences.wrong + differences.unwritten > 0) {
      return { ...facts, unit: 'element', images: [map] };
    }
  }
  return null;
}

function inputImages({ entry }: Assignment['spec'], { shapes, inputs }: Made): Pictures['images'] {
  return inputParameters(entry).flatMap(({ type, name }) => {
    const layout = type === 'uint8' ? pictureLayout(shapes[name] ?? []) : null;
    const values = inputs[name];
    return layout && values ? [{ role: 'input' as const, raster: paint(values, layout) }] : [];
  });
}

function samplesOf(
  { name, type }: ArrayParameter,
  { shapes }: Made,
  bytes: Uint8Array,
  want: Float64Array,
  { marks }: Differences,
): Sample[] {
  const values = viewElements(bytes, type);
  const samples: Sample[] = [];
  for (let flat = 0; flat < marks.length && samples.length < SAMPLES; flat++) {
    const mark = marks[flat] ?? 0;
    if (mark === 0) continue;
    const got = mark < 0 ? null : (values[flat] ?? null);
    samples.push({ index: indexOf(flat, shapes[name] ?? []), expected: want[flat] ?? 0, got });
  }
  return samples;
}

function indexOf(flat: number, shape: readonly number[]): number[] {
  let left = flat;
  const index = [...shape].reverse().map((extent) => {
    const at = left % extent;
    left = Math.floor(left / extent);
    return at;
  });
  return index.reverse();
}
