import type Docker from 'dockerode';
import { connect } from '../../grader/sandbox/engine.ts';
import { BUILD_LIMITS, DEFAULT_BUILD_IMAGE, type Limits } from '../../grader/sandbox/index.ts';

export const LABEL = 'org.cuda-course-grade.sandbox';

/** Small limits, so that every one of them is reached soon. */
export const SMALL: Limits = {
  wallTimeMs: 20_000,
  memoryBytes: 64 << 20,
  cpus: 0.5,
  processes: 20,
  openFiles: 32,
  fileBytes: 1 << 20,
  temporaryBytes: 4 << 20,
  workBytes: 2 << 20,
  outputBytes: 64 << 10,
  resultBytes: 1 << 20,
};

export { BUILD_LIMITS };

/** Whose engine it is. podman takes the same settings and tells them differently. */
export let kind: 'docker' | 'podman' | null = null;
/** Why no container can run here, or null. With GRADE_REQUIRE_DOCKER=1 there must be no reason. */
export const reason = await whyNot();
if (reason !== null) {
  if (process.env.GRADE_REQUIRE_DOCKER === '1') throw new Error(`GRADE_REQUIRE_DOCKER=1, but ${reason}`);
  process.stderr.write(`tests of the container sandbox are skipped: ${reason}\n`);
}

async function whyNot(): Promise<string | null> {
  const image = process.env.GRADE_BUILD_IMAGE || DEFAULT_BUILD_IMAGE;
  try {
    const { docker, kind: found } = await connect();
    kind = found;
    await docker.getImage(image).inspect();
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.includes('No such image')
      ? `the engine has no image ${image} (make it with docker/build-local)`
      : message;
  }
}

/** The engine itself, past the sandbox. */
export async function engine(): Promise<Docker> {
  return (await connect()).docker;
}

export async function containersOf(pid: number): Promise<Docker.ContainerInfo[]> {
  const docker = await engine();
  const filters = { label: [`${LABEL}=1`, `org.cuda-course-grade.pid=${pid}`] };
  return docker.listContainers({ all: true, filters });
}

/** Asks again and again until there is an answer, for at most ten seconds. */
export async function eventually<T>(ask: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error('nothing came of it within 10 s');
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** @returns the container of this process that runs now */
export async function runningContainer(pid: number = process.pid): Promise<Docker.ContainerInspectInfo> {
  const { Id } = await eventually(async () => (await containersOf(pid)).find(({ State }) => State === 'running'));
  return (await engine()).getContainer(Id).inspect();
}
