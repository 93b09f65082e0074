/** Pairs of a class's sources that are alike. */

export { type CompareRequest, type Comparison, compare } from './compare.ts';
export { acceptedSources, givenSources } from './given.ts';
export { type Page, renderSimilarityPages } from './render-html.ts';
export { renderSimilarityText } from './render-text.ts';
export { similarityReport, similaritySchema } from './schema.ts';
export { DEFAULT_THRESHOLD } from './score.ts';
export { readClass, type Submission } from './submissions.ts';
export { type Threshold, thresholdOf } from './threshold.ts';
export { NOTICE } from './words.ts';
