import type { Access } from './interpret.ts';

/** Accesses of a byte that race with each other, pair by pair. */
export interface RacyByte {
  readonly shared: boolean;
  readonly address: number;
  /** In the order of the run; the later access of each pair second. */
  readonly pairs: readonly (readonly [Access, Access])[];
}

/**
 * Two accesses to one byte race where they are made by different threads, one of them stores, not both are atomic, and
 * nothing lies between them: no barrier of their block, no __syncwarp of their warp.
 */
export function findRaces(accesses: readonly Access[]): RacyByte[] {
  const bytes = new Map<string, Access[]>();
  for (const access of accesses) {
    for (let at = access.address; at < access.address + access.bytes; at++) {
      const key = access.shared ? `block ${access.block}: ${at}` : `${at}`;
      const known = bytes.get(key);
      if (known) known.push(access);
      else bytes.set(key, [access]);
    }
  }
  return [...bytes].flatMap(([key, ofByte]) => {
    if (ofByte.every(({ access }) => access === 'read') || ofByte.every(({ access }) => access === 'atomic')) return [];
    const pairs = ofByte.flatMap((later, i) =>
      ofByte.slice(0, i).flatMap((earlier) => (race(earlier, later) ? [[earlier, later] as const] : [])),
    );
    const address = Number(key.split(' ').at(-1));
    return pairs.length > 0 ? [{ shared: ofByte[0]?.shared === true, address, pairs }] : [];
  });
}

function race(a: Access, b: Access): boolean {
  if (a.access === 'read' && b.access === 'read') return false;
  if (a.access === 'atomic' && b.access === 'atomic') return false;
  if (a.block !== b.block) return true;
  if (a.thread === b.thread || a.interval !== b.interval) return false;
  const inOneWarp = Math.floor(a.thread / 32) === Math.floor(b.thread / 32);
  return !inOneWarp || a.warpInterval === b.warpInterval;
}
