/** One launch on several processors, with the result of one. */

export { footprintOf } from './footprint.ts';
export type { Pace } from './pace.ts';
export type { HelpedDevice, Helper, Helpers, Part, PartResult } from './part.ts';
export { Partition, type PartitionOptions } from './partition.ts';
export { PartRunner } from './runner.ts';
