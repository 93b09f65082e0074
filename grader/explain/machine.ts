import { plural } from './text.ts';

/** Sentences of `grade doctor`: what was seen of a part of the machine, and the command that helps. */
export interface MachineWords {
  readonly seen: string;
  /** A command where one can help, else what to do; null where nothing is amiss. */
  readonly help: string | null;
}

/** Every part that is looked at, in the order in which it is shown: its name, and what it is needed for. */
export const MACHINE_PARTS = {
  node: { name: 'Node.js', purpose: 'everything' },
  addon: { name: 'native addon', purpose: 'faster comparison of outputs' },
  clang: { name: 'Clang', purpose: 'compiling submissions' },
  emulator: { name: 'emulator', purpose: 'running submissions without a GPU' },
  cache: { name: 'cache folder', purpose: 'not compiling the same file twice' },
  engine: { name: 'container engine', purpose: 'running nvcc and GPU helpers on submissions' },
  'build-image': { name: 'build image', purpose: 'compiling with nvcc in a container' },
  'run-image': { name: 'run image', purpose: 'using a GPU in a container' },
  'gpu-runtime': { name: 'GPUs in containers', purpose: 'using a GPU in a container' },
  driver: { name: 'NVIDIA driver', purpose: 'correctness and speed on a GPU' },
  thresholds: { name: 'speed thresholds', purpose: 'judging speed with thresholds of this GPU' },
  nvcc: { name: 'nvcc', purpose: 'compiling without a container, with --sandbox none' },
  sanitizer: { name: 'compute-sanitizer', purpose: 'a grade on a GPU' },
  slurm: { name: 'Slurm', purpose: 'grade batch run --engine slurm' },
} as const;

export type MachinePart = keyof typeof MACHINE_PARTS;

const fine = (seen: string): MachineWords => ({ seen, help: null });
const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

