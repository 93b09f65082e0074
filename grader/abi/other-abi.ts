import { ABI_VERSION } from './abi.ts';

/** Returns the message about something that was built for another version of the ABI. */
export function otherAbi(what: string, version: unknown): string {
  return `${what} was built for ABI ${written(version)}, and this program has ABI ${written(ABI_VERSION)}: run \`npm run build\``;
}

function written(version: unknown): string {
  return typeof version === 'number' ? version.toString(16).padStart(8, '0') : 'unknown';
}
