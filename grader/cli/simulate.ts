import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nodeFiles } from '../platform/files/index.ts';
import { printable } from '../platform/index.ts';
import { loadSimulator } from '../simulator/file/index.ts';
import {
  renderSimulation,
  type SimulatedCase,
  SimulationError,
  type SimulationRequest,
  simulateAssignment,
  type TracedCase,
} from '../simulator/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { exerciseOf, lookHere } from './exercise.ts';
import { type Io, writeError } from './io.ts';
import { assertWritableFile, writeJson, writeText } from './json.ts';

/** The page of `--open` without `--html`. */
const DEFAULT_PAGE = 'grade-trace.html';

/** As declared in `commands.ts`. */
interface SimulateCommandOptions {
  readonly case?: string;
  readonly trace?: true;
  readonly full?: true;
  readonly accesses?: true;
  readonly html?: string;
  readonly open?: true;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade simulate`: 0 where the kernel gives what the plain loop gives, else 1. */
export async function simulate({ args, options: given, io, services }: CommandInput): Promise<number> {
  const options = given as unknown as SimulateCommandOptions;
  const page = pageOf(options);
  if (page !== null) assertWritableFile(page, '--html');
  const here = lookHere(io, options.assignments);
  const assignment = exerciseOf(args[0], 'simulate', here);
  // The student can have changed the copy that `grade start` made.
  const own = args[0] === undefined && here.exercise !== null && existsSync(join(here.exercise.folder, 'simulator.ts'));
  const module = await loadSimulator(
    own && here.exercise !== null ? { ...assignment, folder: here.exercise.folder, shipped: false } : assignment,
  );
  const traced = options.trace || options.full || options.accesses;
  const request: SimulationRequest = {
    spec: assignment.spec,
    module,
    readFile: (path) => nodeFiles.read(join(assignment.folder, path)),
    caseName: options.case ?? null,
    trace: traced ? { full: options.full ?? false, accesses: options.accesses ?? false } : null,
    // With --json stdout is the machine's.
    write: (text) => (options.json === '-' ? io.stderr : io.stdout).write(printable(text)),
  };
  const { cases, error } = page === null ? attempt(request) : await attemptWithPage(request, page);
  if (page !== null) {
    io.stderr.write(`Step through it: ${printable(page)}\n`);
    if (options.open) await showPage(page, services.open, io);
  }
  if (error !== null) {
    writeError(`${error.message} [${error.rule}]`, [], io);
    return 1;
  }
  if (options.json !== undefined) await writeJson(machineForm(assignment, cases), options.json, io);
  const told = traced && page === null;
  if (options.json !== '-') io.stdout.write(`${told ? '\n' : ''}${printable(renderSimulation(cases))}`);
  return cases.every(({ mismatch }) => mismatch === null) ? 0 : 1;
}

interface Attempt {
  readonly cases: readonly SimulatedCase[];
  /** What the kernel did that it must not. */
  readonly error: SimulationError | null;
}

function attempt(request: SimulationRequest): Attempt {
  try {
    return { cases: simulateAssignment(request), error: null };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { cases: [], error };
  }
}

/** The same with the page in place of the trace's text: also of a kernel that goes wrong, as far as it came. */
async function attemptWithPage(request: SimulationRequest, path: string): Promise<Attempt> {
  const { renderTracePage, TraceRecorder } = await import('../report/trace-page/index.ts');
  const recorder = new TraceRecorder();
  const traced: TracedCase[] = [];
  const outcome = attempt({
    ...request,
    listen: (about) => {
      traced.push(about);
      return recorder;
    },
  });
  const [about] = traced;
  if (about !== undefined) {
    const error = outcome.error && `${outcome.error.message} [${outcome.error.rule}]`;
    await writeText(
      renderTracePage({ spec: request.spec, traced: about, recording: recorder.recording(), error }),
      path,
      '--html',
    );
  }
  return outcome;
}

/** The file of `--html`; `--open` asks for one too. */
function pageOf({ html, open }: SimulateCommandOptions): string | null {
  return html === undefined ? (open ? DEFAULT_PAGE : null) : html || DEFAULT_PAGE;
}

async function showPage(page: string, open: (path: string) => Promise<boolean>, io: Io): Promise<void> {
  if (await open(resolve(page))) return;
  io.stderr.write('warning: no program to show the page was found. Open it in a browser yourself.\n');
}

/** Without times, so that two runs give the same. NaN, which JSON lacks, is null. */
function machineForm({ spec }: Assignment, cases: readonly SimulatedCase[]): unknown {
  const seen = cases.map(({ name, dims, launches, maxError, mismatch }) => ({
    name,
    dims,
    launches,
    maxError,
    mismatch,
  }));
  return { schemaVersion: 1, assignment: spec.id, cases: seen };
}
