import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionsPath } from '../../../lint/collections.ts';
import { type Check, must } from '../check.ts';
import { demoTeam } from '../demo-team.ts';

export const title = 'Postman collection, by Newman';

interface Report {
  readonly run: {
    readonly stats: Record<'requests' | 'assertions', { readonly total: number }>;
    readonly failures: readonly {
      readonly error: { readonly message: string };
      readonly source?: { readonly name: string };
    }[];
  };
}

/** Every request, twice: leftovers of the first run must not matter. */
export const check: Check = async (context) => {
  const { key, base } = await demoTeam(context);
  const report = join(context.temp, 'report.json');
  await context.run(
    'newman',
    [
      ...['run', join(collectionsPath, 'pauta.postman_collection.json')],
      ...['--iteration-count', '2', '--color', 'off'],
      ...['--env-var', `apiKey=${key}`, '--env-var', `baseUrl=${base}`],
      ...['--reporters', 'cli,json', '--reporter-json-export', report],
    ],
    // Failures are in the report.
    { allowed: [0, 1] },
  );
  const { run } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const { requests, assertions } = run.stats;
  const failed = run.failures.map(({ error, source }) => `${source?.name}: ${error.message}`);
  must(failed.length === 0, `${failed.length} failures: ${failed.slice(0, 3).join('; ')}`);
  must(requests.total > 100, `only ${requests.total} requests were sent`);
  must(assertions.total === requests.total, `${assertions.total} answers were looked at`);
  return `${requests.total} requests in two runs, all answered as they should be`;
};
