import { setConfig } from '@kubb/plugin-client/clients/fetch';
import {
  createClient,
  createDeal,
  createProject,
  createTask,
  type DealResponse,
  type GetDeal404,
  getDeal,
  listDeals,
  listEvents,
} from '../generated/kubb/client';
import { apiKey, baseUrl, must, nobody, report, titles } from './day';

setConfig({
  baseURL: baseUrl,
  // Its client writes JSON without saying so.
  headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
});

const bakery = await createClient({ type: 'PJ', name: 'Padaria Aurora' });
must(bakery.status === 201, `a client is ${bakery.status}`);
const project = await createProject({ name: 'Site novo' });
must(project.status === 201, `a project is ${project.status}`);
await createTask({ title: 'Rascunho da capa', project_id: project.data.data.id });
for (const title of titles)
  await createDeal({ title, value: 12_500.5, client_id: bakery.data.data.id });

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const { data } = await listDeals({ page, limit: 1, sort: 'created_at' });
  pages = data.pagination.pages;
  found.push(...data.data.map(({ title }) => title));
}

const missing = await getDeal(nobody);
// The client has the answers that are refusals typed, but hands all of them over as the one that is none.
const refusal = missing.data as DealResponse | GetDeal404;
must(!refusal.success, 'a missing deal is answered');

const events = await listEvents({ type: 'deal.created', sort: 'created_at' });
const [event] = events.data.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.status,
  code: refusal.error.code,
  created: event.data,
});
