import { createClient } from '../generated/hey-api/client';
import {
  createClient as addClient,
  createDeal,
  createProject,
  createTask,
  getDeal,
  listDeals,
  listEvents,
} from '../generated/hey-api/sdk.gen';
import { apiKey, baseUrl, nobody, report, titles } from './day';

const client = createClient({ baseUrl, auth: apiKey });
const thrown = { client, throwOnError: true } as const;

const bakery = await addClient({ ...thrown, body: { type: 'PJ', name: 'Padaria Aurora' } });
const project = await createProject({ ...thrown, body: { name: 'Site novo' } });
await createTask({
  ...thrown,
  body: { title: 'Rascunho da capa', project_id: project.data.data.id },
});
for (const title of titles)
  await createDeal({
    ...thrown,
    body: { title, value: 12_500.5, client_id: bakery.data.data.id },
  });

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const { data } = await listDeals({ ...thrown, query: { page, limit: 1, sort: 'created_at' } });
  pages = data.pagination.pages;
  found.push(...data.data.map(({ title }) => title));
}

const missing = await getDeal({ client, path: { id: nobody } });
if (!missing.error) throw new Error('a missing deal is answered');

const events = await listEvents({ ...thrown, query: { type: 'deal.created', sort: 'created_at' } });
const [event] = events.data.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.response?.status ?? 0,
  code: missing.error.error.code,
  created: event.data,
});
