import type { Context } from '../check.ts';
import { must } from '../check.ts';
import type { Json } from './document.ts';

/* A team with records of every kind, to which requests link. */

export interface World {
  readonly key: string;
  readonly team: string;
  /** Ids by the name of the field that links to such a record: `client_id`. */
  readonly ids: Readonly<Record<string, string>>;
  /** Values for the path of a hook and its sender. */
  readonly hook: { readonly slug: string; readonly secret: string };
  /** Creates a record without the proxy. @returns its data @throws Error if it is refused */
  make(path: string, body: Json): Promise<Json>;
}

export async function makeWorld({ origin, newTeam, demo }: Context): Promise<World> {
  const { key, team } = await newTeam();
  await demo(team);
  const ask = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const answer = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    must(answer.ok, `${method} ${path} answered ${answer.status}: ${text}`);
    return (JSON.parse(text) as Json).data;
  };
  const make = async (path: string, body: Json) => (await ask('POST', path, body)) as Json;
  const first = async (path: string): Promise<Json> => {
    const [record] = (await ask('GET', path)) as Json[];
    must(record !== undefined, `GET ${path} answers no record`);
    return record;
  };
  const idOf = ({ id }: Json) => String(id);

  const project = await make('/projects', { name: 'Vitrine' });
  const project_id = idOf(project);
  const pipeline = await first(`/pipelines?project_id=${project_id}`);
  const [column] = pipeline.columns as Json[];
  const inbox = await first('/inboxes?active=true&type=session');
  const official = await first('/inboxes?active=true&type=cloud');
  const message = await make('/msgapp/messages', {
    inbox_id: inbox.id,
    phone: '5511955550001',
    content: 'Olá',
  });
  const webhook = await make('/webhooks', {
    name: 'Formulário',
    // No receiver listens, and only requested deliveries are made.
    url: 'http://127.0.0.1:9/nobody',
    events: ['webhook.test'],
    target_pipeline_id: pipeline.id,
  });
  const receiver = await make('/webhooks', { name: 'Caixa', target_pipeline_id: pipeline.id });
  const delivered = await make(`/webhooks/${webhook.id}/test`, {});
  const campaign_id = idOf(await make('/campaigns', { name: 'Inverno', project_id }));
  const approval = await make('/approvals', { campaign_ids: [campaign_id], stage: 'internal' });
  const conversation_id = String(message.conversation_id);
  const { contact_id } = (await ask('GET', `/msgapp/conversations/${conversation_id}`)) as Json;
  const ids = {
    project_id,
    pipeline_id: idOf(pipeline),
    target_pipeline_id: idOf(pipeline),
    target_column_id: idOf(column ?? {}),
    inbox_id: idOf(inbox),
    official_inbox_id: idOf(official),
    conversation_id,
    contact_id: String(contact_id),
    client_id: idOf(await make('/clients', { type: 'PJ', name: 'Padaria Aurora' })),
    task_id: idOf(await make('/tasks', { title: 'Capa', project_id })),
    parent_id: idOf(await make('/tasks', { title: 'Identidade', project_id })),
    deal_id: idOf(await make('/deals', { title: 'Site' })),
    campaign_id,
    approval_id: idOf(approval),
    unapproved_campaign_id: idOf(await make('/campaigns', { name: 'Verão', project_id })),
    contract_id: idOf(await make('/contracts', { title: 'Cuidado mensal' })),
    activity_id: idOf(await make('/activities', { title: 'Ligar' })),
    time_entry_id: idOf(await make('/time-entries', { minutes: 90, project_id })),
    webhook_id: idOf(webhook),
    delivery: String(delivered.id),
    event_id: idOf(await first('/events')),
    billing_line_id: idOf(await first('/billing-lines')),
    project_template_id: idOf(await first('/project-templates')),
    squad_id: idOf(await first('/squads')),
    user_id: idOf(await first('/users')),
    // Users are named after their role in a record.
    responsible_id: idOf(await first('/users')),
    assignee_id: idOf(await first('/users')),
    reporter_id: idOf(await first('/users')),
    assigned_to: idOf(await first('/users')),
    author_id: idOf(await first('/users')),
  };
  return {
    key,
    team,
    ids,
    hook: { slug: String(receiver.slug), secret: String(receiver.secret_token) },
    make,
  };
}
