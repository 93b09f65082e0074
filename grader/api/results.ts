/** The results' types. In the package, `npm run build` writes them from the JSON schemas, without the types of zod. */
export type { GradeResult, RunResultJson as RunResult } from '../result/index.ts';
