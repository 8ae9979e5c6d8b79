import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take the longest, begun first: one that is begun last would be waited for alone. */
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
  'webhooks/deliveries',
  'messaging/gateways',
  'messaging/sandbox',
  'workflows/kill',
  'cli-inbox',
  'messaging/connecting-page',
  'demo',
  'metrics',
  'flight',
  'secrets',
  'files/kill',
  'files/program',
  'files/blobs',
  'cli-workflow',
  'cli-conversation',
  'messaging/waha-inbox',
  'people/refusals',
].map((name) => `/test/${name}.test.ts`);

/** What a file's tests do beyond asking the service of their own: start processes, change what all files of a process share. */
const goesFurther =
  /\/(?:processes|calls|nodes|standby|line)\.ts'|\bvi\.|\bprocess\.|globalThis|\bgc\(|child_process/;

/** A package of its own, with tests of others in its node_modules. */
const elsewhere = 'test/tools/**';

/**
 * Files whose tests only ask a service of their own, made in their process. They follow each other in one, which loads the service
 * once: most of a second for each.
 */
const together = globSync('test/**/*.test.ts', { exclude: [elsewhere] }).filter((file) => {
  const text = readFileSync(file, 'utf8');
  return text.includes('useService(') && !goesFurther.test(text);
});

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name));
      return place < 0 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['test/database.ts'],
    setupFiles: ['test/setup.ts'],
    // These end what hangs; a machine busy with other things takes many times what an idle one does.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // For two cores: tests of processes wait as much as they compute.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'together', include: together, isolate: false },
      },
      {
        extends: true,
        test: { name: 'apart', include: ['test/**/*.test.ts'], exclude: [...together, elsewhere] },
      },
    ],
  },
});
