import { type Deal, NotFoundError, Pauta, PautaError, type TaskCreate } from 'pauta';
import { sign, unwrap, type WebhookEvent } from 'pauta/webhooks';
import { apiKey, baseUrl, nobody, report, titles } from './day.ts';

const pauta = new Pauta({ baseUrl, apiKey });

const { id: client_id } = await pauta.clients.create({ type: 'PJ', name: 'Padaria Aurora' });
const project = await pauta.projects.create({ name: 'Site novo' });
const task: TaskCreate = { title: 'Rascunho da capa', project_id: project.id };
await pauta.tasks.create(task);
for (const title of titles) await pauta.deals.create({ title, value: 12_500.5, client_id });

const found: Deal[] = [];
let pages = 0;
for await (const { data } of pauta.deals.list({ limit: 1, sort: 'created_at' }).pages()) {
  found.push(...data);
  pages += 1;
}

const missing = await pauta.deals.get(nobody).catch((error: unknown) => error);
if (!(missing instanceof NotFoundError && missing instanceof PautaError)) throw missing;

/** The deal that an event tells of, if it is one. */
const dealIn = (event: WebhookEvent) => (event.type === 'deal.created' ? event.data : undefined);
const [event] = await pauta.events
  .list({ type: 'deal.created', sort: 'created_at' })
  .toArray({ max: 1 });
if (!event) throw new Error('no event');
const secret = `whsec_${btoa('of no endpoint, for this program')}`;
const created = dealIn(await unwrap(await sign(event, secret), secret));
if (!created) throw new Error('the event is another one');

report({
  titles: found.map(({ title }) => title),
  pages,
  status: missing.status ?? 0,
  code: missing.code,
  created,
});
