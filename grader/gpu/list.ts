import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A GPU of this machine. */
export interface ListedGpu {
  /** Its number, as nvidia-smi counts. */
  readonly index: number;
  readonly uuid: string;
  /** The model, e.g. `NVIDIA H100 80GB HBM3`. */
  readonly name: string;
}

const LIMIT_MS = 10_000;

/**
 * Lists the GPUs that this process may use.
 * @param visible - `CUDA_VISIBLE_DEVICES`; `undefined` for all
 * @returns none if nvidia-smi does not answer
 */
export async function listGpus(visible: string | undefined = process.env.CUDA_VISIBLE_DEVICES): Promise<ListedGpu[]> {
  const argv = ['--query-gpu=index,uuid,name', '--format=csv,noheader'];
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', argv, { timeout: LIMIT_MS });
    return visibleOf(readGpuList(stdout), visible);
  } catch {
    return [];
  }
}

/** Reads the CSV of `--query-gpu=index,uuid,name`. */
export function readGpuList(text: string): ListedGpu[] {
  return text.split('\n').flatMap((line) => {
    const [, index, uuid = '', name = ''] = /^\s*(\d+)\s*,\s*(GPU-[\w-]+)\s*,\s*(.+?)\s*$/.exec(line) ?? [];
    return index === undefined ? [] : [{ index: Number(index), uuid, name }];
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
