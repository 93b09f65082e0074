import { sha256 as algorithm } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type * as Platform from '../hash.ts';

export const sha256: typeof Platform.sha256 = (encoding, ...parts) => {
  const hash = algorithm.create();
  const encoder = new TextEncoder();
  for (const part of parts) hash.update(typeof part === 'string' ? encoder.encode(part) : part);
  const digest = hash.digest();
  return encoding === 'hex' ? bytesToHex(digest) : btoa(String.fromCharCode(...digest));
};
