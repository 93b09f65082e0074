/** CUDA graphs, with the capture of streams. */

export type { Capture } from './capture.ts';
export { captureCalls } from './capture-calls.ts';
export { executableCalls } from './executable-calls.ts';
export type { Node } from './graph.ts';
export { graphCalls } from './graph-calls.ts';
export { GraphLauncher } from './launcher.ts';
export { nodeCalls } from './node-calls.ts';
export { parameterCalls } from './parameter-calls.ts';
export { GraphState } from './state.ts';
export { whileCapturing } from './while-capturing.ts';
