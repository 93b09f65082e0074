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
  launch: 'the launch itself, because it has little work',
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
  const time = `Estimate only, no effect on points: about ${wordMicroseconds(microseconds)} on an ${gpu} for case \`${name}\``;
  if (baselineMicroseconds === null) return `${time}.`;
  return `${time}; the baseline takes about ${wordMicroseconds(baselineMicroseconds)}. The cases are small. With larger inputs the comparison can differ.`;
}

/** `4.3 µs`, `1.2 ms`. */
function wordMicroseconds(time: number): string {
  return time < 1000 ? `${number(time)} µs` : `${number(time / 1000)} ms`;
}

/** Why a launch takes as long as it is expected to, and what that has to do with its threads. */
export function wordRemark(remark: Remark): string {
  switch (remark.kind) {
    case 'scattered':
      return `Each warp\u2019s ${remark.access}${inLine(remark.line)} touches ${plural(remark.sectors, 'sector')} instead of ${number(remark.needed)}: the threads of a warp access a column, or elements that are far apart. A GPU moves whole sectors of 32 bytes, so neighboring threads should use neighboring elements.`;
    case 'bank-conflicts':
      return `Each warp\u2019s ${remark.access}${inLine(remark.line)} needs ${number(remark.wavefronts)} wavefronts of shared memory instead of ${number(remark.needed)}: its threads use different words of one bank and wait for each other.`;
    case 'few-blocks':
      return `Only ${number(remark.blocks)} of the GPU\u2019s ${plural(remark.multiprocessors, 'multiprocessor')} ${remark.blocks === 1 ? 'has' : 'have'} a block. The others do nothing, because there is little work or because there are few blocks.`;
    case 'few-warps':
      return `A multiprocessor has ${plural(remark.warps, 'warp')} at a time; the maximum is ${number(remark.possible)}. These are too few threads to hide the latency of memory.`;
    case 'waiting':
      return 'The multiprocessors have the maximum of warps and still mostly wait for memory. More independent loads per thread would overlap.';
    case 'tail':
      return `The last of ${number(remark.rounds)} rounds has ${plural(remark.last, 'block')} but ${number(remark.together)} can run together: most of the GPU is idle then.`;
    case 'memory':
      return 'Memory bandwidth is the limit. Only moving fewer bytes makes it faster.';
  }
}

function inLine(line: number | undefined): string {
  return line === undefined ? '' : ` in line ${line}`;
}
