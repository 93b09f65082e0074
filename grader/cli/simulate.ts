import { join } from 'node:path';
import { nodeFiles } from '../platform/files.ts';
import { printable } from '../platform/terminal.ts';
import { renderSimulation, type SimulatedCase, SimulationError, simulateAssignment } from '../simulator/index.ts';
import { type Assignment, assignmentRoots, loadSimulator, resolveAssignment } from '../spec/index.ts';
import type { CommandInput } from './command.ts';
import { writeError } from './io.ts';
import { assertWritableJson, writeJson } from './json.ts';

/** As declared in `commands.ts`. */
interface SimulateCommandOptions {
  readonly case?: string;
  readonly trace?: true;
  readonly full?: true;
  readonly accesses?: true;
  readonly json?: string;
  readonly assignments?: string[];
}

/** `grade simulate`: 0 where the kernel gives what the plain loop gives, else 1. */
export async function simulate({ args, options: given, io }: CommandInput): Promise<number> {
  const options = given as unknown as SimulateCommandOptions;
  if (options.json !== undefined) assertWritableJson(options.json);
  const assignment = resolveAssignment(args[0] ?? '', assignmentRoots(options.assignments));
  const module = await loadSimulator(assignment);
  const traced = options.trace || options.full || options.accesses;
  let cases: SimulatedCase[];
  try {
    cases = simulateAssignment({
      spec: assignment.spec,
      module,
      readFile: (path) => nodeFiles.read(join(assignment.folder, path)),
      caseName: options.case ?? null,
      trace: traced ? { full: options.full ?? false, accesses: options.accesses ?? false } : null,
      // With --json stdout is the machine's.
      write: (text) => (options.json === '-' ? io.stderr : io.stdout).write(printable(text)),
    });
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    writeError(`${error.message} [${error.rule}]`, [], io);
    return 1;
  }
  if (options.json !== undefined) await writeJson(machineForm(assignment, cases), options.json, io);
  if (options.json !== '-') io.stdout.write(`${traced ? '\n' : ''}${printable(renderSimulation(cases))}`);
  return cases.every(({ mismatch }) => mismatch === null) ? 0 : 1;
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
