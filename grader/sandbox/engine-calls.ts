import { randomUUID } from 'node:crypto';
import type Docker from 'dockerode';
import { InfrastructureError, messageOf } from '../platform/index.ts';
import { labels } from './cleanup.ts';
import { answerWithin, isLost, lost, refusing, statusOf } from './deadline.ts';
import type { Engine } from './engine.ts';

export function containerName(): string {
  return `cuda-course-grade-${process.pid}-${randomUUID()}`;
}

/**
 * @param wallTimeMs - how long its program may run
 * @throws InfrastructureError where there is no such image, or the engine refuses
 */
export async function createContainer(
  engine: Engine,
  name: string,
  settings: Docker.ContainerCreateOptions,
  wallTimeMs: number,
): Promise<Docker.Container> {
  const Labels = labels(wallTimeMs + 4 * engine.timeoutMs);
  try {
    const creation = engine.docker.createContainer({ ...settings, name, Labels });
    return await answerWithin(creation, engine.timeoutMs, 'creating a container', engine);
  } catch (error) {
    if (statusOf(error) === 404) throw noImage(settings.Image ?? '', engine);
    throw refused(error, engine);
  }
}

/**
 * The content hash of an image.
 * @throws InfrastructureError where there is no such image, or the engine does not answer
 */
export async function idOfImage(engine: Engine, image: string): Promise<string> {
  try {
    const inspection = engine.docker.getImage(image).inspect();
    return (await answerWithin(inspection, engine.timeoutMs, 'looking at an image', engine)).Id;
  } catch (error) {
    if (statusOf(error) === 404) throw noImage(image, engine);
    throw refused(error, engine);
  }
}

/**
 * Waits for the exit status, and notices if the engine goes away meanwhile: its half answer would never end.
 * @param cutOff - resolves when the container's streams have ended
 */
export async function exitCodeOf(engine: Engine, container: Docker.Container, cutOff: Promise<void>): Promise<number> {
  const waited = container.wait().then(
    (end: { StatusCode: number }) => end.StatusCode,
    (error: unknown) => Promise.reject(isLost(error) ? lost(error, 'running a command', engine.url) : error),
  );
  const state = cutOff.then(() => answerWithin(container.inspect(), engine.timeoutMs, 'running a command', engine));
  waited.catch(() => undefined);
  state.catch(() => undefined);
  const first = await Promise.race([waited, state]);
  if (typeof first === 'number') return first;
  // The command has closed its streams and goes on, or ends just now.
  return first.State.Running ? waited : first.State.ExitCode;
}

/** podman does not always notice; but who was killed, and not by us, was killed by the kernel. */
export function outOfMemory({ kind }: Engine, exitCode: number, told: boolean): boolean {
  return told || (kind === 'podman' && exitCode === 128 + 9);
}

/** An engine that answers, but with an error. */
export function refused(error: unknown, { url }: Engine): unknown {
  if (statusOf(error) === null) return error;
  if (/could not select device driver/.test(messageOf(error))) return noGpu(url, error);
  return refusing(error, 'run a container', { url });
}

function noGpu(url: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(`the container engine at ${url} cannot give a container a GPU`, {
    details: [
      'Docker needs the NVIDIA driver and the NVIDIA Container Toolkit (nvidia-ctk runtime configure, then a restart).',
      'Without a GPU: --target emulator.',
    ],
    cause,
  });
}

function noImage(image: string, { url }: Engine): InfrastructureError {
  return new InfrastructureError(`the container engine at ${url} has no image ${image}`, {
    details: [
      'Make it with `docker build --tag cuda-course-grade-build:local docker/build`, or, where no registry can be reached, with docker/build-local.',
      'Another image can be named in the environment variable GRADE_BUILD_IMAGE.',
    ],
  });
}
