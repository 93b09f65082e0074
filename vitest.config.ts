import { defineConfig } from 'vitest/config';

const TOOLCHAINS = ['test/sandbox/containers/**/*.test.ts', 'test/{cuda,native/headers}/nvcc.test.ts'];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each worker may hold a Clang of its own (about 600 MB); two cores are the smallest supported machine.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'machine', include: ['test/**/*.test.ts'], exclude: TOOLCHAINS } },
      // What takes nvcc or a container engine, and minutes: `npm run test:toolchains`.
      { extends: true, test: { name: 'toolchains', include: TOOLCHAINS } },
    ],
  },
});
