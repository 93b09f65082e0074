export { SlurmPool } from './pool.ts';
export { work } from './work.ts';
