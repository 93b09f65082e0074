export { renderCounters } from './counters.ts';
export { renderGcc } from './gcc.ts';
export { PROGRAM_LIMITS, type ProgramEngine, type ProgramRequest, type ProgramRunLimits, runProgram } from './run.ts';
