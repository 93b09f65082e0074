import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks for a container engine without asking it: on most machines there is none, and what speaks to one need not load.
 * @returns an address in the form of DOCKER_HOST, or null where no engine is set up
 */
export function findEngine(environment: Environment): string | null {
  if (environment.DOCKER_HOST) return environment.DOCKER_HOST;
  return engineCandidates(environment).find((url) => existsSync(url.replace('unix://', ''))) ?? null;
}

/** Where engines listen, in the order in which they are tried. */
export function engineCandidates(environment: Environment): string[] {
  const { XDG_RUNTIME_DIR: runtime, HOME: home } = environment;
  const sockets = ['/var/run/docker.sock'];
  if (runtime) sockets.push(join(runtime, 'docker.sock'));
  if (home) sockets.push(join(home, '.docker', 'run', 'docker.sock'));
  if (runtime) sockets.push(join(runtime, 'podman', 'podman.sock'));
  sockets.push('/run/podman/podman.sock');
  return sockets.map((path) => `unix://${path}`);
}
