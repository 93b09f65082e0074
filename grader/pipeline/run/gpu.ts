import type { DialectOptions, HeaderFile, SourceUnit } from '../../compile/index.ts';
import { parseProgramLog, type SanitizerFinding, TOOLS, type Tool } from '../../device/sanitizer/index.ts';
import { gpuProgramFindings } from '../../judge/index.ts';
import { GPU_PROGRAM_LIMITS } from '../../limits/index.ts';
import type { CheckId, Finding, Rule, RunResultJson } from '../../result/index.ts';
import type { ProgramBuild, ProgramBuildRequest, RunOutcome } from '../../sandbox/index.ts';

/** What a run on a GPU needs of the machine: nvcc and the GPU, each in containers. */
export interface GpuProgramMachine {
  readonly gpu: string;
  readonly driver: string;
  readonly nvcc: string;
  /** Milliseconds that only ever grow. */
  now(): number;
  build(request: Omit<ProgramBuildRequest, 'architectures'>): Promise<ProgramBuild>;
  /**
   * Runs a program while it is the only user of the GPU.
   * @throws InfrastructureError, SanitizerMissing; the signal's reason if that was aborted
   */
  execute(execution: Execution): Promise<Executed>;
}

export interface Execution {
  readonly program: Uint8Array;
  readonly args: readonly string[];
  /** The tool of compute-sanitizer that the program runs under; `null` for none. */
  readonly tool: Tool | null;
  readonly wallMs: number;
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
  readonly signal?: AbortSignal;
}

export interface Executed {
  readonly outcome: RunOutcome;
  /** What the tool wrote; empty without one. */
  readonly report: string;
}

export interface GpuProgramRequest extends DialectOptions {
  readonly source: string;
  readonly fileName: string;
  readonly headers?: readonly HeaderFile[];
  readonly units?: readonly SourceUnit[];
  readonly sha256: string;
  readonly args: readonly string[];
  /** The checks to report; `null` for all. */
  readonly checks: ReadonlySet<CheckId> | null;
  readonly wallMs: number;
  readonly machine: GpuProgramMachine;
  readonly onOutput?: (stream: 'stdout' | 'stderr', bytes: Uint8Array) => void;
  readonly onProgress?: (stage: 'compile' | 'run' | Tool) => void;
  readonly signal?: AbortSignal;
}

/** The exit status of a program that a signal has ended is this plus the signal's number. */
const SIGNALED = 128;
const LAST_SIGNAL = 64;
const ABORTED = SIGNALED + 6;

/** Compiles a program with nvcc, runs it on a GPU, and then once under each tool of compute-sanitizer. */
export async function runProgramOnGpu(request: GpuProgramRequest): Promise<RunResultJson> {
  const { machine, source, fileName, headers = [], signal, wallMs, checks } = request;
  const started = machine.now();
  request.onProgress?.('compile');
  const { relaxedConstexpr, relocatableDeviceCode, standard, macros, preIncludes, units } = request;
  const built = await machine.build({
    source,
    fileName,
    headers,
    ...(units && { units }),
    relaxedConstexpr,
    relocatableDeviceCode,
    standard,
    macros,
    preIncludes,
    ...(signal && { signal }),
  });
  const ran = built.status === 'compiled' ? await runAll(request, built.program) : null;
  const outcome = ran?.outcome ?? null;
  const signaled = outcome?.status === 'exited' ? signalOf(outcome.exitCode) : null;
  const { byCheck, fatal } = gpuProgramFindings({
    fileName,
    build: built,
    sanitizer: ran?.findings ?? [],
    stopped: outcome?.status === 'stopped' ? outcome.limit : null,
    signal: signaled,
    limits: {
      wallMs,
      hostMemoryBytes: GPU_PROGRAM_LIMITS.memoryBytes,
      outputBytes: GPU_PROGRAM_LIMITS.outputBytes,
      launches: 0,
    },
  });
  const reported = Object.entries(byCheck).flatMap(([id, found]) =>
    checks === null || checks.has(id as CheckId) ? found : [],
  );
  return {
    schemaVersion: 1,
    program: { file: fileName, sha256: request.sha256, arguments: [...request.args] },
    exitCode: outcome?.status === 'exited' && signaled === null ? outcome.exitCode : null,
    findings: [...fatal, ...reported].map(copyFinding),
    launches: [],
    refusedFiles: [],
    writtenFiles: [],
    stdout: outcome?.stdout.toString('utf8') ?? '',
    stderr: outcome?.stderr.toString('utf8') ?? '',
    gpu: { name: machine.gpu, driver: machine.driver, nvcc: machine.nvcc, tools: ran?.tools ?? [] },
    environment: {
      engine: 'nvcc',
      clang: null,
      node: process.version,
      limits: { wallMs, memoryBytes: GPU_PROGRAM_LIMITS.memoryBytes },
      durationMs: Math.round(machine.now() - started),
    },
  };
}

type ToolRun = NonNullable<RunResultJson['gpu']>['tools'][number];

interface Ran {
  readonly outcome: RunOutcome;
  readonly findings: readonly SanitizerFinding[];
  readonly tools: ToolRun[];
}

/** Faults of a kernel after which no call of its program succeeds. */
const ENDS_CONTEXT: ReadonlySet<Rule> = new Set(['out-of-bounds-read', 'out-of-bounds-write', 'misaligned-access']);

async function runAll(request: GpuProgramRequest, program: Uint8Array): Promise<Ran> {
  const { machine, args, wallMs, fileName, signal } = request;
  const common = { program, args, wallMs, ...(signal && { signal }) };
  request.onProgress?.('run');
  const { outcome } = await machine.execute({
    ...common,
    tool: null,
    ...(request.onOutput && { onOutput: request.onOutput }),
  });
  const findings: SanitizerFinding[] = [];
  const tools: ToolRun[] = [];
  // A program that does not end does not end under a tool either.
  const wanted = outcome.status === 'exited' ? TOOLS : [];
  for (const tool of wanted) {
    request.onProgress?.(tool);
    const { outcome: under, report } = await machine.execute({ ...common, tool });
    const found = parseProgramLog(tool, report, baseName(fileName));
    // A kernel that fails takes the context along, and with it every call that would have freed memory.
    const hasFailed = found.some(({ rule }) => ENDS_CONTEXT.has(rule));
    findings.push(...found.filter(({ rule }) => !hasFailed || rule !== 'leak'));
    tools.push({ tool, stopped: under.status === 'stopped' ? under.limit : null });
  }
  return { outcome, findings, tools };
}

function baseName(fileName: string): string {
  return fileName.split(/[\\/]/).at(-1) ?? fileName;
}

function signalOf(exitCode: number): number | null {
  const isSignal = exitCode > SIGNALED && exitCode <= SIGNALED + LAST_SIGNAL && exitCode !== ABORTED;
  return isSignal ? exitCode - SIGNALED : null;
}

function copyFinding({ case: _, ...finding }: Finding): RunResultJson['findings'][number] {
  return finding;
}
