import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { InfrastructureError, systemCode } from '../platform/index.ts';
import type { ExceededLimit, RunOutcome, RunRequest } from './container.ts';
import { beforeInterrupt } from './interrupts.ts';
import { type BuildRequest, type BuildResult, buildFatbin } from './nvcc.ts';
import { Budget, Collector } from './output.ts';

export interface DirectRequest extends BuildRequest {
  /** Path of nvcc; default: what `findNvcc` finds. */
  readonly nvcc?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const USUAL_PLACE = '/usr/local/cuda/bin/nvcc';
/** The exit status of a program that was killed, as shells tell it. */
const KILLED = 128 + 9;
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The nvcc of this machine: the one that GRADE_NVCC names, else the first in PATH, else that of /usr/local/cuda.
 * @returns its path, or null where there is none
 * @throws InfrastructureError where GRADE_NVCC names no program
 */
export async function findNvcc(environment: Environment = process.env): Promise<string | null> {
  const { GRADE_NVCC: named, PATH: path = '' } = environment;
  if (named) {
    if (await isProgram(named)) return named;
    throw new InfrastructureError(`GRADE_NVCC names ${named}, which is no program that this user may run`);
  }
  const folders = path.split(delimiter).filter((folder) => folder !== '');
  for (const candidate of [...folders.map((folder) => join(folder, 'nvcc')), USUAL_PLACE]) {
    if (await isProgram(candidate)) return candidate;
  }
  return null;
}

/**
 * Compiles a submission with the nvcc of this machine, with no container around it: its time and what it prints are
 * limited, and each of its processes may only take so much memory, but it can read whatever this user can.
 * @throws InfrastructureError where there is no nvcc or it fails; the signal's reason where that was aborted
 */
export async function buildDirect(request: DirectRequest): Promise<BuildResult> {
  request.signal?.throwIfAborted();
  const nvcc = request.nvcc ?? (await findNvcc());
  if (nvcc === null) throw noNvcc();
  const scratch = await mkdtemp(join(tmpdir(), 'grade-nvcc-'));
  const clear = (): Promise<void> => rm(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const release = beforeInterrupt(clear);
  try {
    const inputFolder = join(scratch, 'in');
    const run = (command: Omit<RunRequest, 'image'>): Promise<RunOutcome> => runHere(scratch, dirname(nvcc), command);
    return await buildFatbin(run, request, { nvcc, inputFolder, check: `${nvcc} --version` });
  } finally {
    release();
    await clear();
  }
}

/** One command of this machine, with the files of a container's `/in` and `/work` in the folders of that name. */
async function runHere(scratch: string, tools: string, request: Omit<RunRequest, 'image'>): Promise<RunOutcome> {
  const { command, limits, inputs = new Map(), outputs = [], signal } = request;
  const [input, work, temporary] = [join(scratch, 'in'), join(scratch, 'work'), join(scratch, 'tmp')];
  for (const folder of [input, work, temporary]) {
    // What an earlier command has left is none of this one's business.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
  }
  for (const [name, content] of inputs) await writeFile(join(input, name), content);

  const group = startGroup(command, work, environment(tools, temporary), limits);
  const abort = (): void => group.kill();
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  const { exitCode, limit, stderr } = await group.ended.finally(() => signal?.removeEventListener('abort', abort));
  signal?.throwIfAborted();
  const printed = { stdout: Buffer.alloc(0), stderr };
  if (limit) return { status: 'stopped', limit, ...printed };
  const files = new Map<string, Uint8Array>();
  let left = limits.resultBytes;
  for (const name of outputs) {
    const size = await sizeOf(join(work, name));
    if (size === null) continue;
    left -= size;
    if (left < 0) return { status: 'stopped', limit: 'output', ...printed };
    files.set(name, await readFile(join(work, name)));
  }
  return { status: 'exited', exitCode, ...printed, files };
}

interface Group {
  readonly ended: Promise<{ readonly exitCode: number; readonly limit: ExceededLimit | null; readonly stderr: Buffer }>;
  kill(): void;
}

/** A command and all its children, which end together. */
function startGroup(
  command: readonly string[],
  cwd: string,
  env: Record<string, string>,
  limits: RunRequest['limits'],
): Group {
  let limit: ExceededLimit | null = null;
  // In the units of POSIX (512 bytes) and of every shell that knows -v (KiB). A machine's own stricter limit stays.
  const [size, memory] = [Math.floor(limits.fileBytes / 512), Math.floor(limits.memoryBytes / 1024)];
  const set = ['-c 0', `-f ${size}`, `-v ${memory}`].map((what) => `ulimit ${what} 2>/dev/null;`);
  const script = `${set.join(' ')} exec "$@"`;
  const child = execa('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd,
    env,
    extendEnv: false,
    stdin: 'ignore',
    buffer: false,
    reject: false,
    // A process group of its own, so that cicc and ptxas end with nvcc.
    detached: true,
  });
  const kill = (): void => killGroup(child.pid);
  const stop = (reason: ExceededLimit): void => {
    limit ??= reason;
    kill();
  };
  const output = new Collector(new Budget(limits.outputBytes, () => stop('output')));
  child.stdout.pipe(output, { end: false });
  child.stderr.pipe(output, { end: false });
  // Children that nvcc leaves behind would hold its output.
  child.once('exit', kill);
  const clock = setTimeout(() => stop('time'), limits.wallTimeMs);
  let interrupted = false;
  const release = beforeInterrupt(async () => {
    interrupted = true;
    kill();
  });
  const ended = child
    .then(({ exitCode = KILLED }) => {
      if (interrupted) throw new InfrastructureError('nvcc was interrupted');
      return { exitCode, limit, stderr: output.bytes() };
    })
    .finally(() => {
      clearTimeout(clock);
      release();
      kill();
    });
  return { ended, kill };
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

/** nvcc has to find its own programs and the host compiler; nothing else of this user's environment is its business. */
function environment(tools: string, temporary: string): Record<string, string> {
  return { PATH: [tools, process.env.PATH || DEFAULT_PATH].join(delimiter), TMPDIR: temporary };
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch {
    return null;
  }
}

function noNvcc(): InfrastructureError {
  return new InfrastructureError('no nvcc was found on this machine', {
    details: [`Looked in PATH and for ${USUAL_PLACE}; GRADE_NVCC can name another one.`],
  });
}
