import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type * as sdk from '#packages/sdk/src/index.ts';
import { expect, test } from './team.ts';

declare global {
  var pauta: typeof sdk;
}

/** The SDK as a script, which defines `pauta`. */
async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('../../packages/sdk/src/index.ts', import.meta.url));
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'pauta' } },
  });
  const [{ output } = { output: [] }] = Array.isArray(made) ? made : [];
  return output.map((part) => ('code' in part ? part.code : '')).join('\n');
}

test('in a page of the service, the SDK works with the session, and with a key', async ({
  page,
  team,
}) => {
  const rita = await team.add('Rita Prado', 'member');
  await team.enter(page, rita);
  await page.goto(`/t/${team.slug}`);
  await page.evaluate(`${await bundled()}; globalThis.pauta = pauta;`);
  const results = await page.evaluate(async (slug) => {
    const { NotFoundError, Pauta } = globalThis.pauta;
    const pauta = new Pauta({ team: slug });
    for (const name of ['Vitrine', 'Folheto', 'Cardápio']) await pauta.projects.create({ name });
    const names: string[] = [];
    for await (const { name } of pauta.projects.list({ limit: 2, sort: 'name' })) names.push(name);
    const page = await pauta.projects.list({ limit: 2 });
    const [project] = page.data;
    const changed = await pauta.projects.update(project?.id ?? '', { priority: 'urgent' });
    const refusal = await new Pauta({ team: 'outra' }).projects
      .list()
      .toArray()
      .catch((error) => error);
    return {
      found: names,
      total: page.total,
      next: (await page.next())?.data.length,
      priority: changed.priority,
      isRefused: refusal instanceof NotFoundError && refusal.code === 'NOT_FOUND',
    };
  }, team.slug);
  expect(results).toEqual({
    found: ['Cardápio', 'Folheto', 'Vitrine'],
    total: 3,
    next: 1,
    priority: 'urgent',
    isRefused: true,
  });
  const { id } = await team.api('POST', '/projects', { name: 'De fora' });
  const apiKey = await team.key();
  const name = await page.evaluate(
    async ([apiKey = '', id = '']) =>
      (await new globalThis.pauta.Pauta({ apiKey }).projects.get(id)).name,
    [apiKey, id],
  );
  expect(name).toBe('De fora');
});
