import { InfrastructureError } from '../../platform/index.ts';
import { type GpuHelper, HelperFailure, HelperHung } from './client.ts';
import type { HelperRequest, HelperResults } from './messages.ts';

/** The milliseconds that a helper has for an answer. */
export const LIMIT = {
  /** A process, a driver and a context: seconds on a machine with many GPUs. */
  start: 60_000,
  /** One timed repetition, with its buffers and its inputs. */
  repetition: 60_000,
} as const;

/**
 * Asks a helper.
 * @throws HelperHung, HelperFailure; InfrastructureError if the container engine between the two is gone
 */
export async function ask<Kind extends HelperRequest['kind']>(
  helper: GpuHelper,
  request: Extract<HelperRequest, { kind: Kind }>,
  timeoutMs: Parameters<GpuHelper['ask']>[1],
  signal?: AbortSignal,
): Promise<HelperResults[Kind]> {
  try {
    return await helper.ask<Kind>(request, timeoutMs, signal);
  } catch (error) {
    if (!(error instanceof HelperHung)) throw error;
    // Silence is the submission's, unless it is that of the container engine in between.
    await helper.end();
    throw helper.fault instanceof InfrastructureError ? helper.fault : error;
  }
}

/** Returns the error of a helper as one of the machine; other errors stay as they are. */
export function asInfrastructure(error: unknown): unknown {
  if (!(error instanceof HelperFailure || error instanceof HelperHung)) return error;
  const details = error instanceof HelperFailure ? error.details : [];
  return new InfrastructureError(`The GPU could not be used: ${error.message}.`, { details, cause: error });
}
