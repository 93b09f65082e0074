import { defineConfig } from 'vitest/config';

/** What takes minutes, each by a command of its own, `npm run test:<name>`; `npm test` is all the others. */
const APART = {
  /** What the CUDA documentation states, statement by statement, and each rule. */
  language: ['test/cuda/{listing,statements}.test.ts', 'test/rules/**/*.test.ts'],
  /** Pages in Chromium. */
  browser: [
    'test/report/{accessibility,browser}.test.ts',
    'test/batch/class-page/browser.test.ts',
    'test/batch/similarity/pages.test.ts',
    'test/report/trace-page/browser.test.ts',
    'test/docs/browser.test.ts',
  ],
  /** The site that `grade playground` writes, in Chromium. */
  playground: ['test/playground/browser.test.ts'],
  /** What makes and proves assignments, which grades a great many programs. */
  authoring: [
    'test/authoring/new/real.test.ts',
    'test/authoring/validate/{graded,styles,timed}.test.ts',
    'test/authoring/mutate/mutate.test.ts',
    'test/judge/influence/{idle,works}.test.ts',
    'test/fair/*.test.ts',
    'test/cli/mutate.test.ts',
    'test/report/size.test.ts',
    'test/torch/**/*.test.ts',
  ],
  /** What a grader must survive, each graded in processes of their own; each limit, reached. */
  hostile: ['test/hostile/{compiling,host,device,right,limits}.test.ts'],
  /** nvcc and container engines; what is shipped, tried where it will run. */
  toolchains: [
    'test/sandbox/containers/**/*.test.ts',
    'test/hostile/containers.test.ts',
    'test/{cuda,native/headers,compile/world}/nvcc.test.ts',
    'test/{autograder,ci}/real.test.ts',
    'test/docs/{ta,student,instructor}-guide.test.ts',
  ],
  /** Generated input: the same each time; `npm run fuzz` goes on with other. */
  fuzz: ['test/fuzz/*.test.ts'],
  /** The whole product, with a machine that fails under it. */
  faults: ['test/faults/product/**/*.test.ts'],
  /** Whole batches: killed and resumed. */
  operations: ['test/batch/{command,kill}.test.ts'],
  /** The same on a real Slurm. */
  cluster: ['test/batch/slurm/real/**/*.test.ts'],
};

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Each worker may hold a Clang of its own (about 600 MB); two cores are the smallest supported machine.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'machine', include: ['test/**/*.test.ts'], exclude: Object.values(APART).flat() },
      },
      { extends: true, test: { name: 'language', include: APART.language } },
      { extends: true, test: { name: 'authoring', include: APART.authoring } },
      { extends: true, test: { name: 'browser', include: APART.browser } },
      { extends: true, test: { name: 'playground', include: APART.playground, testTimeout: 180_000 } },
      { extends: true, test: { name: 'fuzz', include: APART.fuzz } },
      { extends: true, test: { name: 'hostile', include: APART.hostile, testTimeout: 180_000 } },
      { extends: true, test: { name: 'faults', include: APART.faults, testTimeout: 180_000 } },
      { extends: true, test: { name: 'toolchains', include: APART.toolchains, testTimeout: 300_000 } },
      // One file after the other, for they watch the clock.
      {
        extends: true,
        test: { name: 'operations', include: APART.operations, fileParallelism: false, testTimeout: 300_000 },
      },
      { extends: true, test: { name: 'cluster', include: APART.cluster, testTimeout: 300_000 } },
    ],
  },
});
