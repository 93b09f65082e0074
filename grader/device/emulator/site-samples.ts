import type { Dim3, RequestSample } from '../device.ts';
import { SAMPLE_WORDS, SITE_SAMPLE } from './control.ts';
import { type BufferContext, bufferAt, coordinates } from './faults.ts';
import type { Machine } from './machine.ts';

/** `how` of an access, as in native/emulator/runtime/emu.h. */
const BYTES = 0xffff;
const SHARED = 0x100000;
/** Buffers are aligned to more; what lies elsewhere tells by how much it is not. */
const LINE = 128;

/** One request of each site of the last launch, where there was memory to keep them. */
export function siteSamples(machine: Machine, sites: number, grid: Dim3, context: BufferContext): RequestSample[] {
  const table = machine.control.table('siteSamples', 4 * SAMPLE_WORDS * sites, 4);
  if (table === 0) return [];
  const words = new Uint32Array(machine.exports.memory.buffer, table, SAMPLE_WORDS * sites);
  return Array.from({ length: sites }, (_, site) => site).flatMap((site) => {
    const row = words.subarray(SAMPLE_WORDS * site, SAMPLE_WORDS * (site + 1));
    const [rank = 0, lanes = 0, how = 0, block = 0, warp = 0] = row;
    if (rank === 0) return [];
    const addresses = Array.from(row.subarray(SITE_SAMPLE.length), (at, lane) => ((lanes >>> lane) & 1 ? at : null));
    const start = startOf(addresses, how & BYTES, context);
    return [
      {
        ...{ site, warp, block: coordinates(block, grid), bytes: how & BYTES, shared: (how & SHARED) !== 0 },
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
