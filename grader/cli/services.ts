import type { Services } from './grader.ts';

/** The real ones. Each is loaded when it is first asked for. */
export const services: Services = {
  formats: async () => (await import('../report/index.ts')).REPORT_FORMATS,
  grader: async (cache, machine) => (await import('./local-grader.ts')).createGrader(cache, { machine }),
  runner: async (cache) => (await import('./local-runner.ts')).createRunner(cache),
  tracer: async (cache) => (await import('./local-tracer.ts')).createTracer(cache),
  gpuRunner: async (options) => (await import('./local-runner.ts')).createGpuRunner(options),
  graders: async () => {
    const { GradingPool } = await import('../batch/index.ts');
    return (options) => new GradingPool(options);
  },
  open: async (path) => (await import('../platform/files/index.ts')).openFile(path),
  terminal: async (signal) => (await import('./terminal.ts')).askOnTerminal(signal),
};
