import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript/schema';
import { apiKey, baseUrl, nobody, report, titles } from './day';

const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

/** What was answered. @throws Error what was refused */
function answered<T>({ data, error }: { data?: T; error?: { error: { message: string } } }): T {
  if (data === undefined) throw new Error(error?.error.message);
  return data;
}

const bakery = answered(
  await client.POST('/v1/clients', { body: { type: 'PJ', name: 'Padaria Aurora' } }),
);
const project = answered(await client.POST('/v1/projects', { body: { name: 'Site novo' } }));
answered(
  await client.POST('/v1/tasks', {
    body: { title: 'Rascunho da capa', project_id: project.data.id },
  }),
);
for (const title of titles)
  answered(
    await client.POST('/v1/deals', {
      body: { title, value: 12_500.5, client_id: bakery.data.id },
    }),
  );

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const list = answered(
    await client.GET('/v1/deals', { params: { query: { page, limit: 1, sort: 'created_at' } } }),
  );
  pages = list.pagination.pages;
  found.push(...list.data.map(({ title }) => title));
}

const missing = await client.GET('/v1/deals/{id}', { params: { path: { id: nobody } } });
if (!missing.error) throw new Error('a missing deal is answered');

const events = answered(
  await client.GET('/v1/events', {
    params: { query: { type: 'deal.created', sort: 'created_at' } },
  }),
);
const [event] = events.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.response.status,
  code: missing.error.error.code,
  created: event.data,
});
