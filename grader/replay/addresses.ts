import type { RunOptions, RunPool, RunRequest } from '../record/index.ts';
import { blank } from './judge.ts';
import type { Operation } from './operations.ts';

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
    return recording?.refused === null ? recording.operations.slice(recording.begin).flatMap(contentOf) : null;
  };
  const seeds = [request.layoutSeed, request.layoutSeed + 1];
  const onTokens = await Promise.all(seeds.map((seed) => writes(seed, TOKEN_SEED)));
  const [a, b] = onTokens.includes(null) ? await Promise.all(seeds.map((seed) => writes(seed, null))) : onTokens;
  if (!a || !b || a.length !== b.length) return false;
  return a.some((content, index) => content.some((byte, at) => byte !== b[index]?.[at]));
}

function contentOf(operation: Operation): Uint8Array[] {
  return operation.kind === 'write' ? [operation.content] : [];
}
