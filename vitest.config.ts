import { defineConfig } from 'vitest/config';

const CONTAINERS = 'test/sandbox/containers/**/*.test.ts';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each worker may hold a Clang of its own (about 600 MB); two cores are the smallest supported machine.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'machine', include: ['test/**/*.test.ts'], exclude: [CONTAINERS] } },
      // What takes a container engine, and minutes: `npm run test:containers`.
      { extends: true, test: { name: 'containers', include: [CONTAINERS] } },
    ],
  },
});
