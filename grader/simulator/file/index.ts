/** An assignment's `simulator.ts`, loaded as a module. */
export { callCode } from './code.ts';
export { isProvided, loadSimulator } from './load.ts';
