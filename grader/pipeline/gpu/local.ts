import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { HelperEnd, HelperProcess, StartHelper } from './client.ts';

/** Of what it says on standard error, the last that is kept. */
const KEPT_CHARACTERS = 1_000_000;
/** Node's flag for TypeScript sources: tests and development alone. */
const FROM_SOURCE = import.meta.url.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
const PROGRAM = fileURLToPath(new URL(FROM_SOURCE.length > 0 ? './helper.ts' : './helper.js', import.meta.url));

export interface LocalSettings {
  /** Which GPU, as the driver counts them; default 0. */
  readonly ordinal?: number;
  /** The UUID of the only GPU that the driver shows, which is then number 0; default: all. */
  readonly uuid?: string;
  /** Another driver than the system's own. */
  readonly library?: string;
}

/**
 * Starts helpers as child processes of this one. A helper's standard output goes nowhere: what kernels print, the driver
 * writes there by itself, and it must not look like an answer. Answers come on descriptor 3.
 */
export function localHelpers(settings: LocalSettings = {}): StartHelper {
  return async (under) => startLocal(settings, under);
}

function startLocal({ ordinal = 0, uuid, library }: LocalSettings, under: readonly string[]): HelperProcess {
  const node = [process.execPath, ...FROM_SOURCE, PROGRAM, String(ordinal), ...(library ? [library] : [])];
  const [program = '', ...args] = [...under, ...node];
  const child = spawn(program, args, {
    stdio: ['pipe', under.length > 0 ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: { ...environment(), ...(uuid !== undefined && { CUDA_VISIBLE_DEVICES: uuid }) },
    // A group of its own: what runs it under a checker is ended with it.
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(-KEPT_CHARACTERS);
    });
  }
  const ended = new Promise<HelperEnd>((resolve) => {
    child.on('error', (error) => resolve({ how: error.message, said }));
    child.on('close', (code, signal) => resolve({ how: signal ? `killed by ${signal}` : `exit status ${code}`, said }));
  });
  const output = child.stdio[3];
  if (!child.stdin || !output || !('on' in output)) throw new Error('a child process without its pipes');
  const kill = () => {
    try {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has just ended by itself.
    }
  };
  endWithUs(kill, ended);
  return { input: child.stdin, output: output as NodeJS.ReadableStream as HelperProcess['output'], ended, kill };
}

/** What the driver needs to be found, and nothing else of this process's environment. */
function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'CUDA_VISIBLE_DEVICES', 'HOME', 'TMPDIR', 'TSX_TSCONFIG_PATH'] as const;
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** What is still running, to be killed when this process ends. */
const running = new Set<() => void>();

function endWithUs(kill: () => void, ended: Promise<unknown>): void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(kill);
  void ended.then(() => {
    running.delete(kill);
    if (running.size === 0) process.off('exit', killAll);
  });
}

function killAll(): void {
  for (const kill of running) kill();
}
