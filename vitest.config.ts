import { defineConfig } from 'vitest/config';

/**
 * Files by project. Each project has a command of its own, `npm run test:<name>`; files that are in none of them are
 * in `unit`. `npm test` runs `unit` and `sample`, `npm run test:all` runs all.
 */
const APART = {
  /** A program of each class, graded: the engine as a whole, in half a minute. */
  sample: ['test/sample/*.test.ts'],
  /** What starts Clang, the emulator, nvcc or a process of ours, and what takes long without them. */
  engine: [
    'test/api/*.test.ts',
    'test/assignments/{cuda-files,determinism,partition}.test.ts',
    'test/authoring/mutate/operators.test.ts',
    'test/authoring/new/new.test.ts',
    'test/batch/{headers,hidden,hostile,pool}.test.ts',
    'test/batch/engines/engines.test.ts',
    'test/batch/export/{docs,results}.test.ts',
    'test/batch/similarity/{class-of-116,strengths,tokens}.test.ts',
    'test/batch/slurm/{pool,work}.test.ts',
    'test/cli/{doctor,process,run-process,validate}.test.ts',
    'test/compile/{computed,data-model,diagnostics,dwarf,early,function-names,host-loops,host-variables,launch-signs,limits,mediation,parameters,program,ptx,refuse,relaxed-constexpr,shared-aliases,signature,unsupported,wrapper}.test.ts',
    'test/compile/ir/real.test.ts',
    'test/compile/world/world.test.ts',
    'test/device/{record-block,clusters,counters,data-model,device-heap,far-addresses,h200-counters,large-memory,learned-steps,memory,missing-barrier,mixed-races,nested-launches,partition,unoptimized,reversed,samples,scopes,shadow,spin,states,strays,threads,unrecorded-loads,waiting,words}.test.ts',
    'test/docs/site.test.ts',
    'test/doctor/hostile/{corpus,run}.test.ts',
    'test/doctor/machine/*.test.ts',
    'test/faults/engine.test.ts',
    'test/gpu/{checked,devices,replay,statements,target}.test.ts',
    'test/host/{arrays,async-copies,blame,graph-limits,graphs,helpers,host-arrays,host-copies,hostile-calls,launches,managed,memory,outputs,pool,run}.test.ts',
    'test/host/replay/{direct,laundering,plan}.test.ts',
    'test/hostile/repeated-texts.test.ts',
    'test/judge/technique/*.test.ts',
    'test/libraries/*.test.ts',
    'test/native/cuda/clocks.test.ts',
    'test/native/headers/{headers,layouts}.test.ts',
    'test/handin/grade.test.ts',
    'test/pipeline/decide/decide.test.ts',
    'test/lsp/grade.test.ts',
    'test/numba/grade.test.ts',
    'test/pipeline/engine/*.test.ts',
    'test/pipeline/trace/access-values.test.ts',
    'test/simulator/code.test.ts',
    'test/pipeline/grade/{accumulated,between-submissions,clock,empty-launch,estimate,hidden,program,reordered,streams,timed-kernels}.test.ts',
    'test/pipeline/run/{arithmetic,asserts,async-copies,barriers,below-zero,confirmed-loads,constant-loads,copied,failed-calls,folders,gcc-library,host-flags,large,letters,libcalls,linux,lockstep,nested,paths,print-formats,printed-memory,ptx,run,sleep,sse2,sticky-errors,streams,units,unset,unwritten,wb}.test.ts',
    'test/platform/cache/*.test.ts',
    'test/platform/queue/*.test.ts',
    'test/platform/threads/{cpu-limit,evaluate,worker}.test.ts',
    'test/report/{formats,junit,readers}.test.ts',
    'test/sandbox/nvcc-direct.test.ts',
    'test/scripts/{install-native,sbom}.test.ts',
    'test/sinks/formats.test.ts',
    'test/textures/*.test.ts',
    'test/timing/{cheats,gpu,inputs,measure,plan-data,replay,state}.test.ts',
  ],
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
  /** The site that `grade playground` writes, in Chromium and in Firefox. */
  playground: ['test/playground/browser.test.ts', 'test/playground/firefox.test.ts'],
  /** What makes and proves assignments, which grades a great many programs. */
  authoring: [
    'test/authoring/new/real/*.test.ts',
    'test/authoring/validate/{files,graded,styles,timed}.test.ts',
    'test/authoring/mutate/mutate.test.ts',
    'test/judge/influence/{idle,works}.test.ts',
    'test/fair/*.test.ts',
    'test/cli/mutate.test.ts',
    'test/report/size.test.ts',
    'test/torch/**/*.test.ts',
  ],
  /** What a grader must survive, each graded in processes of their own; each limit, reached. */
  hostile: ['test/hostile/{compiling,host,device,right,limits}.test.ts'],
  /** nvcc, container engines and Python; what is shipped, tried where it will run. */
  toolchains: [
    'test/sandbox/containers/**/*.test.ts',
    'test/hostile/containers.test.ts',
    'test/{cuda,native/headers,compile/world}/nvcc.test.ts',
    'test/{autograder,ci}/real.test.ts',
    'test/docs/{ta,student,instructor}-guide.test.ts',
    'test/python/*.test.ts',
    'test/numba/agreement.test.ts',
  ],
  /** Generated input: the same each time; `npm run fuzz` goes on with other. */
  fuzz: ['test/fuzz/*.test.ts'],
  /** The whole product, with a machine that fails under it. */
  faults: ['test/faults/product/**/*.test.ts'],
  /** Whole batches: killed and resumed. */
  operations: ['test/batch/{command,kill,watch}.test.ts'],
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
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: Object.values(APART).flat(),
          setupFiles: ['test/no-engine.ts'],
          // Loading the modules takes longer than the tests; these change nothing in them.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'sample', include: APART.sample } },
      { extends: true, test: { name: 'engine', include: APART.engine } },
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