export const MACHINE_WORDS = {
  node: (version: string) => fine(version),
  nodeOld: (version: string, wanted: string) => ({
    seen: `${version}, and ${wanted} is required.`,
    help: 'nvm install 20 (https://nodejs.org has other ways)',
  }),
  addon: () => fine('built, and it loads'),
  addonOff: () => ({
    seen: 'Turned off by GRADE_NATIVE=off; the TypeScript fallback is used.',
    help: 'unset GRADE_NATIVE',
  }),
  addonMissing: (script: string) => ({
    seen: 'Not built; the TypeScript fallback is used, which is slower and gives the same results.',
    help: `node ${script} --verbose (needs a C++ compiler, make and python3)`,
  }),
  addonBroken: (script: string, why: string) => ({
    seen: `Built, but it does not load (${why}); the TypeScript fallback is used.`,
    help: `node ${script} --verbose`,
  }),
  clang: (version: string | null, ms: number) =>
    fine(`${version ?? 'its version is unknown'}; compiled a kernel in ${ms} ms`),
  clangBroken: (why: string, mend: string) => ({ seen: `A kernel could not be compiled: ${why}.`, help: mend }),
  emulator: (cores: number, memory: number, atOnce: number, ms: number) =>
    fine(
      `ran a kernel in ${ms} ms; ${plural(atOnce, 'submission')} at once with ${plural(cores, 'processor')} and ${gibibytes(memory)} of memory`,
    ),
  emulatorBroken: (why: string, mend: string) => ({ seen: `A kernel could not be run: ${why}.`, help: mend }),
  emulatorUnasked: () => ({ seen: 'Not tried, because Clang compiled nothing to run.', help: 'fix Clang first' }),
  cache: (folder: string, free: number) => fine(`${folder}, with ${gibibytes(free)} free`),
  cacheOff: () => ({
    seen: 'Turned off; every file is compiled again.',
    help: 'unset GRADE_CACHE_DIR (or cacheDir in grade.config.yaml)',
  }),
  cacheUnwritable: (folder: string, why: string) => ({
    seen: `${folder} cannot be written: ${why}. Every file is compiled again.`,
    help: 'export GRADE_CACHE_DIR=/a/folder/of/yours',
  }),
  cacheFull: (folder: string, free: number) => ({
    seen: `${folder} has ${gibibytes(free)} free, and entries can need more.`,
    help: 'make room on that disk, or export GRADE_CACHE_DIR=/another/folder',
  }),
  engine: (kind: string, version: string, url: string) => fine(`${kind} ${version} at ${url}`),
  engineMissing: () => ({
    seen: 'None listens at the usual sockets, and DOCKER_HOST is not set.',
    help: 'apt-get install docker.io && systemctl start docker (or podman system service --time=0)',
  }),
  /** @param why - a sentence without its full stop */
  engineBroken: (why: string, advice: string | undefined) => ({
    seen: `${capital(why)}.`,
    help: advice ?? 'docker version',
  }),
  noEngine: () => ({
    seen: 'Not checked, because no container engine answers.',
    help: 'start the container engine first',
  }),
  image: (image: string) => fine(image),
  /** @param folder - this package's `docker/` */
  buildImageMissing: (image: string, folder: string) => ({
    seen: `There is no image ${image}.`,
    help: `docker build --tag ${image} ${folder}/build (without a registry: ${folder}/build-local --only build)`,
  }),
  runImageMissing: (image: string, folder: string) => ({
    seen: `There is no image ${image}.`,
    help: `npm pack && mv cuda-course-grade-*.tgz ${folder}/run/package.tgz && docker build --tag ${image} ${folder}/run`,
  }),
  gpuRuntime: (how: 'runtime' | 'devices') =>
    fine(
      how === 'runtime' ? "the engine has NVIDIA's runtime" : "grade hands in the driver's files and devices itself",
    ),
  gpuRuntimeMissing: () => ({
    seen: 'The engine has no runtime of NVIDIA.',
    help: 'apt-get install nvidia-container-toolkit && nvidia-ctk runtime configure && systemctl restart docker',
  }),
  driver: (gpu: string, memory: number, driver: string) => fine(`${gpu} with ${gibibytes(memory)}, driver ${driver}`),
  driverMissing: () => ({
    seen: 'There is no /dev/nvidiactl.',
    help: 'apt-get install nvidia-driver, then nvidia-smi (only where the machine has a GPU)',
  }),
  /** @param why - a sentence */
  driverBroken: (why: string) => ({ seen: why, help: 'nvidia-smi (after an update of the driver: reboot)' }),
  thresholds: (gpu: string, measured: number) =>
    fine(
      `measured on ${gpu} for ${measured === 1 ? 'the 1 exercise' : `all ${measured} exercises`} with points for speed`,
    ),
  thresholdsMissing: (gpu: string, measured: number, missing: readonly string[]) => ({
    seen: `Measured on ${gpu} for ${plural(measured, 'exercise')}, and not for ${missing.join(', ')}. For these the thresholds of assignment.yaml apply.`,
    help: `grade calibrate ${missing[0]} --write`,
  }),
  /** @param why - a sentence */
  thresholdsBroken: (assignment: string, why: string) => ({
    seen: why,
    help: `grade calibrate ${assignment} --write`,
  }),
  thresholdsUnasked: () => ({
    seen: 'Not checked, because no GPU was found.',
    help: 'only if the machine has a GPU: make the NVIDIA driver work first',
  }),
  program: (version: string, path: string) => fine(`${version} (${path})`),
  nvccMissing: () => ({
    seen: 'There is none in PATH or in /usr/local/cuda/bin.',
    help: 'apt-get install nvidia-cuda-toolkit (or export GRADE_NVCC=/path/to/nvcc)',
  }),
  sanitizerMissing: () => ({
    seen: 'There is none in PATH or in /usr/local/cuda/bin.',
    help: 'apt-get install nvidia-cuda-toolkit',
  }),
  programBroken: (path: string, why: string) => ({
    seen: `${path} does not answer: ${why}.`,
    help: `${path} --version`,
  }),
  /** @param seen - nvcc, and where it is */
  builds: (seen: string, { ms, why }: { readonly ms: number | null; readonly why: string | null }, help: string) =>
    why === null
      ? fine(`${seen}; built a kernel in ${ms} ms`)
      : { seen: `${seen}, but it cannot build a kernel: ${why}.`, help },
  /** @param ratio - of two timings of the same work, at least 1 */
  timed: (seen: string, ratio: number, isSteady: boolean) => {
    const difference = `two timings of the same copies differ by ${(100 * (ratio - 1)).toFixed(2)} %`;
    return isSteady
      ? fine(`${seen} computed and copied; ${difference}`)
      : {
          seen: `${seen} computed and copied, but ${difference}.`,
          help: 'nvidia-smi (another process may use the GPU)',
        };
  },
  sanitized: (image: string) => fine(`ran a kernel in ${image}`),
  sanitizerImage: 'docker/README.md has an image with compute-sanitizer',
  /** @param why - a sentence without its full stop, with the last words of the program that failed */
  notProven: (why: string, help: string) => ({ seen: `A test failed: ${why}.`, help }),
  slurm: (version: string) => fine(`${version}; the controller answers`),
  slurmMissing: () => ({
    seen: 'There is no sbatch and squeue in PATH.',
    help: 'apt-get install slurm-client (or work on a login node of the cluster)',
  }),
  slurmBroken: (version: string, why: string) => ({
    seen: `${version} is installed, but the controller does not answer: ${why}.`,
    help: 'scontrol ping (SLURM_CONF names the configuration)',
  }),
  /** A look that threw, or did not come back in time. */
  failed: (why: string) => ({ seen: `It could not be checked: ${why}.`, help: 'GRADE_DEBUG=1 grade doctor' }),
} as const;

/** What the machine is good for, in one sentence for each ability. */
export function wordAbilities({ emulator, nvcc, gpu, slurm }: MachineAbilities): string[] {
  return [
    emulator
      ? 'This machine can grade on the emulator.'
      : 'This machine cannot grade: see the parts marked with * above.',
    ...(emulator
      ? [WITH_NVCC[nvcc], gpu ? 'It can measure speed on a GPU.' : 'It has no usable GPU, so speed is not measured.']
      : []),
    ...(emulator && slurm ? ['It can run batches on Slurm.'] : []),
  ];
}

export interface MachineAbilities {
  readonly emulator: boolean;
  /** How nvcc can run: in a container, only with `--sandbox none`, or not at all. */
  readonly nvcc: 'container' | 'direct' | 'none';
  readonly gpu: boolean;
  readonly slurm: boolean;
}

const WITH_NVCC: Readonly<Record<MachineAbilities['nvcc'], string>> = {
  container: 'It can compile with nvcc, in a container.',
  direct: 'It can compile with nvcc, but only with --sandbox none: for your own programs, not for those of others.',
  none: 'It cannot compile with nvcc, so only Clang decides whether a program is valid CUDA.',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
