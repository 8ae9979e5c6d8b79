import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest. They start first, so that no worker waits for one that started last. */
const longest = [
  'cli',
  'serve',
  'backup',
  'webhooks/workers',
  'webhooks/outage',
  'embedded',
  'panel/build',
  'nodes',
  'replica',
  'messaging/gateways',
  'messaging/connecting-gateways',
  'in-flight-limits',
  'sweep-plans',
  'messaging/connecting',
  'webhooks/deliveries',
  'plans',
  'resources/positions',
  'sockets',
  'messaging/sandbox',
  'messaging/histories',
  'messaging/evolution-inbox',
  'panel/openapi',
  'workflows/kill',
  'cli-inbox',
  'messaging/connecting-page',
  'demo',
  'metrics',
  'secrets',
  'files/kill',
  'files/program',
  'files/blobs',
  'cli-workflow',
  'cli-conversation',
  'messaging/waha-inbox',
  'people/refusals',
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** A project with the test files of one folder of test/. */
const tier = (
  name: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
});

/** One PostgreSQL server for the run, shared by all projects that use this. */
const withDatabase = {
  globalSetup: ['test/support/database.ts'],
  setupFiles: ['test/support/setup.ts'],
};

export default defineConfig({
  test: {
    // Limits for tests that hang. A busy machine needs many times what an idle one does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    // For two cores: a test waits two thirds of its time, for timeouts, the database and processes.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Without a database. The files of a worker share its process.
      tier('unit', { isolate: false }),
      // The service in the process of the test, on a real database. The files of a worker share its process, which loads the service once.
      tier('service', { isolate: false, ...withDatabase }),
      // Processes of the program, and tests that change what a process has only once.
      tier('process', withDatabase),
      // Several nodes, a replica, Citus.
      tier('cluster', withDatabase),
      // Killed processes, outages, overload.
      tier('faults', withDatabase),
      // The program and several nodes, once around; what `npm test` has of the slower tiers.
      tier('smoke', withDatabase),
    ],
  },
});
