// Fails a full test run when a requirement has no passing test or a test names an unknown one.

import { resolve } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node';

interface Requirement {
  readonly id: string;
  readonly quote: string;
  readonly run?: 'slow';
}

export interface RequirementsReporterOptions {
  /** Which requirements this run must prove; ids are checked in both. */
  readonly run: 'fast' | 'slow';
}

export class RequirementsReporter implements Reporter {
  readonly #options: RequirementsReporterOptions;
  #vitest: Vitest | undefined;
  #isFiltered = false;

  constructor(options: RequirementsReporterOptions) {
    this.#options = options;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined) return;
    const all = await vitest.globTestSpecifications();
    const namePattern = vitest.config.testNamePattern ?? vitest.getGlobalTestNamePattern();
    this.#isFiltered = specifications.length < all.length || namePattern !== undefined;
  }

  async onTestRunEnd(testModules: readonly TestModule[]): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === undefined || this.#isFiltered) return;
    const file = resolve(vitest.config.root, 'test/requirements.ts');
    const { REQUIREMENTS } = await vitest.import<{ REQUIREMENTS: readonly Requirement[] }>(file);
    const tests = testModules.flatMap((module) => [...module.children.allTests()]);
    const problems = [
      ...listUnknownIds(tests, REQUIREMENTS),
      ...listDuplicateIds(REQUIREMENTS),
      ...listUnprovenIds(
        tests,
        REQUIREMENTS.filter((row) => (row.run ?? 'fast') === this.#options.run),
      ),
    ];
    if (problems.length === 0) return;
    vitest.logger.error(`\nRequirements: ${problems.length} problems\n${problems.join('\n')}\n`);
    process.exitCode = 1;
  }
}

/** `[mci:http:retries] tries again` proves that id; `verifies` carries its ids beside the name. */
const ID_IN_NAME = /\[([a-z][a-z0-9-]*(?::[a-z0-9./-]+)+)\]/gu;

function idsOf(test: TestCase): readonly string[] {
  const inName = [...test.fullName.matchAll(ID_IN_NAME)].map(([, id = '']) => id);
  return [...(test.meta().requirements ?? []), ...inName];
}

function listUnknownIds(tests: readonly TestCase[], requirements: readonly Requirement[]) {
  const known = new Set(requirements.map(({ id }) => id));
  return tests.flatMap((test) =>
    idsOf(test)
      .filter((id) => !known.has(id))
      .map((id) => `  unknown id ${id} in "${test.fullName}" (${test.module.relativeModuleId})`),
  );
}

function listDuplicateIds(requirements: readonly Requirement[]) {
  const ids = requirements.map(({ id }) => id);
  const duplicates = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...duplicates].map((id) => `  duplicate id ${id}`);
}

function listUnprovenIds(tests: readonly TestCase[], requirements: readonly Requirement[]) {
  const passing = tests.filter((test) => test.result().state === 'passed');
  const proven = new Set(passing.flatMap(idsOf));
  return requirements
    .filter(({ id }) => !proven.has(id))
    .map(({ id, quote }) => `  no passing test for ${id}: ${quote}`);
}
