import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Check, type Context, must } from '../check.ts';
import { demoTeam } from '../demo-team.ts';

export const title = 'docs/clients.md, its programs';

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/clients.md', import.meta.url)),
  'utf8',
);

/** Blocks of code that are files: name → text. */
const files = new Map(
  Array.from(
    page.matchAll(/^```(?:js|ts|python)\n((?:\/\/|#) (\S+)\n[\s\S]*?)^```$/gm),
    ([, text = '', name = '']): [string, string] => [name, text],
  ),
);
/** Terminal commands that start with npx. */
const commands = page.match(/^npx .*$/gm) ?? [];

type Made = { readonly data: { readonly id: string } };

/** Every program of the page, saved and run like by a reader. */
export const check: Check = async (context) => {
  const { temp, run } = context;
  const { key, base } = await demoTeam(context);
  const env = { PAUTA: base, KEY: key };
  const file = (name: string, text: string) => writeFileSync(join(temp, name), text);
  for (const [name, text] of files) file(name, text);

  const send = async (method: string, path: string, body: object): Promise<Made> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, { method, headers, body: JSON.stringify(body) });
    must(answer.ok, `${method} ${path}: ${answer.status}`);
    return (await answer.json()) as Made;
  };
  const out = async (program: string, name: string) =>
    (await run(program, [name], { env })).stdout.trim();

  const generate = commands.find((line) => line.startsWith('npx openapi-typescript '));
  must(generate !== undefined, 'no command generates types');
  await run('sh', ['-c', generate], { env });
  file('tsconfig.json', JSON.stringify({ extends: '../../tsconfig.json', files: ['deals.ts'] }));
  await run('tsc', ['-p', '.']);
  const typed = await out(process.execPath, 'deals.ts');
  must(/^\S{36} lead$/m.test(typed), `deals.ts printed ${typed}`);

  // Three pages of them.
  const titles = Array.from({ length: 230 }, (_, i) => `Proposta ${i}`);
  const made = await Promise.all(
    titles.map((title) => send('POST', '/v1/deals', { title, value: 10 })),
  );
  const { count, active } = await counted(base, key);
  for (const [program, ending] of runtimes) {
    const total = await out(program, `total.${ending}`);
    must(total.startsWith(`${active} deals worth R$ `), `total.${ending} printed ${total}`);
  }
  for (const [i, [program, ending]] of runtimes.entries()) {
    await run('rm', ['-f', 'deals.json']);
    const first = await out(program, `sync.${ending}`);
    must(first === `${count + i} deals`, `sync.${ending} printed ${first}, not ${count + i}`);
    const [deal] = made;
    await send('PUT', `/v1/deals/${deal?.data.id}`, { title: `Changed ${ending}` });
    await send('POST', '/v1/deals', { title: 'One more' });
    const next = await out(program, `sync.${ending}`);
    must(next === `${count + i + 1} deals`, `sync.${ending} printed ${next} the second time`);
    const { deals } = copy(context);
    const changed = deals[deal?.data.id ?? '']?.title;
    must(changed === `Changed ${ending}`, `sync.${ending} kept ${changed}`);
  }
  return `${files.size} programs, in TypeScript, JavaScript and Python`;
};

const runtimes = [
  [process.execPath, 'mjs'],
  ['/usr/bin/python3', 'py'],
] as const;

interface Copy {
  readonly deals: Readonly<Record<string, { readonly title: string } | undefined>>;
}
const copy = ({ temp }: Context): Copy =>
  JSON.parse(readFileSync(join(temp, 'deals.json'), 'utf8')) as Copy;

/** Number of deals according to the service. */
async function counted(base: string, key: string) {
  const [count = 0, active = 0] = await Promise.all(
    ['', '?status=ativo'].map(async (query) => {
      const headers = { authorization: `Bearer ${key}` };
      const list = await (await fetch(`${base}/v1/deals${query}`, { headers })).json();
      return (list as { pagination: { total: number } }).pagination.total;
    }),
  );
  return { count, active };
}
