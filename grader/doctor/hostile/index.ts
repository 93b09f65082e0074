/** The corpus of hostile submissions, graded on this machine. */

export { type Corpus, type HostileCase, loadCorpus } from './corpus.ts';
export { GROUPS, type Group } from './corpus-schema.ts';
export { type HostileReport, lineOf, reportOf, summaryOf } from './report.ts';
export { Lane, type RunOptions, runCorpus, type Verdict } from './run.ts';
