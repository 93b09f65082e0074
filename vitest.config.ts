import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Each worker may hold a Clang of its own (about 600 MB); two cores are the smallest supported machine.
    maxWorkers: 2,
  },
});
