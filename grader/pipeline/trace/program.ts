import { type CompileOptions, compileCached, type Diagnostic } from '../../compile/index.ts';
import type { RunRequest } from '../../host/index.ts';
import type { ProgramRequest } from '../run/index.ts';
import { type Recorded, recordBlock, type Wanted } from './wanted.ts';

export interface TracedProgram extends Recorded {
  /** The messages of the compiler. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The same program lays its buffers out as `grade run` does. */
const LAYOUT_SEED = 1;

/** Runs the `main` of a program with a build that records. */
export async function traceProgram(
  request: Omit<ProgramRequest, 'checks' | 'counters' | 'onOutput' | 'readInput' | 'onProgress' | 'sha256'> & Wanted,
): Promise<TracedProgram> {
  const { engine, limits, signal } = request;
  engine.prepare();
  const options: CompileOptions = {
    prototype: null,
    headers: request.headers ?? [],
    heapBytes: limits.deviceMemoryBytes,
    hostBytes: limits.hostMemoryBytes,
    ...(request.units && { units: request.units }),
    relaxedConstexpr: request.relaxedConstexpr,
    relocatableDeviceCode: request.relocatableDeviceCode,
    standard: request.standard,
    macros: request.macros,
    preIncludes: request.preIncludes,
    libraries: true,
    records: true,
    timeoutMs: limits.compileMs,
    ...(signal && { signal }),
  };
  const program = await compileCached(engine, request.source, request.fileName, options);
  if (program.status !== 'compiled')
    return { recording: null, faults: [], launches: [], fault: null, diagnostics: program.diagnostics };
  const asked: RunRequest = {
    ...{ program, entry: 'main', args: [], argv: request.args, layoutSeed: LAYOUT_SEED, counters: false, limits },
    ...(request.files && { files: request.files }),
  };
  const recorded = await recordBlock(request, (records) => engine.run({ ...asked, records }, signal, {}));
  return { ...recorded, diagnostics: program.diagnostics };
}
