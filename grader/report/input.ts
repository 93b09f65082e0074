import type { Graded } from '../grade/index.ts';
import { type Assignment, arrayParameters } from '../spec/index.ts';
import type { Coverage, Pictures, ReportInput } from './model.ts';

type Case = Graded['evidence']['cases'][number];

/** Chooses what the report shows: the first failing visible case, else the largest visible one. */
export async function reportInput(assignment: Assignment, source: string, graded: Graded): Promise<ReportInput> {
  const { result, evidence } = graded;
  const visible = evidence.cases.filter((seen) => seen.visible);
  const size = (seen: Case) => seen.outputs.reduce((sum, output) => sum + output.elements, 0);
  const largest = [...visible].sort((a, b) => size(b) - size(a));
  const failing =
    visible.find((seen) => seen.run.faults.length > 0 && size(seen) > 1) ??
    largest.find((seen) => seen.outputs.some(({ comparison }) => comparison.wrong + comparison.unwritten > 0));
  const shown = failing ?? largest[0] ?? null;
  return {
    result,
    title: assignment.spec.title,
    source,
    coverage: shown && coverageOf(shown),
    pictures: await picturesOf(assignment, graded, shown),
  };
}

function coverageOf(seen: Case): Coverage | null {
  const launch = seen.run.launches.findLast(({ outcome }) => outcome.outputThreads > 0) ?? seen.run.launches.at(-1);
  const output = seen.outputs[0];
  if (!launch || !output) return null;
  const { grid, block, kernel } = launch;
  const flat = block[1] === 1 && grid[1] === 1;
  const [columns = 1, rows = 1] = flat ? [output.elements, 1] : [...output.shape].reverse();
  return {
    case: seen.name,
    kernel,
    grid,
    block,
    output: output.name,
    rows,
    columns,
    threadRows: flat ? 1 : grid[1] * block[1],
    threadColumns: grid[0] * block[0],
    blockRows: flat ? 1 : block[1],
    blockColumns: block[0],
  };
}

/** Outputs of uint8 with two dimensions are pictures. */
async function picturesOf(assignment: Assignment, graded: Graded, shown: Case | null): Promise<Pictures | null> {
  const parameter = arrayParameters(assignment.spec.entry).find(
    ({ role, type }) => role === 'output' && type === 'uint8',
  );
  const made = shown && graded.cases.find(({ plan }) => plan.name === shown.name);
  if (!parameter || !shown || !made) return null;
  const shape = made.shapes[parameter.name] ?? [];
  const [width = 1, height = 1, ...planes] = [...shape].reverse();
  const got = shown.run.outputs.find(({ name }) => name === parameter.name)?.bytes;
  const want = (await made.expected())[parameter.name];
  if (!got || !want || shape.length < 2 || planes.some((extent) => extent !== 1)) return null;
  const expected = Uint8Array.from(want, (value) => Math.max(0, Math.min(255, value)));
  const raw = expected.map((value, i) => Math.abs(value - (got[i] ?? 0)));
  const maxDifference = raw.reduce((most, value) => Math.max(most, value), 0);
  const tolerance = assignment.spec.tolerance.absolute;
  const differing = raw.reduce((count, value) => count + (value > tolerance ? 1 : 0), 0);
  const difference = maxDifference <= tolerance ? raw.map(() => 0) : raw.map((value) => (255 * value) / maxDifference);
  return { case: shown.name, width, height, expected, got, difference, maxDifference, differing };
}
