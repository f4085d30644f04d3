// The slow tests: whole programs, real servers, crashes; run in CI.

import { defineConfig } from 'vitest/config';
import { RequirementsReporter } from './test/support/requirements-reporter.ts';
import fast from './vitest.config.ts';

export default defineConfig({
  ...fast,
  test: {
    ...fast.test,
    include: ['test/slow/**/*.test.ts'],
    exclude: ['test/fixtures/**', 'node_modules/**'],
    // They kill processes and fill machines on purpose: one bad moment of the machine is no verdict.
    retry: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: true,
    reporters: ['default', new RequirementsReporter({ run: 'slow' })],
  },
});
