import { createHash } from 'node:crypto';

/** SHA-256 of texts (as UTF-8) and bytes, one after the other. */
export function sha256(encoding: 'hex' | 'base64', ...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest(encoding);
}
