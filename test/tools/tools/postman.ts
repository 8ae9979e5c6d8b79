import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, must } from '../check.ts';

/*
 * A collection as Postman makes it of the document, not ours: with an address and a key filled in, every request reaches an operation.
 */

export const title = 'openapi-to-postmanv2, by Newman';

interface Execution {
  readonly item: { readonly name: string };
  readonly response?: { readonly code: number };
}

export const check: Check = async ({ document, origin, newTeam, run, temp }) => {
  const { key } = await newTeam();
  // Examples instead of `<uuid>`, and only the parameters that are needed: settings of Postman's import.
  const settings = 'parametersResolution=Example,enableOptionalParameters=false';
  await run('openapi2postmanv2', ['-s', document, '-o', 'collection.json', '-O', settings]);
  await run(
    'newman',
    [
      ...['run', 'collection.json', '--reporters', 'json', '--reporter-json-export', 'run.json'],
      ...['--env-var', `baseUrl=${origin}/api`, '--env-var', `bearerToken=${key}`],
      ...['--timeout-request', '5000'],
    ],
    // A stream has no end, and is given up.
    { allowed: [0, 1] },
  );
  const text = readFileSync(join(temp, 'run.json'), 'utf8');
  const { executions } = (JSON.parse(text) as { run: { executions: Execution[] } }).run;
  must(executions.length >= 60, `only ${executions.length} requests`);
  const codes = executions.map(({ response }) => response?.code ?? 0);
  const of = (wanted: (code: number) => boolean) => codes.filter(wanted).length;
  const ok = of((code) => code >= 200 && code < 300);
  const absent = of((code) => code === 404 || code === 409 || code === 422);
  const others = executions
    .filter(({ response, item }) => response === undefined && item.name !== 'Stream events')
    .map(({ item }) => item.name);
  must(others.length === 0, `not answered: ${others.join(', ')}`);
  must(ok + absent === executions.length - 1, `answered with ${codes.join(', ')}`);
  return `${executions.length} requests reach the service: ${ok} done, ${absent} about records that a new team lacks`;
};
