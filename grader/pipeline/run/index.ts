/** A program with a `main` of its own, run without an assignment. */

export { PROGRAM_LIMITS, PROGRAM_MEMORY } from '../../limits/index.ts';
export { compareRuns } from './compare.ts';
export { renderCounters } from './counters.ts';
export { folderFrom, foldersWith } from './elsewhere.ts';
export { renderGcc } from './gcc.ts';
export {
  type Executed,
  type Execution,
  type GpuProgramMachine,
  type GpuProgramRequest,
  runProgramOnGpu,
} from './gpu.ts';
export { collectHeaders, pathFrom } from './headers.ts';
export { type ProgramRequest, programOptions, programTask, runProgram } from './run.ts';
