import { compileCached, type Diagnostic } from '../../compile/index.ts';
import { type ProgramRequest, programOptions, programTask } from '../run/index.ts';
import { type Recorded, recordBlock, type Wanted } from './wanted.ts';

export interface TracedProgram extends Recorded {
  /** The messages of the compiler. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Runs the `main` of a program with a build that records. */
export async function traceProgram(
  request: Omit<ProgramRequest, 'checks' | 'counters' | 'onOutput' | 'readInput' | 'onProgress' | 'sha256'> & Wanted,
): Promise<TracedProgram> {
  const { engine, signal } = request;
  engine.prepare();
  const options = { ...programOptions(request), records: true };
  const program = await compileCached(engine, request.source, request.fileName, options);
  if (program.status !== 'compiled')
    return { recording: null, faults: [], launches: [], fault: null, diagnostics: program.diagnostics };
  const asked = programTask(program, request, false);
  const recorded = await recordBlock(request, (records) => engine.run({ ...asked, records }, signal, {}));
  return { ...recorded, diagnostics: program.diagnostics };
}
