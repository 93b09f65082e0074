import { removeLeftovers } from './cleanup.ts';
import { type RunOutcome, type RunRequest, runContainer } from './container.ts';
import { connect, type Engine, type EngineSettings } from './engine.ts';
import { type BuildRequest, type BuildResult, buildFatbin } from './nvcc.ts';

export interface SandboxSettings extends EngineSettings {
  /** The image with nvcc; default `GRADE_BUILD_IMAGE`, else `cuda-course-grade-build:local`. */
  readonly image?: string;
}

/** Untrusted commands in containers of one engine. Several may run at once: the caller bounds how many. */
export interface Sandbox {
  readonly engine: Pick<Engine, 'kind' | 'version' | 'url'>;
  readonly image: string;
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
}

export const DEFAULT_BUILD_IMAGE = 'cuda-course-grade-build:local';

/**
 * Connects to the container engine and removes what earlier graders left there. While a container lives, SIGINT, SIGTERM
 * and SIGHUP remove it before they end the process. There is nothing to close.
 * @throws InfrastructureError, with advice, where no engine can be used
 */
export async function openSandbox(settings: SandboxSettings = {}): Promise<Sandbox> {
  const environment = settings.environment ?? process.env;
  const image = settings.image ?? (environment.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE);
  const engine = await connect(settings);
  const leftovers = await removeLeftovers(engine);
  const run = (request: Omit<RunRequest, 'image'>): Promise<RunOutcome> => runContainer(engine, { ...request, image });
  return { engine, image, leftovers, run, buildFatbin: (request) => buildFatbin(run, request) };
}
