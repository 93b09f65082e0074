import type Docker from 'dockerode';
import { answerWithin, refusing, statusOf } from './deadline.ts';
import type { Engine } from './engine.ts';
import { isRunning, type ProcessIdentity, thisProcess } from './identity.ts';
import { beforeInterrupt } from './interrupts.ts';

const PREFIX = 'org.cuda-course-grade';
const LABEL = {
  sandbox: `${PREFIX}.sandbox`,
  place: `${PREFIX}.place`,
  pid: `${PREFIX}.pid`,
  started: `${PREFIX}.started`,
  expires: `${PREFIX}.expires`,
} as const;

/** Containers of this process, by engine. Names are there before the containers are, so that none is missed. */
const live = new Map<Engine, Set<string>>();
let stopListening: (() => void) | null = null;

/**
 * The labels of a container of this process.
 * @param lifetimeMs - after which it is a leftover whoever made it
 */
export function labels(lifetimeMs: number): Record<string, string> {
  const { place, pid, started } = thisProcess();
  return {
    [LABEL.sandbox]: '1',
    [LABEL.place]: place,
    [LABEL.pid]: String(pid),
    [LABEL.started]: started ?? '',
    [LABEL.expires]: String(Date.now() + lifetimeMs),
  };
}

/** From now on, a signal that ends this process removes the container first. */
export function track(engine: Engine, name: string): void {
  const names = live.get(engine) ?? new Set();
  live.set(engine, names.add(name));
  stopListening ??= beforeInterrupt(removeLive);
}

/** The container is gone. */
export function forget(engine: Engine, name: string): void {
  const names = live.get(engine);
  names?.delete(name);
  if (names?.size === 0) live.delete(engine);
  if (live.size > 0) return;
  stopListening?.();
  stopListening = null;
}

/**
 * Removes what earlier graders left behind: containers whose process has ended, and, where that cannot be known (another
 * machine on the same engine), those whose time is over.
 * @returns how many were removed
 */
export async function removeLeftovers(engine: Engine): Promise<number> {
  const found = await ours(engine);
  const leftovers = found.filter(isLeftover);
  await Promise.all(leftovers.map(({ Id }) => remove(engine, Id)));
  return leftovers.length;
}

/** Removes a container, running or not, with its volume. One that is gone or going is no error. */
export async function remove(engine: Engine, idOrName: string): Promise<void> {
  const removal = engine.docker.getContainer(idOrName).remove({ force: true, v: true });
  try {
    await answerWithin(removal, engine.timeoutMs, 'removing a container', engine);
  } catch (error) {
    const status = statusOf(error);
    if (status !== 404 && status !== 409) throw refusing(error, 'remove a container', engine);
  }
}

async function ours(engine: Engine): Promise<Docker.ContainerInfo[]> {
  const list = engine.docker.listContainers({ all: true, filters: { label: [`${LABEL.sandbox}=1`] } });
  return answerWithin(list, engine.timeoutMs, 'listing containers', engine).catch((error: unknown) => {
    throw refusing(error, 'list containers', engine);
  });
}

function isLeftover({ Labels, Names }: Docker.ContainerInfo): boolean {
  const owner = identity(Labels);
  // One of our own that could not be removed when its time came, because the engine was away.
  if (isThisProcess(owner)) return !Names.some((name) => isLive(name.replace(/^\//, '')));
  const running = isRunning(owner);
  return running === false || (running === null && Number(Labels[LABEL.expires]) < Date.now());
}

function isLive(name: string): boolean {
  return [...live.values()].some((names) => names.has(name));
}

function isThisProcess({ pid, place, started }: ProcessIdentity): boolean {
  const mine = thisProcess();
  return pid === mine.pid && place === mine.place && started === mine.started;
}

function identity(found: Readonly<Record<string, string>>): ProcessIdentity {
  return { place: found[LABEL.place] ?? '', pid: Number(found[LABEL.pid]), started: found[LABEL.started] || null };
}

async function removeLive(): Promise<void> {
  await Promise.allSettled([...live.keys()].map(removeOwn));
}

async function removeOwn(engine: Engine): Promise<void> {
  await Promise.allSettled([...(live.get(engine) ?? [])].map((name) => remove(engine, name)));
  // One may have been under way when its name was not there to remove.
  const left = (await ours(engine)).filter(({ Labels }) => isThisProcess(identity(Labels)));
  await Promise.allSettled(left.map(({ Id }) => remove(engine, Id)));
}
