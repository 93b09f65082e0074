/** What this machine can do, proven by doing it. */

export {
  type Corpus,
  GROUPS,
  type Group,
  type HostileCase,
  Lane,
  lineOf,
  loadCorpus,
  type RunOptions,
  reportOf,
  runCorpus,
  summaryOf,
} from './hostile/index.ts';
