import { isErrorFromAlias } from '@zodios/core';
import { api, createApiClient } from '../generated/zod-client/client';
import { apiKey, baseUrl, must, nobody, report, titles } from './day';

// Every answer is held against its schema at run time, too.
const client = createApiClient(baseUrl, {
  axiosConfig: { headers: { Authorization: `Bearer ${apiKey}` } },
});

const bakery = await client.createClient({ type: 'PJ', name: 'Padaria Aurora' });
const project = await client.createProject({ name: 'Site novo' });
await client.createTask({ title: 'Rascunho da capa', project_id: project.data.id });
for (const title of titles)
  await client.createDeal({ title, value: 12_500.5, client_id: bakery.data.id });

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const list = await client.listDeals({ queries: { page, limit: 1, sort: 'created_at' } });
  pages = list.pagination.pages;
  found.push(...list.data.map(({ title }) => title));
}

const missing = await client.getDeal({ params: { id: nobody } }).then(
  () => undefined,
  (refused: unknown) => refused,
);
must(isErrorFromAlias(api.api, 'getDeal', missing), `a missing deal is ${missing}`);

const events = await client.listEvents({ queries: { type: 'deal.created', sort: 'created_at' } });
const [event] = events.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.response.status,
  code: missing.response.data.error.code,
  created: event.data,
});
