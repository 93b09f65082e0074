/** An assignment's `simulator.ts`, loaded as a module. */
export { isProvided, loadSimulator } from './load.ts';
