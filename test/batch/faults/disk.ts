import fs from 'node:fs';
import promises, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * A disk that fails at a chosen write. `killed`: from this write on, nothing is written any more, and of this write
 * only the first half: the files are as SIGKILL leaves them. `full`: from this write on, what needs room fails with
 * ENOSPC, and what makes room works. `read-only`: from this write on, each one fails with EROFS.
 */
export type Fault = 'killed' | 'full' | 'read-only';

interface State {
  /** The path below which writes count; `null` if nothing is watched. */
  root: string | null;
  writes: number;
  fault: Fault | null;
  /** The 1-based write at which it fails. */
  at: number;
}

const state: State = { root: null, writes: 0, fault: null, at: 0 };

/** Runs something while writes below a folder are counted, or fail. @returns the number of writes */
export async function withDisk(
  root: string,
  work: () => Promise<unknown>,
  fault: { readonly kind: Fault; readonly at: number } | null = null,
): Promise<number> {
  Object.assign(state, { root, writes: 0, fault: fault?.kind ?? null, at: fault?.at ?? 0 });
  try {
    await work();
    // What another promise still does is over, or fails too.
    await new Promise((resolve) => setTimeout(resolve, fault === null ? 0 : 5));
    return state.writes;
  } finally {
    Object.assign(state, { root: null, fault: null });
  }
}

/** Names of functions whose first argument is a path that they write, and whether they need room. */
const WRITERS: Readonly<Record<string, boolean>> = {
  mkdir: true,
  mkdtemp: true,
  rename: false,
  rm: false,
  rmdir: false,
  unlink: false,
  link: true,
  utimes: false,
  chmod: false,
  copyFile: true,
  truncate: false,
};
const CONTENT = ['writeFile', 'appendFile'] as const;

type Call = (...args: unknown[]) => unknown;

/** Decides the fate of a write. @returns null if it is to happen */
function fateOf(path: unknown, needsRoom: boolean): { readonly error: Error; readonly isTorn: boolean } | null {
  if (state.root === null || typeof path !== 'string' || !path.startsWith(state.root)) return null;
  state.writes += 1;
  if (state.fault === null || state.writes < state.at) return null;
  if (state.fault === 'killed') return { error: new Error('killed'), isTorn: state.writes === state.at };
  if (state.fault === 'read-only') return { error: systemError('EROFS', path), isTorn: false };
  return needsRoom ? { error: systemError('ENOSPC', path), isTorn: true } : null;
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: no write, '${path}'`), { code, path });
}

/** Node's recursive `mkdir` says ENOENT on a disk that is read-only, which does not say why. */
function asNode(name: string, [path, options]: readonly unknown[], error: Error): Error {
  const isRecursive = typeof options === 'object' && options !== null && 'recursive' in options && options.recursive;
  return name === 'mkdir' && isRecursive && state.fault === 'read-only' ? systemError('ENOENT', String(path)) : error;
}

function half(data: unknown): unknown {
  return typeof data === 'string' || data instanceof Uint8Array ? data.slice(0, data.length / 2) : data;
}

const originals: { readonly owner: object; readonly name: string; readonly value: unknown }[] = [];

function replace(owner: object, name: string, make: (original: Call) => Call): void {
  const value: unknown = Reflect.get(owner, name);
  originals.push({ owner, name, value });
  const original = (value as Call).bind(owner);
  Reflect.set(owner, name, make(original));
}

/** Makes the disk as it was. */
export function removeDisk(): void {
  for (const { owner, name, value } of originals.splice(0)) Reflect.set(owner, name, value);
  syncBuiltinESMExports();
}

/** Prepares the functions that write. Data is not forced to the disk while they are: no power fails in a test. */
export function installDisk(): void {
  for (const [name, needsRoom] of Object.entries(WRITERS)) {
    replace(promises, name, (original) => async (...args) => {
      const fate = fateOf(args[0], needsRoom);
      if (fate) throw asNode(name, args, fate.error);
      return original(...args);
    });
    replace(fs, `${name}Sync`, (original) => (...args) => {
      const fate = fateOf(args[0], needsRoom);
      if (fate) throw asNode(name, args, fate.error);
      return original(...args);
    });
  }
  for (const name of CONTENT) {
    replace(promises, name, (original) => async (path, data, ...more) => {
      const fate = fateOf(path, true);
      if (fate?.isTorn) await original(path, half(data), ...more);
      if (fate) throw fate.error;
      return original(path, data, ...more);
    });
    replace(fs, `${name}Sync`, (original) => (path, data, ...more) => {
      const fate = fateOf(path, true);
      if (fate?.isTorn) original(path, half(data), ...more);
      if (fate) throw fate.error;
      return original(path, data, ...more);
    });
  }
  replace(promises, 'open', (original) => async (path, flags, ...more) => {
    const writes = typeof flags === 'string' && /[wa+]/.test(flags);
    const isThere = typeof path === 'string' && fs.existsSync(path);
    const fate = writes && !isThere ? fateOf(path, true) : null;
    if (fate) throw fate.error;
    const handle = (await original(path, flags, ...more)) as FileHandle;
    if (writes) watchHandle(handle, path);
    return handle;
  });
  syncBuiltinESMExports();
}

function watchHandle(handle: FileHandle, path: unknown): void {
  Object.assign(handle, { sync: async () => undefined });
  for (const name of CONTENT) {
    const original = (handle[name] as Call).bind(handle);
    Object.assign(handle, {
      [name]: async (data: unknown, ...more: unknown[]) => {
        const fate = fateOf(path, true);
        if (fate?.isTorn) await original(half(data), ...more);
        if (fate) throw fate.error;
        return original(data, ...more);
      },
    });
  }
  for (const name of ['truncate', 'utimes'] as const) {
    const original = (handle[name] as Call).bind(handle);
    Object.assign(handle, {
      [name]: async (...args: unknown[]) => {
        const fate = fateOf(path, false);
        if (fate) throw fate.error;
        return original(...args);
      },
    });
  }
}
