import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/database.ts'],
    setupFiles: ['test/setup.ts'],
    // These end what hangs; a machine busy with other things takes many times what an idle one does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // For two cores: tests of processes wait as much as they compute.
    maxWorkers: 3,
  },
});
