import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Docker from 'dockerode';
import type { HelperLimits } from '../limits/index.ts';
import { packageRoot } from '../platform/index.ts';
import type { Engine } from './engine.ts';

/** Where a container finds what was put in; read-only. */
export const INPUT_FOLDER = '/in';
/** The folder in which a command runs; what it leaves here can be taken out. */
export const WORK_FOLDER = '/work';
/** The only environment variable that a command has. */
export const PATH = '/usr/local/cuda/bin:/usr/local/bin:/usr/bin:/bin';
/** `nobody`, on every Linux: owns nothing. */
const USER = 65534;
const SHARED_MEMORY_BYTES = 1 << 20;
/** Files that a tmpfs may hold: each costs the kernel memory, however empty it is. */
const INODES = 16_384;
const NOTHING = 'ro,nosuid,nodev,noexec,size=4096';
const PROFILES = {
  command: 'seccomp.json',
  helper: 'seccomp-gpu.json',
  sanitizer: 'seccomp-sanitizer.json',
} as const;

/** Returns the profile of a command that has a GPU: compute-sanitizer starts and watches other processes. */
export function gpuProfile(command: readonly string[]): 'helper' | 'sanitizer' {
  return command.includes('compute-sanitizer') ? 'sanitizer' : 'helper';
}

/**
 * A container that runs one command with no way out: what an engine is asked to create.
 * @param command - program and arguments, run as they are, with no shell in between
 * @param profile - system calls that it may make: those of a compiler, of libcuda as well, or of compute-sanitizer too
 */
export function containerSettings(
  engine: Engine,
  image: string,
  command: readonly string[],
  limits: HelperLimits,
  profile: keyof typeof PROFILES = 'command',
): Docker.ContainerCreateOptions {
  return {
    Image: image,
    // The image's own entry point and environment are not ours to trust; env leaves PATH alone.
    Entrypoint: ['/usr/bin/env', '-i', `PATH=${PATH}`],
    Cmd: [...command],
    Env: [`PATH=${PATH}`],
    User: `${USER}:${USER}`,
    WorkingDir: WORK_FOLDER,
    Hostname: 'sandbox',
    ...(engine.kind === 'docker' && { Volumes: { [INPUT_FOLDER]: {} } }),
    Healthcheck: { Test: ['NONE'] },
    AttachStdin: false,
    OpenStdin: false,
    Tty: false,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: hostSettings(engine, limits, profile),
  };
}

function hostSettings(engine: Engine, limits: HelperLimits, profile: keyof typeof PROFILES): Docker.HostConfig {
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    Privileged: false,
    SecurityOpt: ['no-new-privileges', `seccomp=${seccomp(engine, profile)}`],
    IpcMode: 'private',
    ShmSize: SHARED_MEMORY_BYTES,
    PidsLimit: limits.processes,
    Memory: limits.memoryBytes,
    MemorySwap: limits.memoryBytes,
    NanoCpus: Math.round(limits.cpus * 1e9),
    Ulimits: ulimits(engine, limits),
    Tmpfs: writable(engine, limits),
    ...(engine.kind === 'podman' && { Mounts: [{ Type: 'volume', Source: '', Target: INPUT_FOLDER, ReadOnly: true }] }),
    // Output is read as it comes; the engine must not keep a copy of a flood on its disk.
    LogConfig: { Type: 'none', Config: {} },
    RestartPolicy: { Name: 'no' },
  };
}

function ulimits(engine: Engine, limits: HelperLimits): NonNullable<Docker.HostConfig['Ulimits']> {
  const own = [ulimit('nofile', limits.openFiles), ulimit('fsize', limits.fileBytes), ulimit('core', 0)];
  // podman adds one of its own that is higher than some machines allow. It counts all of the user's processes on the
  // machine: PidsLimit is what bounds a container.
  return engine.kind === 'podman' ? [...own, ulimit('nproc', 4096)] : own;
}

function ulimit(Name: string, value: number): { Name: string; Soft: number; Hard: number } {
  return { Name, Soft: value, Hard: value };
}

function writable(engine: Engine, limits: HelperLimits): Record<string, string> {
  const places = { '/tmp': tmpfs(engine, limits.temporaryBytes), [WORK_FOLDER]: tmpfs(engine, limits.workBytes) };
  if (engine.kind === 'docker') return places;
  // podman puts a tmpfs of its own on these, unless it is told what should be there.
  return { ...places, '/run': NOTHING, '/var/tmp': NOTHING };
}

function tmpfs(engine: Engine, bytes: number): string {
  const common = `rw,nosuid,nodev,noexec,size=${bytes}`;
  // podman knows no owner and no number of files here; the memory limit bounds those too.
  if (engine.kind === 'podman') return `${common},mode=1777`;
  return `${common},nr_inodes=${INODES},uid=${USER},gid=${USER},mode=0700`;
}

/** Docker wants the profile itself, podman the name of a file. */
function seccomp(engine: Engine, profile: keyof typeof PROFILES): string {
  const path = join(packageRoot, 'docker', PROFILES[profile]);
  return engine.kind === 'podman' ? path : JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
}
