/**
 * A simulator of CUDA's grid of blocks of threads, to be read as much as to be run. Begin with `launch.ts`: the nested
 * loops that a GPU does not run one after the other. Then `thread.ts`, what a kernel knows of itself; `memory.ts` and
 * `shared.ts`, what it can load and store; and any assignment's `simulator.ts`.
 */
export {
  type Checked,
  type Draw,
  type Example,
  isSimulatorModule,
  type Objection,
  type SimulateOptions,
  type SimulatorModule,
} from './assignment.ts';
export { callCheck, type PlacedObjection } from './check.ts';
export { SimulationError, type SimulationRule } from './errors.ts';
export { callGenerate, drawnFromRandom, type GenerateRequest } from './generate.ts';
export { ceilDiv, type Extents, type Index3, volume } from './geometry.ts';
export { type LaunchOptions, launch } from './launch.ts';
export { DeviceArray, deviceArray, toDevice } from './memory.ts';
export { callExpected, placeOf } from './plain-loop.ts';
export { renderSimulation } from './render-simulation.ts';
export { TraceRenderer, type TraceView } from './render-trace.ts';
export { SharedArray, SharedMemory } from './shared.ts';
export {
  ofHostCode,
  type SimulatedCase,
  type SimulationRequest,
  simulateAssignment,
  type TracedCase,
} from './simulate.ts';
export { showNumber } from './text.ts';
export type { Barrier, Kernel, Thread } from './thread.ts';
export type { TraceEvent, TraceListener } from './trace.ts';
