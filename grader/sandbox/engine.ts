import Docker from 'dockerode';
import { InfrastructureError, messageOf } from '../platform/index.ts';
import { type Address, answerWithin, refusing } from './deadline.ts';
import { engineCandidates, findEngine } from './find-engine.ts';

/** A container engine that answered. */
export interface Engine extends Address {
  readonly docker: Docker;
  readonly kind: 'docker' | 'podman';
  readonly version: string;
  /** How long a request may take that is no wait for a container. */
  readonly timeoutMs: number;
}

export interface EngineSettings {
  /** Where to look, read from: `DOCKER_HOST`, `XDG_RUNTIME_DIR`, `HOME`. Default: this process's environment. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How long the first answer may take; default 5,000. */
  readonly pingTimeoutMs?: number;
  /** How long any later answer may take; default 30,000. */
  readonly requestTimeoutMs?: number;
  /** Go on where the engine says that its kernel cannot enforce a limit; default false. */
  readonly tolerateMissingLimits?: boolean;
}

/**
 * Connects to the first engine there is: the one that DOCKER_HOST names, else Docker's socket, else podman's.
 * @throws InfrastructureError, with advice, if there is none, it hangs, it breaks off, or it cannot enforce our limits
 */
export async function connect(settings: EngineSettings = {}): Promise<Engine> {
  const environment = settings.environment ?? process.env;
  const url = findEngine(environment);
  if (url === null) throw absent(engineCandidates(environment));
  const address = { url };
  const docker = new Docker(clientOptions(url));
  const wait = settings.pingTimeoutMs ?? 5000;
  const { kind, version } = await firstAnswer(docker, wait, address);
  const timeoutMs = settings.requestTimeoutMs ?? 30_000;
  if (!settings.tolerateMissingLimits) {
    const info = answerWithin(docker.info(), timeoutMs, 'asked for its limits', address);
    const missing = missingLimits(
      await info.catch((error) => Promise.reject(refusing(error, 'tell its limits', address))),
    );
    if (missing.length > 0) throw powerless(url, missing);
  }
  return { url, docker, kind, version, timeoutMs };
}

export function clientOptions(url: string): Docker.DockerOptions {
  if (url.startsWith('unix://')) return { socketPath: url.slice('unix://'.length) };
  if (url.startsWith('npipe://')) return { socketPath: url.slice('npipe://'.length).replaceAll('/', '\\') };
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed && /^(?:tcp|https?):$/.test(parsed.protocol) && parsed.hostname) {
    return {
      protocol: parsed.protocol === 'https:' ? 'https' : 'http',
      host: parsed.hostname,
      port: parsed.port || 2375,
    };
  }
  throw new InfrastructureError(`DOCKER_HOST is ${JSON.stringify(url)}, which is no address of a container engine`, {
    details: ['Expected unix:///path/to/the.sock or tcp://host:port. Unset it to use the socket of this machine.'],
  });
}

async function firstAnswer(docker: Docker, wait: number, address: Address): Promise<Pick<Engine, 'kind' | 'version'>> {
  try {
    const answer = await answerWithin(docker.version(), wait, 'asked for its version', address);
    const parts: readonly { readonly Name?: string }[] = answer.Components ?? [];
    const podman = parts.some(({ Name }) => /podman/i.test(Name ?? ''));
    return { kind: podman ? 'podman' : 'docker', version: answer.Version };
  } catch (error) {
    if (error instanceof InfrastructureError) throw error;
    throw new InfrastructureError(`the container engine at ${address.url} cannot be used: ${messageOf(error)}`, {
      details: advice(messageOf(error)),
      cause: error,
    });
  }
}

function advice(message: string): string[] {
  if (message.includes('EACCES')) {
    return ['This user may not use the socket: add it to the group docker, or run podman as this user.'];
  }
  return ['Does `docker version` work? Set DOCKER_HOST if the engine is elsewhere.'];
}

/** Of the limits that we rely on, those that the engine says it cannot enforce. */
function missingLimits(info: Readonly<Record<string, unknown>>): string[] {
  const missing: string[] = [];
  if (info.MemoryLimit === false) missing.push('memory');
  if (info.PidsLimit === false) missing.push('processes');
  // podman looks for the files of cgroup v1 alone, and limits all the same.
  if (info.CpuCfsQuota === false && info.CgroupVersion !== '2') missing.push('processor time');
  const security = Array.isArray(info.SecurityOptions) ? info.SecurityOptions.map(String) : [];
  if (!security.some((option) => option.includes('seccomp'))) missing.push('system calls (seccomp)');
  return missing;
}

function absent(looked: readonly string[]): InfrastructureError {
  return new InfrastructureError('no container engine was found on this machine', {
    details: [
      `Looked for ${looked.map((url) => url.replace('unix://', '')).join(', ')}; DOCKER_HOST is not set.`,
      'Install and start Docker (or `podman system service --time=0`), or set DOCKER_HOST to its socket.',
    ],
  });
}

function powerless(url: string, missing: readonly string[]): InfrastructureError {
  return new InfrastructureError(`the container engine at ${url} cannot limit ${missing.join(', ')}`, {
    details: ['Untrusted code is not run without these limits: see the warnings of `docker info`.'],
  });
}
