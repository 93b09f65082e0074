import { compileCached, type Diagnostic, type HeaderFile } from '../../compile/index.ts';
import { UsageError } from '../../platform/index.ts';
import type { Assignment, Dims } from '../../spec/index.ts';
import {
  type Engine,
  entryOptions,
  filesToCompile,
  makeCase,
  type PlannedCase,
  planCases,
  programFiles,
  runRequest,
} from '../grade/index.ts';
import { type Recorded, recordBlock, type Wanted } from './wanted.ts';

export interface TraceRequest extends Wanted {
  readonly assignment: Assignment;
  readonly source: string;
  readonly headers?: readonly HeaderFile[];
  readonly fileName: string;
  readonly seed: string;
  readonly engine: Engine;
  /** `null`: the smallest one that is not tiny. */
  readonly caseName: string | null;
  readonly signal?: AbortSignal;
}

export interface TracedSubmission extends Recorded {
  readonly diagnostics: readonly Diagnostic[];
  readonly caseName: string;
  readonly dims: Dims;
  /** Extents of inputs and outputs, slowest first. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
}

/**
 * Runs a case with a build that records, and with the case's own inputs: nothing is judged here.
 * @throws UsageError if there is no such case, or it is hidden
 */
export async function traceSubmission(request: TraceRequest): Promise<TracedSubmission> {
  const { assignment, engine, source, fileName, headers = [], signal } = request;
  const { spec } = assignment;
  const plan = plannedCase(assignment, request.seed, request.caseName);
  engine.prepare();
  const program = await compileCached(engine, source, fileName, {
    ...entryOptions(spec),
    heapBytes: spec.limits.deviceMemoryMiB * 2 ** 20,
    ...filesToCompile(programFiles(assignment, headers, fileName, engine)),
    records: true,
    timeoutMs: spec.limits.compileSeconds * 1000,
    ...(signal && { signal }),
  });
  const made = await makeCase(assignment, plan, engine);
  const about = { caseName: plan.name, dims: plan.dims, shapes: made.shapes };
  if (program.status !== 'compiled') {
    return { recording: null, faults: [], launches: [], fault: null, diagnostics: program.diagnostics, ...about };
  }
  const asked = runRequest(spec, program, plan, made, false);
  const recorded = await recordBlock(request, (records) => engine.run({ ...asked, records }, signal));
  return { ...recorded, diagnostics: program.diagnostics, ...about };
}

/** Elements of a case in which threads do different things. */
const ENOUGH_ELEMENTS = 100;

function plannedCase({ spec }: Assignment, seed: string, name: string | null): PlannedCase {
  const cases = planCases(spec, seed);
  const shown = cases.filter(({ visible }) => visible);
  const bySize = [...shown].sort((a, b) => a.elements - b.elements);
  const first = bySize.find(({ elements }) => elements >= ENOUGH_ELEMENTS) ?? bySize.at(-1);
  if (name === null) {
    if (!first) throw new UsageError(`${spec.id} has no case that is shown.`);
    return first;
  }
  const found = cases.find((each) => each.name === name || each.reference === name);
  if (found?.visible) return found;
  const names = `Cases that are shown: ${shown.map((each) => each.name).join(', ')}.`;
  if (found) throw new UsageError(`The case ${name} is hidden. Hidden cases cannot be traced. ${names}`);
  throw new UsageError(`${spec.id} has no case ${name}. ${names}`);
}
