/** Points for the outcomes of checks. */

export { DEFAULT_RUBRIC, score } from './score.ts';
