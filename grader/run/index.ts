export { PROGRAM_LIMITS, PROGRAM_MEMORY } from '../limits/index.ts';
export { renderCounters } from './counters.ts';
export { renderGcc } from './gcc.ts';
export { type ProgramEngine, type ProgramRequest, type ProgramRunLimits, runProgram } from './run.ts';
