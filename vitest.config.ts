// The fast tests: everything that finishes within five seconds on an idle machine.

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
    // Tests are quick; the machine that runs them may be busy, and the first of a file loads it all.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    watch: false,
    restoreMocks: true,
    unstubEnvs: true,
    reporters: ['default', new RequirementsReporter({ run: 'fast' })],
  },
});
