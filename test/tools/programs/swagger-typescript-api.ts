import {
  Api,
  type HttpResponse,
  type Error as Refusal,
} from '../generated/swagger-typescript-api/client';
import { apiKey, baseUrl, must, nobody, report, titles } from './day';

const { v1 } = new Api<string>({
  baseUrl,
  baseApiParams: { headers: { Authorization: `Bearer ${apiKey}` } },
});

const bakery = await v1.createClient({ type: 'PJ', name: 'Padaria Aurora' });
const project = await v1.createProject({ name: 'Site novo' });
await v1.createTask({ title: 'Rascunho da capa', project_id: project.data.data.id });
for (const title of titles)
  await v1.createDeal({ title, value: 12_500.5, client_id: bakery.data.data.id });

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const { data } = await v1.listDeals({ page, limit: 1, sort: 'created_at' });
  pages = data.pagination.pages;
  found.push(...data.data.map(({ title }) => title));
}

const missing = await v1.getDeal(nobody).then(
  () => undefined,
  (refused: HttpResponse<unknown, Refusal>) => refused,
);
must(missing !== undefined, 'a missing deal is answered');

const events = await v1.listEvents({ type: 'deal.created', sort: 'created_at' });
const [event] = events.data.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.status,
  code: missing.error.error.code,
  created: event.data,
});
