import type { RunPool } from '../pool.ts';
import type { RunRequest } from '../run.ts';
import type { RunOptions } from '../run-worker.ts';
import { blank } from './judge.ts';

const TOKEN_SEED = 1;

/**
 * Tells if host code keeps addresses of the device in memory of the device: tables of pointers, linked lists. It runs
 * twice, with buffers at other addresses, and gives the device other bytes then. An address has 4 bytes here and 8 on a
 * GPU, so that no replay can carry such memory over.
 * @param request - with decoys
 */
export async function keepsAddresses(pool: RunPool, request: RunRequest, options: RunOptions): Promise<boolean> {
  const args = request.arraysIn === 'host' ? request.args : request.args.map(blank);
  const writes = async (layoutSeed: number, tokenSeed: number | null): Promise<Uint8Array[] | null> => {
    const executed = await pool.record({ ...request, args, layoutSeed }, tokenSeed, options);
    const recording = executed === 'wall' ? undefined : executed.recording;
    if (recording?.refused !== null) return null;
    const { operations, begin, geometry } = recording;
    // A GPU's copy of a pointer that is a variable gets the GPU's address.
    const isVariable = (pointer: number) =>
      geometry?.variables.some(({ address, bytes }) => pointer >= address && pointer < address + bytes);
    return operations
      .slice(begin)
      .flatMap((operation) =>
        operation.kind === 'write' && !isVariable(operation.pointer) ? [operation.content] : [],
      );
  };
  const seeds = [request.layoutSeed, request.layoutSeed + 1];
  const onTokens = await Promise.all(seeds.map((seed) => writes(seed, TOKEN_SEED)));
  const [a, b] = onTokens.includes(null) ? await Promise.all(seeds.map((seed) => writes(seed, null))) : onTokens;
  if (!a || !b || a.length !== b.length) return false;
  return a.some((content, index) => content.some((byte, at) => byte !== b[index]?.[at]));
}
