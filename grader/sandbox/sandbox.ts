import { BUILD_LIMITS } from '../limits/index.ts';
import { architecturesFor, type Capability, knownArchitectures } from './architectures.ts';
import { removeLeftovers } from './cleanup.ts';
import { type RunOutcome, type RunRequest, runContainer } from './container.ts';
import { connect, type Engine, type EngineSettings } from './engine.ts';
import { idOfImage } from './engine-calls.ts';
import { type Helper, type HelperRequest, startHelper } from './gpu.ts';
import { type BuildRequest, type BuildResult, buildFatbin } from './nvcc.ts';
import { askNvcc, lastLines, type NvccVersion } from './nvcc-version.ts';
import { buildProgram, type ProgramBuild, type ProgramBuildRequest } from './program.ts';

export interface SandboxSettings extends EngineSettings {
  /** The image with nvcc; default `GRADE_BUILD_IMAGE`, else `cuda-course-grade-build:local`. */
  readonly image?: string;
  /** The image with Node and the grader; default `GRADE_RUN_IMAGE`, else `cuda-course-grade-run:local`. */
  readonly runImage?: string;
}

/** Untrusted commands in containers of one engine. Several may run at once: the caller bounds how many. */
export interface Sandbox {
  readonly engine: Pick<Engine, 'kind' | 'version' | 'url'>;
  readonly image: string;
  /**
   * The id of that image, `sha256:…`, which changes with its content.
   * @throws InfrastructureError if the engine has no such image or does not answer
   */
  imageId(): Promise<string>;
  /**
   * Asks the nvcc of the image for its version.
   * @throws InfrastructureError, with its last words, if it does not start there
   */
  nvcc(): Promise<NvccVersion>;
  /** Containers of graders that have ended, removed when this sandbox was opened. */
  readonly leftovers: number;
  /**
   * Runs one command in a fresh container.
   * @throws InfrastructureError where the engine fails; the signal's reason where that was aborted
   */
  run(request: Omit<RunRequest, 'image'>): Promise<RunOutcome>;
  /**
   * Compiles a submission with nvcc.
   * @throws InfrastructureError where the engine or the image fails; the signal's reason where that was aborted
   */
  buildFatbin(request: BuildRequest): Promise<BuildResult>;
  /**
   * Compiles and links a program of the user's own with nvcc.
   * @throws InfrastructureError if the engine or the image fails; the signal's reason if that was aborted
   */
  buildProgram(request: ProgramBuildRequest): Promise<ProgramBuild>;
  /**
   * Runs one command in a fresh container of the run image, the one that a GPU is given to.
   * @throws InfrastructureError if the engine, the image or the GPU is at fault; the signal's reason if that was aborted
   */
  inRunImage(request: Omit<RunRequest, 'image'>): Promise<RunOutcome>;
  /**
   * Asks the run image for compute-sanitizer.
   * @returns `words` are its version, or the last words of what failed
   * @throws InfrastructureError if the engine or the image is at fault
   */
  sanitizer(): Promise<{ readonly isThere: boolean; readonly words: readonly string[] }>;
  /**
   * What to build for on a machine with these GPUs, as far as the nvcc of the image knows them; see `architecturesFor`.
   * @param configured - what the course asks for instead
   */
  architectures(gpus: readonly Capability[], configured?: readonly string[]): Promise<string[]>;
  /**
   * Starts a program of ours in a container with a GPU, from the run image.
   * @throws InfrastructureError where the engine, the image or the GPU is at fault; the signal's reason where that was
   * aborted
   */
  startHelper(request: Omit<HelperRequest, 'image'>): Promise<Helper>;
}

export const DEFAULT_BUILD_IMAGE = 'cuda-course-grade-build:local';
export const DEFAULT_RUN_IMAGE = 'cuda-course-grade-run:local';

/**
 * Connects to the container engine and removes what earlier graders left there. While a container lives, SIGINT, SIGTERM
 * and SIGHUP remove it before they end the process. There is nothing to close.
 * @throws InfrastructureError, with advice, where no engine can be used
 */
export async function openSandbox(settings: SandboxSettings = {}): Promise<Sandbox> {
  const environment = settings.environment ?? process.env;
  const image = settings.image ?? (environment.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE);
  const runImage = settings.runImage ?? (environment.GRADE_RUN_IMAGE || DEFAULT_RUN_IMAGE);
  const engine = await connect(settings);
  const leftovers = await removeLeftovers(engine);
  const run = (request: Omit<RunRequest, 'image'>): Promise<RunOutcome> => runContainer(engine, { ...request, image });
  const inRunImage: Sandbox['inRunImage'] = (request) => runContainer(engine, { ...request, image: runImage });
  return {
    engine,
    image,
    imageId: () => idOfImage(engine, image),
    nvcc: () => askNvcc(run, image),
    leftovers,
    run,
    buildFatbin: (request) => buildFatbin(run, request),
    buildProgram: (request) => buildProgram(run, request),
    inRunImage,
    sanitizer: async () => {
      const asked = await inRunImage({ command: ['compute-sanitizer', '--version'], limits: BUILD_LIMITS });
      return { isThere: asked.status === 'exited' && asked.exitCode === 0, words: lastLines(asked) };
    },
    architectures: async (gpus, configured = []) => {
      const known = configured.length > 0 ? null : await knownArchitectures(run);
      return architecturesFor(gpus, { configured, ...(known && { known }) });
    },
    startHelper: (request) => startHelper(engine, { ...request, image: runImage }),
  };
}
