/** A batch as jobs of a Slurm cluster. */

export { SlurmPool } from './pool.ts';
export { work } from './work.ts';
