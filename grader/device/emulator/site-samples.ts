import { HOW, HOW_BYTES, SITE_SAMPLE } from '../../abi/index.ts';
import type { Dim3, RequestSample } from '../device.ts';
import { SAMPLE_WORDS } from './control.ts';
import { type BufferContext, bufferAt } from './faults.ts';
import type { Machine } from './machine.ts';
import { coordinates } from './threads.ts';

/** Buffers are aligned to more; what lies elsewhere tells by how much it is not. */
const LINE = 128;

/** One request of each site of the last launch, where there was memory to keep them. */
export function siteSamples(machine: Machine, sites: number, grid: Dim3, context: BufferContext): RequestSample[] {
  const table = machine.control.table('siteSamples', 4 * SAMPLE_WORDS * sites, 4);
  if (table === 0) return [];
  const words = new Uint32Array(machine.exports.memory.buffer, table, SAMPLE_WORDS * sites);
  return Array.from({ length: sites }, (_, site) => site).flatMap((site) => {
    const row = words.subarray(SAMPLE_WORDS * site, SAMPLE_WORDS * (site + 1));
    const word = (field: keyof typeof SITE_SAMPLE) => row[SITE_SAMPLE[field] / 4] ?? 0;
    if (word('rank') === 0) return [];
    const [lanes, how, block, warp] = [word('lanes'), word('how'), word('block'), word('warp')];
    const addresses = Array.from(row.subarray(SITE_SAMPLE.addresses / 4), (at, lane) =>
      (lanes >>> lane) & 1 ? at : null,
    );
    const start = startOf(addresses, how & HOW_BYTES, context);
    return [
      {
        ...{ site, warp, block: coordinates(block, grid), bytes: how & HOW_BYTES, shared: (how & HOW.shared) !== 0 },
        ...{ buffer: start.buffer, alignment: start.address % LINE },
        offsets: addresses.map((at) => at && at - start.address),
      },
    ];
  });
}

/** The buffer that all lanes access, or the line of the lowest address where they access several. */
function startOf(addresses: readonly (number | null)[], bytes: number, context: BufferContext) {
  const active = addresses.flatMap((at) => at ?? []);
  const [lowest, highest] = [Math.min(...active), Math.max(...active)];
  const buffer = bufferAt(lowest, context);
  const isWhole = buffer && buffer.offset >= 0 && buffer.offset + highest - lowest + bytes <= buffer.bytes;
  return isWhole
    ? { buffer: { label: buffer.label, role: buffer.role }, address: lowest - buffer.offset }
    : { buffer: null, address: lowest - (lowest % LINE) };
}
