import type { Tool } from '../../device/sanitizer/index.ts';
import { GPU_PROGRAM_LIMITS } from '../../limits/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import type { Waiting } from '../../platform/queue/index.ts';
import type { Sandbox } from '../../sandbox/index.ts';
import type { GpuTarget } from '../gpu/index.ts';
import type { Executed, Execution, GpuProgramMachine } from '../run/index.ts';
import { helperIn } from './machine.ts';

export interface GpuProgramOptions {
  readonly buildImage?: string;
  readonly runImage?: string;
  /** Index or UUID of the GPU to use; default 0. */
  readonly gpu?: string;
  readonly architectures?: readonly string[];
  /** Called while others use the GPU, and with `null` once the turn has come. */
  readonly onWaiting?: (waiting: Waiting | null) => void;
}

const PROGRAM = 'program';
const REPORT = 'report';
/** Reports of one tool. */
const REPORTS = 200;
/** Milliseconds beyond the program's own limit: a container that starts and is removed. */
const CONTAINER_MS = 60_000;
const EXPECTED_MS = 5_000;

/**
 * Opens what runs programs of the user's own on a GPU: always in containers.
 * @throws InfrastructureError if there is no engine, no image, no GPU or no compute-sanitizer
 */
export async function openGpuPrograms(
  options: GpuProgramOptions,
): Promise<{ readonly machine: GpuProgramMachine; dispose(): Promise<void> }> {
  const [{ openSandbox, architecturesFor }, { GpuTarget }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('../gpu/index.ts'),
  ]);
  const { buildImage, runImage, gpu = '0', architectures = [] } = options;
  const sandbox = await openSandbox({
    ...(buildImage !== undefined && { image: buildImage }),
    ...(runImage !== undefined && { runImage }),
  });
  const target = new GpuTarget((under) => helperIn(sandbox, gpu, under));
  try {
    const [{ version, known }, about] = await Promise.all([sandbox.nvcc(), target.describe()]);
    await findSanitizer(sandbox);
    const targets = architecturesFor([about.gpu], {
      configured: architectures,
      ...(known.length > 0 && { known }),
    });
    return {
      machine: {
        gpu: about.gpu.name,
        driver: about.driver,
        nvcc: version,
        now: () => performance.now(),
        build: (request) => sandbox.buildProgram({ ...request, architectures: targets }),
        execute: (execution) => execute(sandbox, target, gpu, execution, options.onWaiting),
      },
      dispose: () => target.dispose(),
    };
  } catch (error) {
    await target.dispose();
    throw error;
  }
}

/** Reports a missing compute-sanitizer before the program is compiled. */
async function findSanitizer(sandbox: Sandbox): Promise<void> {
  const { isThere, words } = await sandbox.sanitizer();
  if (isThere) return;
  const { SanitizerMissing } = await import('../gpu/index.ts');
  throw new SanitizerMissing({ details: words, cause: undefined });
}

/** One run, as the only user of the GPU. */
async function execute(
  sandbox: Sandbox,
  target: GpuTarget,
  gpu: string,
  { program, args, tool, wallMs, onOutput, signal }: Execution,
  onWaiting: GpuProgramOptions['onWaiting'],
): Promise<Executed> {
  const hold = await target.turn('exclusive', {
    signal,
    onWaiting,
    label: 'running a program on the GPU',
    expectedMs: Math.min(EXPECTED_MS, wallMs),
    limitMs: wallMs + CONTAINER_MS,
  });
  try {
    const outcome = await sandbox.inRunImage({
      command: [...(tool ? underTool(tool) : []), `/in/${PROGRAM}`, ...args],
      limits: { ...GPU_PROGRAM_LIMITS, wallTimeMs: wallMs },
      inputs: new Map([[PROGRAM, program]]),
      programs: new Set([PROGRAM]),
      gpu: { gpu },
      ...(tool && { outputs: [REPORT] }),
      ...(onOutput && { onOutput }),
      ...(signal && { signal }),
    });
    if (outcome.status !== 'exited') return { outcome, report: '' };
    const report = new TextDecoder().decode(outcome.files.get(REPORT));
    // A program can end with any status, but under a tool that has begun there is a report.
    if (tool && (report === '' || NOT_LAUNCHED.test(report)))
      throw toolFailed(tool, outcome.exitCode, (await import('../../sandbox/index.ts')).lastLines(outcome));
    return { outcome, report };
  } finally {
    await hold.release();
  }
}

/** What the tools report if they cannot start the program. */
const NOT_LAUNCHED = /Error launching target app/;

function underTool(tool: Tool): string[] {
  const leaks = tool === 'memcheck' ? ['--leak-check', 'full'] : [];
  const output = ['--print-limit', String(REPORTS), '--show-backtrace', 'no', '--log-file', `/work/${REPORT}`];
  return ['compute-sanitizer', '--tool', tool, ...leaks, ...output];
}

function toolFailed(tool: Tool, exitCode: number, details: readonly string[]): InfrastructureError {
  return new InfrastructureError(
    `compute-sanitizer (${tool}) ended with exit status ${exitCode} and wrote no report.`,
    { details },
  );
}
