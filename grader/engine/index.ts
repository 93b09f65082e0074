export { type EngineOptions, type LocalEngine, openEngine } from './engine.ts';
export { helperIn, type MachineOptions, openMachine } from './machine.ts';
