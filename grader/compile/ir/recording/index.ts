/** Raw IR of device code → the same, whose threads record their lines, variables and accesses. */

export { recordIr } from './record.ts';
