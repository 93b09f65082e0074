import type { EstimateEntry, LaunchEstimateEntry } from '../result/index.ts';
import type { Remark } from '../timing/estimate/index.ts';
import { number, plural } from './text.ts';

const BOUND: Readonly<Record<LaunchEstimateEntry['bound'], string>> = {
  issue: 'the number of instructions',
  fma: 'arithmetic',
  l1: 'accesses to global memory, in the L1 cache',
  shared: 'accesses to shared memory',
  l2: 'the L2 cache',
  dram: 'memory bandwidth',
  latency: 'waiting for memory',
  launch: 'the launch itself: it has little to do',
};

/** `about 4.3 µs on an NVIDIA H200, most of it waiting for memory`, of one launch. */
export function wordLaunchEstimate({ gpu, microseconds, bound, others }: LaunchEstimateEntry): string {
  const elsewhere = Object.entries(others).map(([name, time]) => `${name} ${wordMicroseconds(time)}`);
  const also = elsewhere.length > 0 ? ` (${elsewhere.join(', ')})` : '';
  return `estimate, not measured: about ${wordMicroseconds(microseconds)} on an ${gpu}, limited by ${BOUND[bound]}${also}`;
}

/**
 * A speed that was not measured, in the place of one that was. The ratio to the baseline where the GPU is filled is left
 * to the machine form: among right solutions it is too often wrong (docs/estimate.md).
 */
export function wordEstimate({ gpu, microseconds, baselineMicroseconds, case: name }: EstimateEntry): string {
  const time = `Estimate, gives and takes no points: about ${wordMicroseconds(microseconds)} on an ${gpu} for the case ${name}`;
  if (baselineMicroseconds === null) return `${time}.`;
  return `${time}, where the baseline takes about ${wordMicroseconds(baselineMicroseconds)}. Cases are small; with more to do the two may compare otherwise.`;
}

/** `4.3 µs`, `1.2 ms`. */
function wordMicroseconds(time: number): string {
  return time < 1000 ? `${number(time)} µs` : `${number(time / 1000)} ms`;
}

/** Why a launch takes as long as it is expected to, and what that has to do with its threads. */
export function wordRemark(remark: Remark): string {
  switch (remark.kind) {
    case 'scattered':
      return `Each warp\u2019s ${remark.access}${inLine(remark.line)} touches ${plural(remark.sectors, 'sector')} instead of ${number(remark.needed)}: the threads of a warp walk down a column, or over elements that lie apart. A GPU moves whole sectors of 32 bytes, so neighbouring threads should use neighbouring elements.`;
    case 'bank-conflicts':
      return `Each warp\u2019s ${remark.access}${inLine(remark.line)} takes shared memory ${number(remark.wavefronts)} wavefronts instead of ${number(remark.needed)}: its threads use different words of the same bank and wait for each other.`;
    case 'few-blocks':
      return `Only ${number(remark.blocks)} of the GPU\u2019s ${plural(remark.multiprocessors, 'multiprocessor')} ${remark.blocks === 1 ? 'has' : 'have'} a block; the others do nothing. There is little work, or it is in few blocks.`;
    case 'few-warps':
      return `A multiprocessor has ${plural(remark.warps, 'warp')} at a time and room for ${number(remark.possible)}: too few threads to hide the time that memory takes.`;
    case 'waiting':
      return 'Each thread asks for little and waits long: a multiprocessor has all the warps that it has room for, and still mostly waits for memory. More independent loads in one thread would be under way together.';
    case 'tail':
      return `The last of ${number(remark.rounds)} rounds has ${plural(remark.last, 'block')} where ${number(remark.together)} run together: most of the GPU waits for the rest.`;
    case 'memory':
      return 'Memory bandwidth is the limit: the bytes have to be moved, however the threads are arranged. Only fewer bytes make it faster.';
  }
}

function inLine(line: number | undefined): string {
  return line === undefined ? '' : ` in line ${line}`;
}
