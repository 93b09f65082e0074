import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { helperIn } from '../../pipeline/engine/index.ts';
import { GpuTarget, type StartHelper } from '../../pipeline/gpu/index.ts';
import { type BuildRequest, type BuildResult, buildDirect, openSandbox, type Sandbox } from '../../sandbox/index.ts';
import { type ContainerSettings, DOCKERFILES } from './containers.ts';
import { lastWords, type Sight, sight } from './sight.ts';

/** A kernel with a guard, shared memory and a barrier, which every nvcc compiles. */
const KERNEL: Omit<BuildRequest, 'architectures'> = {
  source: `__global__ void reverse(const int* x, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  int last = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1;
  if (i < n) out[i] = tile[last - threadIdx.x];
}
`,
  fileName: 'doctor.cu',
  prototype: null,
};

/** Two timings of the same work differ by less than this on a GPU that has no other user. */
const STEADY_RATIO = 1.01;

/** Does once, and small, what is claimed of nvcc without a container. */
export async function proveNvcc(seen: Sight, path: string): Promise<Sight> {
  if (seen.status !== 'ok') return seen;
  const build = (request: BuildRequest) => buildDirect({ ...request, nvcc: path });
  const built = await builds(build, ['sm_90']);
  return sight('nvcc', built.ms === null ? 'broken' : 'ok', words.builds(seen.seen, built, `${path} --version`));
}

/**
 * Does once, and small, what is claimed of containers: nvcc builds a kernel in the build image, and in the run image a
 * helper uses the GPU, with and without compute-sanitizer.
 * @param sights - of the container engine, its images, the driver and compute-sanitizer
 * @returns them, with what was done, and with what failed as broken
 */
export async function proveContainers(
  sights: readonly Sight[],
  { env, buildImage, runImage, engine }: ContainerSettings,
): Promise<Sight[]> {
  const isOk = (part: Sight['part']) => sights.some((each) => each.part === part && each.status === 'ok');
  if (!isOk('engine') || !(isOk('build-image') || isOk('run-image'))) return [...sights];
  const sandbox = await open({ env, buildImage, runImage, ...(engine && { engine }) });
  if ('part' in sandbox) return sights.map((seen) => (seen.part === 'engine' ? sandbox : seen));
  const hasGpu = isOk('run-image') && isOk('gpu-runtime') && isOk('driver');
  const proven = [
    ...(isOk('build-image') ? [await proveBuildImage(sandbox)] : []),
    ...(hasGpu ? await proveGpu((under) => helperIn(sandbox, '0', under), runImage) : []),
  ];
  return sights.map((seen) => proven.find(({ part }) => part === seen.part) ?? seen);
}

async function open({ env, buildImage, runImage, engine }: ContainerSettings): Promise<Sandbox | Sight> {
  try {
    return await openSandbox({ ...engine, environment: env, image: buildImage, runImage });
  } catch (error) {
    return sight('engine', 'broken', words.notProven(lastWords(error), 'docker info'));
  }
}

async function proveBuildImage(sandbox: Sandbox): Promise<Sight> {
  const { help } = words.buildImageMissing(sandbox.image, DOCKERFILES);
  try {
    const { version } = await sandbox.nvcc();
    const built = await builds((request) => sandbox.buildFatbin(request), await sandbox.architectures([]));
    const seen = `${sandbox.image} with nvcc ${version}`;
    return sight('build-image', built.ms === null ? 'broken' : 'ok', words.builds(seen, built, help));
  } catch (error) {
    return sight('build-image', 'broken', words.notProven(lastWords(error), help));
  }
}

/** @returns sights of the run image, which has the helper, and of compute-sanitizer in it */
export async function proveGpu(start: StartHelper, runImage: string): Promise<Sight[]> {
  const target = new GpuTarget(start);
  try {
    const { gpu } = await target.describe();
    const { ratio } = await target.prove(STEADY_RATIO);
    const isSteady = ratio < STEADY_RATIO;
    const run = sight(
      'run-image',
      isSteady ? 'ok' : 'broken',
      words.timed(`${runImage}; ${gpu.name}`, ratio, isSteady),
    );
    return [run, await proveSanitizer(target, runImage)];
  } catch (error) {
    return [sight('run-image', 'broken', words.notProven(lastWords(error), 'nvidia-smi'))];
  } finally {
    await target.dispose();
  }
}

async function proveSanitizer(target: GpuTarget, image: string): Promise<Sight> {
  try {
    await target.proveSanitizer();
    return sight('sanitizer', 'ok', words.sanitized(image));
  } catch (error) {
    return sight('sanitizer', 'missing', words.notProven(lastWords(error), words.sanitizerImage));
  }
}

async function builds(
  build: (request: BuildRequest) => Promise<BuildResult>,
  architectures: readonly string[],
): Promise<{ readonly ms: number; readonly why: null } | { readonly ms: null; readonly why: string }> {
  const start = performance.now();
  try {
    const { status, diagnostics } = await build({ ...KERNEL, architectures });
    if (status === 'compiled') return { ms: Math.round(performance.now() - start), why: null };
    const why = status === 'exhausted' ? 'it reached a limit' : (diagnostics[0]?.message ?? 'it gave no reason');
    return { ms: null, why };
  } catch (error) {
    return { ms: null, why: lastWords(error) };
  }
}
