import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collectionsPath } from '../../../lint/collections.ts';
import { type Check, must } from '../check.ts';
import { demoTeam } from '../demo-team.ts';

export const title = 'Bruno collection';

type Report = readonly {
  readonly summary: Record<'totalRequests' | 'passedRequests' | 'totalAssertions', number>;
}[];

export const check: Check = async (context) => {
  const { key, base } = await demoTeam(context);
  const report = join(context.temp, 'report.json');
  await context.run(
    'bru',
    [
      ...['run', '-r', '--env', 'Local'],
      ...['--env-var', `apiKey=${key}`, '--env-var', `baseUrl=${base}`],
      ...['--reporter-json', report],
    ],
    { cwd: join(collectionsPath, 'bruno') },
  );
  const [run] = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const { totalRequests = 0, passedRequests = 0, totalAssertions = 0 } = run?.summary ?? {};
  must(totalRequests > 50, `only ${totalRequests} requests were sent`);
  must(totalAssertions === totalRequests, `${totalAssertions} answers were looked at`);
  return `${passedRequests} requests, all answered as they should be`;
};
