import { compileCached } from '../../compile/index.ts';
import type { RunResult } from '../../host/index.ts';
import { type BaselineEvidence, loadedSectors } from '../../judge/index.ts';
import { AssignmentError } from '../../platform/index.ts';
import type { CountedLaunch } from '../../spec/index.ts';
import {
  type Assignment,
  type BaselineCount,
  comparesWithBaseline,
  hasBaseline,
  prototype,
  readBaselineCount,
  sha256,
} from '../../spec/index.ts';
import { countedLaunch } from '../../timing/estimate/index.ts';
import type { Engine } from './engine.ts';
import { entryOptions } from './entry.ts';
import { makeCase } from './inputs.ts';
import { largestCase, type PlannedCase, planCases } from './plan-cases.ts';
import { filesToCompile, programFiles } from './program.ts';
import { runRequest } from './request.ts';
import { asWritten } from './style.ts';

/**
 * Sectors of the assignment's baseline on one case: what some techniques compare a submission with. They depend on
 * sizes and baseline alone: `reference/` has them for the case that is judged, and any other is counted once and kept.
 * @throws AssignmentError where the baseline does not compile
 */
export async function baselineSectors(given: Assignment, plan: PlannedCase, engine: Engine): Promise<BaselineEvidence> {
  const assignment = asWritten(given);
  const { spec } = assignment;
  const known = readBaselineCount((path) => engine.readFile(assignment, path));
  const { source, ...asked } = await baselineOf(assignment, plan, engine);
  if (known && isSame(known, asked)) {
    return { globalLoadSectors: known.globalLoadSectors, globalStoreSectors: known.globalStoreSectors };
  }
  const sizes = JSON.stringify(Object.entries(plan.dims).sort());
  const key = engine.sha256('baseline-sectors', engine.versions.engine, source, sizes, prototype(spec));
  const kept = await engine.cache.get(key);
  if (isBaseline(kept)) return kept;
  const sectors = sectorsOf(assignment, await countRun(assignment, plan, engine, asked.file, source));
  await engine.cache.put(key, sectors);
  return sectors;
}

/**
 * Launches of the baseline on one case, as `reference/` has them: what an estimate of speed is compared with. null where
 * they are not there, or of another case.
 */
export async function baselineLaunches(
  given: Assignment,
  plan: PlannedCase,
  engine: Engine,
): Promise<readonly CountedLaunch[] | null> {
  const assignment = asWritten(given);
  const known = readBaselineCount((path) => engine.readFile(assignment, path));
  if (!known?.launches) return null;
  const { source: _, ...asked } = await baselineOf(assignment, plan, engine);
  return isSame(known, asked) ? known.launches : null;
}

/**
 * What `reference/` says of the baseline: counted anew, on the case that techniques are judged on; null where it is no
 * CUDA.
 * @throws AssignmentError where the baseline does not compile
 */
export async function countBaseline(assignment: Assignment, engine: Engine): Promise<BaselineCount | null> {
  const { spec } = assignment;
  const largest = largestCase(planCases(spec, ''));
  if (!largest || !hasBaseline(spec)) return null;
  const { source, ...about } = await baselineOf(assignment, largest, engine);
  const run = await countRun(assignment, largest, engine, about.file, source);
  const launches = run.launches.flatMap((launch) => countedLaunch(launch) ?? []);
  const told = launches.length === run.launches.length && launches.length <= MOST_LAUNCHES;
  return { ...about, ...sectorsOf(assignment, run), ...(told && { launches }) };
}

type Identity = Pick<BaselineCount, 'file' | 'sha256' | 'entry' | 'dims'>;

async function baselineOf(
  assignment: Assignment,
  plan: PlannedCase,
  engine: Engine,
): Promise<Identity & { readonly source: string }> {
  const { spec } = assignment;
  const file = spec.timing?.baseline ?? 'baseline.cu';
  const bytes = engine.readFile(assignment, file);
  const source = new TextDecoder().decode(bytes);
  return { file, sha256: await sha256([bytes]), entry: prototype(spec), dims: { ...plan.dims }, source };
}

function isSame(known: BaselineCount, asked: Identity): boolean {
  return known.sha256 === asked.sha256 && isSameCall(known, asked);
}

type Call = Pick<BaselineCount, 'entry' | 'dims'>;

export function isSameCall(known: Call, asked: Call): boolean {
  const sizes = (dims: Call['dims']) => JSON.stringify(Object.entries(dims).sort());
  return known.entry === asked.entry && sizes(known.dims) === sizes(asked.dims);
}

/** Of which the manifest tells each. */
const MOST_LAUNCHES = 16;

/**
 * Runs a program of the assignment on a case, and counts.
 * @throws AssignmentError where it does not compile
 */
export async function countRun(
  assignment: Assignment,
  plan: PlannedCase,
  engine: Engine,
  file: string,
  source: string,
): Promise<RunResult> {
  const { spec } = assignment;
  const compiled = await compileCached(engine, source, file, {
    ...entryOptions(spec),
    ...filesToCompile(programFiles(assignment, [], file, engine)),
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    timeoutMs: spec.limits.compileSeconds * 1000,
  });
  if (compiled.status !== 'compiled') {
    const messages = compiled.diagnostics.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`);
    throw new AssignmentError(`${file} of ${spec.id} does not compile.`, { details: messages });
  }
  return await engine.run(runRequest(spec, compiled, plan, await makeCase(assignment, plan, engine), true));
}

/** @throws AssignmentError where they could not be counted, or are none */
function sectorsOf({ spec }: Assignment, run: RunResult): BaselineEvidence {
  if (run.launches.some(({ outcome }) => outcome.countersLost)) {
    throw new AssignmentError(
      `Counting the memory accesses of the baseline of ${spec.id} takes more memory than there is.`,
    );
  }
  const sectors = {
    globalLoadSectors: loadedSectors(run.launches),
    globalStoreSectors: run.launches.reduce((sum, { outcome }) => sum + (outcome.counters.globalStoreSectors ?? 0), 0),
  };
  if (sectors.globalLoadSectors === 0 && comparesWithBaseline(spec))
    throw new AssignmentError(`The baseline of ${spec.id} loads nothing from global memory.`);
  return sectors;
}

function isBaseline(value: unknown): value is BaselineEvidence {
  return typeof value === 'object' && value !== null && 'globalLoadSectors' in value && 'globalStoreSectors' in value;
}
