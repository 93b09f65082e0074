/** All that grading needs, opened on this machine. */

export { type EngineOptions, type LocalEngine, openEngine } from './engine.ts';
export { type GpuProgramOptions, openGpuPrograms } from './gpu-programs.ts';
export { helperIn, type MachineOptions, openMachine } from './machine.ts';
