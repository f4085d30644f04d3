// The fast tests: everything that finishes within five seconds.

import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { RequirementsReporter } from './test/support/requirements-reporter.ts';

const manifest: unknown = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

export default defineConfig({
  define: { __PLUGBOARD_VERSION__: JSON.stringify((manifest as { version: string }).version) },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/slow/**', 'test/fixtures/**', 'node_modules/**'],
    testTimeout: 5_000,
    hookTimeout: 5_000,
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    watch: false,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default', new RequirementsReporter({ isComplete: true })],
  },
});
