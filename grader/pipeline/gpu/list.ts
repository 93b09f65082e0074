import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A GPU of this machine. */
export interface ListedGpu {
  /** Its number, as nvidia-smi counts. */
  readonly index: number;
  readonly uuid: string;
  /** The model, e.g. `NVIDIA H100 80GB HBM3`. */
  readonly name: string;
  /** Memory; null if nvidia-smi does not tell. */
  readonly mebibytes: number | null;
}

/** Graders that a GPU serves at the same time: with more of them, no more verdicts come. */
const MOST_GRADERS = 12;
/** GPU memory that a grader is reckoned with: contexts of two programs, of compute-sanitizer, and of those that wait. */
const GRADER_MEBIBYTES = 2_560;

const LIMIT_MS = 10_000;

/**
 * Lists the GPUs that this process may use.
 * @param visible - `CUDA_VISIBLE_DEVICES`; `undefined` for all
 * @returns none if nvidia-smi does not answer
 */
export async function listGpus(visible: string | undefined = process.env.CUDA_VISIBLE_DEVICES): Promise<ListedGpu[]> {
  const argv = ['--query-gpu=index,uuid,memory.total,name', '--format=csv,noheader,nounits'];
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', argv, { timeout: LIMIT_MS });
    return visibleOf(readGpuList(stdout), visible);
  } catch {
    return [];
  }
}

/** Reads the CSV of `--query-gpu=index,uuid,memory.total,name`, without units. */
export function readGpuList(text: string): ListedGpu[] {
  return text.split('\n').flatMap((line) => {
    const [, index, uuid = '', memory = '', name = ''] =
      /^\s*(\d+)\s*,\s*(GPU-[\w-]+)\s*,\s*([^,]*?)\s*,\s*(.+?)\s*$/.exec(line) ?? [];
    return index === undefined
      ? []
      : [{ index: Number(index), uuid, name, mebibytes: Number.parseInt(memory, 10) || null }];
  });
}

/** Keeps what `CUDA_VISIBLE_DEVICES` names, by number or by the beginning of a UUID, in its order. */
export function visibleOf(gpus: readonly ListedGpu[], visible: string | undefined): ListedGpu[] {
  if (visible === undefined) return [...gpus];
  return visible
    .split(',')
    .map((given) => given.trim())
    .flatMap((given) => {
      const isNumber = /^\d+$/.test(given);
      const isUuid = given.startsWith('GPU-');
      return gpus.filter(({ index, uuid }) => (isNumber ? index === Number(given) : isUuid && uuid.startsWith(given)));
    });
}

/** Separates the GPUs of the first one's model from others: thresholds of one model are not those of another. */
export function ofOneModel(gpus: readonly ListedGpu[]): {
  readonly used: readonly ListedGpu[];
  readonly others: readonly ListedGpu[];
} {
  const model = gpus[0]?.name;
  return { used: gpus.filter(({ name }) => name === model), others: gpus.filter(({ name }) => name !== model) };
}

/** Returns the number of graders that GPUs serve at the same time, at least 1 per GPU; infinite without a GPU. */
export function gradersOn(gpus: readonly ListedGpu[]): number {
  if (gpus.length === 0) return Number.POSITIVE_INFINITY;
  const each = gpus.map(({ mebibytes }) =>
    mebibytes === null ? MOST_GRADERS : Math.floor(mebibytes / GRADER_MEBIBYTES),
  );
  return each.reduce((sum, fitting) => sum + Math.max(1, Math.min(MOST_GRADERS, fitting)), 0);
}
