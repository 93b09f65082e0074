import { setTimeout as sleep } from 'node:timers/promises';
import { serverAddress } from '../../batch/push/index.ts';
import { messageOf } from '../../platform/index.ts';

const TRIES = 3;
const TIMEOUT_MS = 10_000;

/**
 * Reads the address of a web hook.
 * @throws UsageError unless it is https, or http on this machine
 */
export function webHookAddress(text: string): URL {
  serverAddress(text, '--webhook');
  return new URL(text);
}

/**
 * Posts a value as JSON.
 * @param token - sent as a bearer token; `null` for none
 * @returns why it failed; `null` if it did not. A web hook never fails a round.
 */
export async function callWebHook(
  address: URL,
  value: unknown,
  token: string | null,
  wait: (milliseconds: number) => Promise<unknown> = sleep,
): Promise<string | null> {
  let why = '';
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      const { ok, status } = await fetch(address, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token !== null && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(value),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (ok) return null;
      why = `it answers ${status}`;
      if (status < 500 && status !== 429) break;
    } catch (error) {
      why = messageOf(error instanceof Error && error.cause ? error.cause : error);
    }
    if (tries < TRIES) await wait(1_000 * tries);
  }
  // The address can have a secret in its path.
  return `The web hook at ${address.host} failed: ${why}.`;
}
