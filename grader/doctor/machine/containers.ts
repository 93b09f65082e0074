import { join } from 'node:path';
import { type MachinePart, MACHINE_WORDS as words } from '../../explain/index.ts';
import { packageRoot } from '../../platform/index.ts';
import { type EngineSettings, findEngine, lookAtEngine } from '../../sandbox/index.ts';
import { reason, type Sight, sight } from './sight.ts';

/** Where the Dockerfiles are. */
export const DOCKERFILES: string = join(packageRoot, 'docker');

export interface ContainerSettings {
  readonly env: NodeJS.ProcessEnv;
  readonly buildImage: string;
  readonly runImage: string;
  /** How long the engine may take; default: what grading grants it. */
  readonly engine?: EngineSettings;
}

/** The engine, our images in it, and whether it can give a container a GPU. Nothing is started. */
export async function lookAtContainers({ env, buildImage, runImage, engine }: ContainerSettings): Promise<Sight[]> {
  if (findEngine(env) === null) return without(sight('engine', 'missing', words.engineMissing()));
  try {
    const seen = await lookAtEngine([buildImage, runImage], { ...engine, environment: env });
    const [build, run] = seen.images;
    return [
      sight('engine', 'ok', words.engine(seen.kind, seen.version, seen.url)),
      build
        ? sight('build-image', 'ok', words.image(buildImage))
        : sight('build-image', 'missing', words.buildImageMissing(buildImage, DOCKERFILES)),
      run
        ? sight('run-image', 'ok', words.image(runImage))
        : sight('run-image', 'missing', words.runImageMissing(runImage, DOCKERFILES)),
      seen.gpu === null
        ? sight('gpu-runtime', 'missing', words.gpuRuntimeMissing())
        : sight('gpu-runtime', 'ok', words.gpuRuntime(seen.gpu)),
    ];
  } catch (error) {
    const advice = error instanceof Error && 'details' in error ? (error.details as readonly string[]) : [];
    return without(sight('engine', 'broken', words.engineBroken(reason(error), advice.at(0))));
  }
}

function without(engine: Sight): Sight[] {
  const rest: MachinePart[] = ['build-image', 'run-image', 'gpu-runtime'];
  return [engine, ...rest.map((part) => sight(part, 'missing', words.noEngine()))];
}
