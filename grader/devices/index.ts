export type * from './device.ts';
