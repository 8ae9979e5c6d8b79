import {
  createClient,
  createDeal,
  createProject,
  createTask,
  getDeal,
  listDeals,
  listEvents,
} from '../generated/orval/client';
import { apiKey, must, nobody, report, titles } from './day';

const options = { headers: { Authorization: `Bearer ${apiKey}` } };

const bakery = await createClient({ type: 'PJ', name: 'Padaria Aurora' }, options);
must(bakery.status === 201, `a client is ${bakery.status}`);
const project = await createProject({ name: 'Site novo' }, options);
must(project.status === 201, `a project is ${project.status}`);
const task = await createTask(
  { title: 'Rascunho da capa', project_id: project.data.data.id },
  options,
);
must(task.status === 201, `a task is ${task.status}`);
for (const title of titles) {
  const client_id = bakery.data.data.id;
  const { status } = await createDeal({ title, value: 12_500.5, client_id }, options);
  must(status === 201, `a deal is ${status}`);
}

const found: string[] = [];
let pages = 0;
for (let page = 1; page === 1 || page <= pages; page += 1) {
  const list = await listDeals({ page, limit: 1, sort: 'created_at' }, options);
  must(list.status === 200, `a page is ${list.status}`);
  pages = list.data.pagination.pages;
  found.push(...list.data.data.map(({ title }) => title));
}

const missing = await getDeal(nobody, options);
must(missing.status === 404, `a missing deal is ${missing.status}`);

const events = await listEvents({ type: 'deal.created', sort: 'created_at' }, options);
must(events.status === 200, `the events are ${events.status}`);
const [event] = events.data.data;
if (event?.type !== 'deal.created') throw new Error('the first deal has no event');

report({
  titles: found,
  pages,
  status: missing.status,
  code: missing.data.error.code,
  created: event.data,
});
