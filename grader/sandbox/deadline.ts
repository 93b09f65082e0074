import { InfrastructureError, messageOf, systemCode } from '../platform/index.ts';

/** Where the engine was looked for, and whose it is, for messages. */
export interface Address {
  /** As a user would write it in DOCKER_HOST. */
  readonly url: string;
}

const LOST = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/**
 * Waits for an answer of the engine, but not for ever.
 * @param doing - what was asked, to complete "the container engine … while it was …": "creating a container"
 * @throws InfrastructureError if the engine does not answer in time or is gone. An HTTP error (with `statusCode`) is an
 * answer, and is thrown as it is.
 */
export async function answerWithin<T>(work: Promise<T>, ms: number, doing: string, { url }: Address): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silent(ms, doing, url)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw isLost(error) ? lost(error, doing, url) : error;
  } finally {
    clearTimeout(timer);
    // A late failure has been reported as silence already.
    work.catch(() => {});
  }
}

/** The HTTP status of an engine's refusal, or null. */
export function statusOf(error: unknown): number | null {
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  return null;
}

/** An engine that answers, but with an error. @param doing - to complete "refused to": "list containers" */
export function refusing(error: unknown, doing: string, { url }: Address): unknown {
  if (statusOf(error) === null) return error;
  return new InfrastructureError(`the container engine at ${url} refused to ${doing}: ${messageOf(error)}`, {
    details: ['Its log says more (journalctl -u docker). Nothing was held against the submission.'],
    cause: error,
  });
}

/** The connection broke, so that nobody knows what became of the request. */
export function isLost(error: unknown): boolean {
  if (statusOf(error) !== null) return false;
  return LOST.has(systemCode(error) ?? '') || /socket hang up|^Parse Error/.test(messageOf(error));
}

export function lost(cause: unknown, doing: string, url: string): InfrastructureError {
  if (['ENOENT', 'ECONNREFUSED'].includes(systemCode(cause) ?? '')) {
    return new InfrastructureError(`no container engine listens at ${url}`, {
      details: [messageOf(cause), 'Start it (systemctl start docker), or set DOCKER_HOST to where it listens.'],
      cause,
    });
  }
  return new InfrastructureError(`the container engine at ${url} broke off while it was ${doing}`, {
    details: [
      messageOf(cause),
      'It may have been stopped or have crashed: look at its log (journalctl -u docker), start it, and grade again.',
      'Nothing was held against the submission.',
    ],
    cause,
  });
}

function silent(ms: number, doing: string, url: string): InfrastructureError {
  return new InfrastructureError(
    `the container engine at ${url} did not answer within ${ms / 1000} s while it was ${doing}`,
    {
      details: [
        'It hangs or is overloaded: try `docker ps`; if that hangs too, restart the engine, then grade again.',
        'Nothing was held against the submission.',
      ],
    },
  );
}
