export { PROGRAM_LIMITS } from '../limits/index.ts';
export { renderCounters } from './counters.ts';
export { renderGcc } from './gcc.ts';
export { type ProgramEngine, type ProgramRequest, type ProgramRunLimits, runProgram } from './run.ts';
