import { existsSync } from 'node:fs';
import { type GradeError, InfrastructureError } from '../../platform/index.ts';
import type { BuildRequest, BuildResult, NvccVersion, Sandbox } from '../../sandbox/index.ts';
import { findEngine } from '../../sandbox/index.ts';
import type { GpuTarget, StartHelper } from '../gpu/index.ts';
import type { Engine } from '../grade/index.ts';

/** What to use of this machine besides the emulator. */
export interface MachineOptions {
  readonly target: 'auto' | 'emulator' | 'gpu';
  readonly nvcc: 'auto' | 'require' | 'off';
  readonly sandbox: 'auto' | 'docker' | 'none';
  readonly buildImage?: string;
  readonly runImage?: string;
  /** Index or UUID of the GPU to use; default 0. */
  readonly gpu?: string;
  /** Cases will run under compute-sanitizer on the GPU, so a missing one is reported when the machine is opened. */
  readonly sanitize?: boolean;
  /** E.g. `sm_90`; default: what the GPU needs. */
  readonly architectures?: readonly string[];
  /** Receives a line per failure that does not decide an outcome. */
  readonly log?: (line: string) => void;
}

export interface Machine extends Pick<Engine, 'nvcc' | 'gpu'> {
  /** What was left out though it was not forbidden, and why. */
  readonly skipped: readonly string[];
  dispose(): Promise<void>;
}

/** The device file that NVIDIA's driver makes. */
const DRIVER = '/dev/nvidiactl';

const NOTHING: Machine = { nvcc: null, gpu: null, skipped: [], dispose: async () => undefined };

/**
 * Finds nvcc and a GPU as far as they are wanted. What `auto` does not find is left out with a reason; what was asked
 * for by name must be there.
 * @throws InfrastructureError
 */
export async function openMachine(options: MachineOptions): Promise<Machine> {
  const { target, nvcc } = options;
  const wantsGpu = target === 'gpu' || (target === 'auto' && nvcc !== 'off' && existsSync(DRIVER));
  const required = target === 'gpu' || nvcc === 'require' || options.sandbox === 'docker';
  if (target === 'gpu' && nvcc === 'off') {
    throw new InfrastructureError('A GPU runs what nvcc compiles. Leave out --nvcc off, or give --target emulator.');
  }
  if (!wantsGpu && nvcc === 'off') return NOTHING;
  if (options.sandbox === 'none') {
    if (wantsGpu || nvcc === 'require') return direct(options, wantsGpu);
    return NOTHING;
  }
  if (!required && findEngine(process.env) === null) {
    return { ...NOTHING, skipped: wantsGpu ? ['There is a GPU, but no container engine to use it through.'] : [] };
  }
  try {
    return await contained(options, wantsGpu);
  } catch (error) {
    if (required || !(error instanceof InfrastructureError)) throw error;
    return { ...NOTHING, skipped: [`nvcc was not asked: ${reasonOf(error)}`] };
  }
}

function reasonOf(error: GradeError): string {
  return error.details.length > 0 ? `${error.message} (${error.details[0]})` : error.message;
}

/** A compiler that is there. */
interface Compiler extends NvccVersion {
  readonly image: string | null;
  build(request: BuildRequest): Promise<BuildResult>;
}

