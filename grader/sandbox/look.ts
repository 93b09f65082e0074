import type { Address } from './deadline.ts';
import { answerWithin, statusOf } from './deadline.ts';
import { connect, type Engine, type EngineSettings } from './engine.ts';

/** What a container engine has of what grading asks of it. */
export interface EngineSight extends Pick<Engine, 'kind' | 'version' | 'url'> {
  /** For each image that was asked for, whether it is there. */
  readonly images: readonly boolean[];
  /** How a container can be given a GPU; null where the engine knows no way. */
  readonly gpu: 'runtime' | 'devices' | null;
}

/**
 * Looks at the engine and changes nothing there.
 * @throws InfrastructureError, with advice, where none can be used
 */
export async function lookAtEngine(images: readonly string[], settings: EngineSettings = {}): Promise<EngineSight> {
  const engine = await connect(settings);
  const [there, gpu] = await Promise.all([
    Promise.all(images.map((image) => hasImage(engine, image))),
    engine.kind === 'podman' ? ('devices' as const) : runtimeOf(engine),
  ]);
  return { kind: engine.kind, version: engine.version, url: engine.url, images: there, gpu };
}

async function hasImage(engine: Engine, image: string): Promise<boolean> {
  try {
    await asked(engine, engine.docker.getImage(image).inspect(), 'looking for an image');
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

async function runtimeOf(engine: Engine): Promise<'runtime' | null> {
  const info: Readonly<Record<string, unknown>> = await asked(engine, engine.docker.info(), 'asked for its runtimes');
  const { Runtimes: runtimes } = info;
  return typeof runtimes === 'object' && runtimes !== null && 'nvidia' in runtimes ? 'runtime' : null;
}

function asked<T>({ timeoutMs, url }: Engine & Address, work: Promise<T>, doing: string): Promise<T> {
  return answerWithin(work, timeoutMs, doing, { url });
}
