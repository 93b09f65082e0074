import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { activityFromNvml } from '../../device/gpu/index.ts';

/** Load and processes of a GPU now, from NVML or nvidia-smi. */
export interface Activity {
  /** Percent of the last second in which a kernel ran. */
  readonly utilization: number;
  /** Processes with a CUDA context; empty if the driver hides them. One that it does not name has an empty name. */
  readonly processes: readonly { readonly pid: number; readonly name: string; readonly mebibytes: number }[];
}

const LIMIT_MS = 10_000;
/** Text of nvidia-smi in place of a name, e.g. of a process in another container. */
const UNNAMED = /^\[.*\]$/;

/**
 * Asks NVML, which answers at once, and otherwise nvidia-smi, which takes up to a second.
 * @returns null if none of them answers
 */
export async function gpuActivity(uuid: string): Promise<Activity | null> {
  const own = activityFromNvml(uuid);
  if (own) return own;
  try {
    const [gpu, applications] = await Promise.all([
      ask(uuid, '--query-gpu=utilization.gpu'),
      ask(uuid, '--query-compute-apps=pid,process_name,used_memory'),
    ]);
    return readActivity(gpu, applications);
  } catch {
    return null;
  }
}

/** Reads the CSV of `--query-gpu=utilization.gpu` and of `--query-compute-apps=pid,process_name,used_memory`. */
export function readActivity(gpu: string, applications: string): Activity | null {
  const utilization = Number.parseInt(gpu.trim(), 10);
  if (!Number.isFinite(utilization)) return null;
  const processes = applications.split('\n').flatMap((line) => {
    // A name can contain commas.
    const fields = /^\s*(\d+)\s*,\s*(.*?)\s*,\s*([^,]*)$/.exec(line);
    if (!fields) return [];
    const [, pid = '', name = '', used = ''] = fields;
    return [{ pid: Number(pid), name: UNNAMED.test(name) ? '' : name, mebibytes: Number.parseInt(used, 10) || 0 }];
  });
  return { utilization, processes };
}

/** Percent of the last second. Less is the display, or the end of a turn. */
const QUIET_UTILIZATION = 5;

export function isQuiet({ utilization }: Activity): boolean {
  return utilization <= QUIET_UTILIZATION;
}

/** Programs that graders run on a GPU, which wait for their turn. */
const OF_GRADERS = /(^|\/)(node|compute-sanitizer)$/;

/** Returns whether the driver names a process that is no grader's. */
export function hasStrangers({ processes }: Activity): boolean {
  return processes.some(({ name }) => name !== '' && !OF_GRADERS.test(name));
}

/** Names the process with most memory, in a sentence. */
export function nameOf({ utilization, processes }: Activity): string {
  const [largest] = [...processes].sort((a, b) => b.mebibytes - a.mebibytes);
  const about = [largest?.name, largest && `${largest.mebibytes} MiB`].filter(Boolean).join(', ');
  const who = largest ? `process ${largest.pid} (${about})` : 'another process';
  return `The GPU is ${utilization} % busy; ${who} uses it.`;
}

async function ask(uuid: string, query: string): Promise<string> {
  const argv = [`--id=${uuid}`, query, '--format=csv,noheader,nounits'];
  return (await promisify(execFile)('nvidia-smi', argv, { timeout: LIMIT_MS })).stdout;
}
