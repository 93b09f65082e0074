import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InfrastructureError } from '../platform/index.ts';

/** A file or folder of this machine, and where a container sees it; read-only. */
export interface Bind {
  readonly from: string;
  readonly to: string;
}

/** What of this machine's NVIDIA driver a container needs where its engine does not know about GPUs. */
export interface DriverFiles {
  readonly devices: readonly string[];
  readonly libraries: readonly Bind[];
}

export interface DriverPlaces {
  /** The folder with the driver's libraries; default: the machine's linker is asked. */
  readonly libraryFolder?: string;
  /** The folder that holds `dev` and `proc`; default `/`. */
  readonly root?: string;
}

/** Every dynamic linker looks here, with no environment and no cache, on Debian and its kin. */
const LIBRARY_TARGET = '/usr/lib';
const LIBRARIES =
  /^(?:libcuda\.so\.1|libnvidia-ml\.so\.1|libnvidia-ptxjitcompiler\.so\.1|libnvidia-nvvm\.so\.\d+|libnvidia-gpucomp\.so\.[\d.]+)$/;
const NEEDED = ['nvidiactl', 'nvidia-uvm'];
const OPTIONAL = ['nvidia-uvm-tools'];
const MACHINE: Readonly<Record<string, string>> = { x64: 'x86-64', arm64: 'AArch64' };

/**
 * @param gpu - number of the device file, or the UUID that the driver tells
 * @throws InfrastructureError where the driver's files are not there
 */
export function findDriverFiles(gpu: string | number, places: DriverPlaces = {}): DriverFiles {
  const root = places.root ?? '/';
  return { devices: deviceFiles(gpu, root), libraries: driverLibraries(places.libraryFolder ?? null) };
}

function deviceFiles(gpu: string | number, root: string): string[] {
  const number = typeof gpu === 'number' ? gpu : minorOf(gpu, root);
  const needed = [`nvidia${number}`, ...NEEDED];
  const isThere = (name: string): boolean => existsSync(join(root, 'dev', name));
  const missing = needed.filter((name) => !isThere(name)).map((name) => `/dev/${name}`);
  if (missing.length > 0) {
    throw new InfrastructureError(`the NVIDIA driver has no ${missing.join(', no ')} on this machine`, {
      details: ['`nvidia-modprobe -c 0 -u` makes them; `nvidia-smi` should then list the GPU.'],
    });
  }
  return [...needed, ...OPTIONAL.filter(isThere)].map((name) => `/dev/${name}`);
}

/** The number of a GPU's device file: the order in which CUDA counts GPUs is another one. */
function minorOf(uuid: string, root: string): number {
  if (/^\d+$/.test(uuid)) return Number(uuid);
  const folder = join(root, 'proc', 'driver', 'nvidia', 'gpus');
  for (const slot of existsSync(folder) ? readdirSync(folder) : []) {
    const told = readFileSync(join(folder, slot, 'information'), 'utf8');
    const minor = /^Device Minor:\s*(\d+)/m.exec(told)?.[1];
    if (minor !== undefined && told.includes(uuid)) return Number(minor);
  }
  const told = root === '/' ? minorFromDriver(uuid) : null;
  if (told !== null) return told;
  throw new InfrastructureError(`the NVIDIA driver knows no GPU ${uuid}`, {
    details: ['`nvidia-smi -L` lists the UUIDs of this machine.'],
  });
}

/** Asks nvidia-smi, because a container may lack the driver's folder in /proc. */
function minorFromDriver(uuid: string): number | null {
  try {
    const argv = ['-q', '-i', uuid];
    const text = execFileSync('nvidia-smi', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const minor = /^\s*Minor Number\s*:\s*(\d+)/m.exec(text)?.[1];
    return minor === undefined ? null : Number(minor);
  } catch {
    return null;
  }
}

function driverLibraries(folder: string | null): Bind[] {
  const found = folder === null ? linkerPaths() : filesIn(folder);
  const libraries = new Map<string, string>();
  for (const path of found) {
    const name = basename(path);
    if (LIBRARIES.test(name) && !libraries.has(name)) libraries.set(name, realpathSync(path));
  }
  if (!libraries.has('libcuda.so.1')) throw noLibrary(folder);
  return [...libraries].map(([name, from]) => ({ from, to: `${LIBRARY_TARGET}/${name}` }));
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** What `ldconfig -p` knows for this machine's processor. */
function linkerPaths(): string[] {
  return parseLinkerCache(linkerCache(), MACHINE[process.arch] ?? '').filter((path) => existsSync(path));
}

/** The paths in `	libcuda.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libcuda.so.1`. */
export function parseLinkerCache(text: string, machine: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, kind, path] = /^\s+\S+ \(([^)]*)\) => (\S+)$/.exec(line) ?? [];
    return path !== undefined && kind?.split(',').includes(machine) ? [path] : [];
  });
}

function linkerCache(): string {
  for (const program of ['/sbin/ldconfig', 'ldconfig']) {
    try {
      return execFileSync(program, ['-p'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      // The next place; none at all is told as a library that was not found.
    }
  }
  return '';
}

function noLibrary(folder: string | null): InfrastructureError {
  const where = folder === null ? 'among the libraries that `ldconfig -p` lists' : `in ${folder}`;
  return new InfrastructureError(`the NVIDIA driver's libcuda.so.1 is not ${where}`, {
    details: ['Install the driver, or name the folder that holds its libraries.'],
  });
}
