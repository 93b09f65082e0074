import { MACHINE_PARTS, type MachineAbilities, type MachinePart, MACHINE_WORDS as words } from '../../explain/index.ts';
import type { CacheSettings } from '../../platform/cache/index.ts';
import { DEFAULT_BUILD_IMAGE, DEFAULT_RUN_IMAGE, type EngineSettings } from '../../sandbox/index.ts';
import { lookAtCache } from './cache.ts';
import { lookAtContainers } from './containers.ts';
import { type DriverPlaces, lookAtDriver } from './gpu.ts';
import { lookAtAddon, lookAtNode } from './installation.ts';
import { lookAtKernel } from './kernel.ts';
import { proveContainers } from './proof.ts';
import type { InspectedPart, Inspection } from './schema.ts';
import { reason, type Sight, sight } from './sight.ts';
import { lookAtNvcc, lookAtSanitizer, lookAtSlurm } from './tools.ts';

export interface InspectOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cache: CacheSettings;
  readonly buildImage?: string | undefined;
  readonly runImage?: string | undefined;
  /** How patient to be with a container engine. */
  readonly engine?: EngineSettings;
  readonly driver?: DriverPlaces;
  readonly signal?: AbortSignal;
}

/** What `grade submit` on the emulator cannot do without. */
const NEEDED: ReadonlySet<MachinePart> = new Set(['node', 'clang', 'emulator']);

/**
 * Looks at what grading can use of this machine. Each part does its work once, and small: presence proves nothing.
 * @throws the signal's reason where that is aborted; whatever else goes wrong is a part that is broken
 */
export async function inspectMachine(options: InspectOptions): Promise<Inspection> {
  const { env, signal } = options;
  const containers = {
    env,
    buildImage: options.buildImage || DEFAULT_BUILD_IMAGE,
    runImage: options.runImage || DEFAULT_RUN_IMAGE,
    ...(options.engine && { engine: options.engine }),
  };
  const looks: readonly (readonly [readonly MachinePart[], () => Look])[] = [
    [['node'], () => lookAtNode(process.version)],
    [['addon'], () => lookAtAddon(env)],
    [['clang', 'emulator'], () => lookAtKernel(signal)],
    [['cache'], () => lookAtCache(options.cache, env)],
    [['engine', 'build-image', 'run-image', 'gpu-runtime'], () => lookAtContainers(containers)],
    [['driver', 'thresholds'], () => lookAtDriver(options.driver)],
    [['nvcc'], () => lookAtNvcc(env)],
    [['sanitizer'], () => lookAtSanitizer(env)],
    [['slurm'], () => lookAtSlurm(env)],
  ];
  const seen = (await Promise.all(looks.map(([parts, look]) => guarded(parts, look)))).flat();
  signal?.throwIfAborted();
  const sights = await proveContainers(seen, containers);
  signal?.throwIfAborted();
  const parts = sights.map(partOf);
  const abilities = abilitiesOf(parts);
  return { schemaVersion: 1, ready: abilities.emulator, abilities, parts };
}

type Look = Sight | readonly Sight[] | Promise<Sight | readonly Sight[]>;

/** A look that fails says so of its parts, and leaves the others alone. */
async function guarded(parts: readonly MachinePart[], look: () => Look): Promise<readonly Sight[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    return parts.map((part) => sight(part, 'broken', words.failed(reason(error))));
  }
}

function partOf({ part, status, seen, help }: Sight): InspectedPart {
  return { id: part, ...MACHINE_PARTS[part], status, needed: NEEDED.has(part), seen, help };
}

function abilitiesOf(parts: readonly InspectedPart[]): MachineAbilities {
  const ok = (...ids: MachinePart[]) => ids.every((id) => parts.find((part) => part.id === id)?.status === 'ok');
  const contained = ok('engine', 'build-image');
  return {
    emulator: ok(...NEEDED),
    nvcc: contained ? 'container' : ok('nvcc') ? 'direct' : 'none',
    gpu: contained && ok('run-image', 'gpu-runtime', 'driver'),
    slurm: ok('slurm'),
  };
}