/** With no container: explicit, and the result tells. */
async function direct(options: MachineOptions, wantsGpu: boolean): Promise<Machine> {
  const [{ buildDirect, findNvcc, readNvccVersion }, { execa }] = await Promise.all([
    import('../../sandbox/index.ts'),
    import('execa'),
  ]);
  const nvcc = await findNvcc();
  if (nvcc === null) {
    throw new InfrastructureError('No nvcc was found on this machine.', {
      details: ['Looked in PATH and in /usr/local/cuda/bin; GRADE_NVCC can name another one.'],
    });
  }
  const ask = async (argument: string) => (await execa(nvcc, [argument], { stdin: 'ignore' })).stdout;
  const [version, codes] = await Promise.all([ask('--version'), ask('--list-gpu-code')]);
  const compiler = {
    ...readNvccVersion(`${version}\n${codes}`),
    image: null,
    build: (request: BuildRequest) => buildDirect({ ...request, nvcc }),
  };
  const { gpu: id = '0' } = options;
  const which = /^\d+$/.test(id) ? { ordinal: Number(id) } : { uuid: id };
  const gpu = wantsGpu ? await targetOf(options, ({ localHelpers }) => localHelpers(which)) : null;
  if (gpu && options.sanitize) await gpu.proveSanitizer();
  return assemble(options, 'none', compiler, gpu);
}

/** What speaks to a GPU, loaded where there is one. */
async function targetOf(
  { log }: MachineOptions,
  start: (gpu: typeof import('../gpu/index.ts')) => StartHelper,
): Promise<GpuTarget> {
  const gpu = await import('../gpu/index.ts');
  return new gpu.GpuTarget(start(gpu), {}, log);
}

async function contained(options: MachineOptions, wantsGpu: boolean): Promise<Machine> {
  const { openSandbox } = await import('../../sandbox/index.ts');
  const { buildImage, runImage, gpu: id = '0' } = options;
  const sandbox = await openSandbox({
    ...(buildImage !== undefined && { image: buildImage }),
    ...(runImage !== undefined && { runImage }),
  });
  const compiler = {
    ...(await sandbox.nvcc()),
    image: await sandbox.imageId(),
    build: (request: BuildRequest) => sandbox.buildFatbin(request),
  };
  if (wantsGpu && options.sanitize) {
    const { isThere, words } = await sandbox.sanitizer();
    if (!isThere) throw new (await import('../gpu/index.ts')).SanitizerMissing({ details: words, cause: undefined });
  }
  const gpu = wantsGpu ? await targetOf(options, () => (under) => helperIn(sandbox, id, under)) : null;
  return assemble(options, sandbox.engine.kind, compiler, gpu);
}

async function assemble(
  { architectures = [] }: MachineOptions,
  sandbox: 'docker' | 'podman' | 'none',
  { version, image, known, build }: Compiler,
  gpu: GpuTarget | null,
): Promise<Machine> {
  const { architecturesFor } = await import('../../sandbox/index.ts');
  const found = gpu ? [(await gpu.describe()).gpu] : [];
  const targets = architecturesFor(found, { configured: architectures, ...(known.length > 0 && { known }) });
  return {
    nvcc: {
      version,
      sandbox,
      image,
      architectures: targets,
      build: (request) => build({ ...request, architectures: targets }),
    },
    gpu,
    skipped: [],
    dispose: async () => gpu?.dispose(),
  };
}

/**
 * A helper in a container. Answers come on descriptor 3 there too; a container has but two streams, so one is moved.
 * @param gpu - its index or UUID; null for none, which only tests want
 */
export async function helperIn(
  sandbox: Sandbox,
  gpu: string | null,
  under: readonly string[],
): ReturnType<StartHelper> {
  const spoken = under.length > 0 ? '&2' : '/dev/null';
  const command = ['/bin/sh', '-c', `exec "$@" 3>&1 1>${spoken}`, 'sh', ...under, 'node', HELPER, '0'];
  const { HELPER_LIMITS } = await import('../../sandbox/index.ts');
  const helper = await sandbox.startHelper({
    command,
    gpu: gpu === null ? null : { gpu },
    limits: HELPER_LIMITS,
  });
  return {
    input: helper.stdin,
    output: helper.stdout,
    ended: helper.ended.then(({ exitCode, stderr }) => ({ how: `exit status ${exitCode}`, said: stderr })),
    kill: () => void helper.kill(),
  };
}

/** Where the run image has this package. */
const HELPER = '/opt/grade/lib/node_modules/cuda-course-grade/dist/grader/pipeline/gpu/helper.js';
