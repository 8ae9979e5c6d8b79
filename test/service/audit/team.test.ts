import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#panel/screens/settings/audit/operations.ts';
import * as users from '#server/features/accounts/users/operations.ts';
import { exportQueue } from '#server/features/exports/exports-queue.ts';
import * as files from '#server/features/files/operations.ts';
import { storeFile } from '#server/features/files/store.ts';
import { registry } from '#server/features/registry.ts';
import { react, write } from '#server/features/sending/operations.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, perform, type RawInput } from '#server/operations/operation.ts';
import { makeLog } from '#server/platform/log.ts';
import { entriesWhile, expectAll, type Unwritten } from '#test/support/audit/written.ts';
import { addBillingLine } from '#test/support/billing.ts';
import { attachPdf } from '#test/support/files/attach.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { connectAgent } from '#test/support/oauth/connected.ts';
import { operatorOf } from '#test/support/operator.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/*
 * Every operation on a team by the panel or the command line, except those of v1 (operations.test.ts), leaves an audit entry. The cases
 * come from the registry, so a new operation without a case fails the test.
 */
const service = useService({ workers: 0 });
let team: TestTeam;
let owner: TestPerson;
/** Ids of the records that the operations work on. */
const ids: Record<string, string> = {};

const theNetworks = 'queries the gateway; the result comes from the network';
const unwritten: Unwritten = {
  'deals.write_summary':
    'refused without a language model; see intelligence/language-model.test.ts',
  'conversations.suggest_reply':
    'refused without a language model; see intelligence/language-model.test.ts',
  'bulk.preview': 'only reads',
  'privacy_requests.find': 'only reads',
  'webhooks.try': 'only reads',
  'conversations.bulk': 'changes each conversation under the name of its own operation',
  'bulk.change': 'calls the operations that change each record, which write entries',
  'inboxes.test': 'only queries the gateway',
  'inboxes.try': 'only queries the gateway',
  'workflows.dry_run': 'does nothing',
  'inboxes.login': theNetworks,
  'inboxes.check_callback': theNetworks,
  'messages.fetch_media': theNetworks,
  'sandbox.receive': 'incoming messages come from the network',
  'conversations.read': 'read marks are private',
  'conversations.mark_unread': 'read marks are private',
  'conversations.typing': 'typing is never stored',
  'drafts.save': 'drafts are private',
  'drafts.delete': 'drafts are private',
  'ready_answers.render': 'only reads',
  'approvals.look': 'only reads',
  'client_reports.look': 'only reads',
  'client_reports.see': 'opening a link is only a hint, not an action of a user',
  'pictures.read': 'only reads',
  'approvals.see': 'opening a link is only a hint, not an action of a user',
  'notifications.read': 'read marks are private',
  'notifications.read_all': 'read marks are private',
  'notifications.set_choices': 'notification settings are private',
  'calendar_feeds.update': 'the contents of a feed are private to the member',
  'notifications.set_mail': 'notification settings are private',
  'notifications.set_push': 'notification settings are private',
  'notifications.subscribe': 'a browser of the member’s own session',
  'notifications.unsubscribe': 'a browser of the member’s own session',
  'imports.begin': 'waits',
  'imports.preview': 'only reads',
  'demo.people': 'invents people, in a team that the demo fills',
  'demo.fill': 'calls the operations that create each record, which write entries',
  'imports.backdate': 'is part of the demo, whose records have entries',
  'conversations.import': 'adds past messages to the records of the demo',
};
/** Reading operations of the command line, which have no HTTP method to recognise them by. */
const reading = /(\.(list|get|overview|runs|page)|^files\.read)$/;

const operator = (upload?: Context['upload']): Context => {
  const context = operatorOf(service, team);
  return {
    ...context,
    settings: { ...context.settings, publicUrl: 'https://pauta.example.com' },
    ...(upload && { upload }),
  };
};

/** Runs a command of the command line. */
async function command(name: string, raw: RawInput, upload?: Context['upload']): Promise<Json> {
  const output: unknown = await perform(registry.named(name), operator(upload), raw);
  return (typeof output === 'string' ? JSON.parse(output) : output) as Json;
}

/** Body of the panel's answer, which must be a success. */
async function request(method: string, path: string, body?: object): Promise<Json> {
  const answer = await owner.call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.data;
}
const keep = async (name: string, made: Promise<Json>) => {
  ids[name] = String((await made).id);
};

beforeAll(async () => {
  team = await service.team();
  owner = await makePerson(service, team, 'owner');
  const another = await makePerson(service, team, 'member');
  ids.member = another.userId;
  ids.user = owner.userId;
  const sent = await team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: '5511999990001',
    message_type: 'text',
    content: 'Olá',
  });
  expect(sent.status, sent.text).toBe(201);
  ids.conversation = String(sent.data.conversation_id);
  ids.message = String(sent.data.id);
  await keep('deal', team.create('deals', { phase: 'lead' }));
  await keep('campaign', team.create('campaigns'));
  await keep('task', team.create('tasks'));
  await team.delete(`/tasks/${ids.task}`);
});

const columns = [
  { slug: 'a', name: 'A' },
  { slug: 'b', name: 'B' },
];
const steps = [{ type: 'create_activity', with: { title: 'Ligar' } }];
const definition = { name: 'Boas-vindas', trigger: { type: 'deal_created' }, steps };

/** Puts the privacy request into the state in which it waits for decisions, as the worker does. */
const searched = () =>
  service.sql(`update privacy_requests set state = 'searched', searched_at = now() where id = $1`, [
    ids.person,
  ]);

/** Puts the import into a state that only the worker reaches. */
const setImport = (state: string) =>
  service.sql(
    `update imports set kind = 'chat', choices = null, state = $2, contents = $3 where id = $1`,
    [
      ...[ids.import, state],
      JSON.stringify({
        authors: ['Ana', 'Maria'].map((name) => ({ name, messages: 1 })),
        ...{ date_order: 'dmy', first_at: '2026-10-05T14:33', last_at: '2026-10-05T14:33' },
        ...{ messages: 2, system_messages: 0, files: 0, files_omitted: 0 },
        ...{ lines_without_message: 0, other_order: null },
      }),
    ],
  );

/** Makes it the import of a table. */
async function setTable(state: string): Promise<void> {
  const guess = {
    ...{ preset: null, source: 'file', primary: 'contact', unmapped: [], questions: [] },
    records: [{ key: 'contact', resource: 'contacts', links: {} }],
    columns: [{ column: 0, record: 'contact', field: 'phone' }],
    date_order: 'dmy',
  };
  const column = { name: 'Telefone', samples: [], filled: 0 };
  await service.sql(`update imports set kind = 'rows', state = $2, contents = $3 where id = $1`, [
    ...[ids.import, state],
    JSON.stringify({
      ...{ format: 'csv', encoding: 'utf-8', mixed_line: null, separator: ';', sheets: [] },
      ...{ sheet: null, header_line: 1, rows: 0, rows_above: 0, skipped: [], skipped_rows: 0 },
      ...{ comments_missing: 0, guess, first_rows: [], samples: [] },
      columns: [{ column: 0, ...column, decimal_mark: 'comma', date_order: 'dmy', is_noted: true }],
    }),
  ]);
}

type Work = () => Promise<unknown>;
/** Order matters: some cases use records created by earlier ones. */
const tries: Readonly<Record<string, Work>> = {
  'calendar_feeds.create': () => request('POST', '/calendar-feed'),
  'calendar_feeds.revoke': () => request('DELETE', '/calendar-feed'),
  'client_reports.create': async () => {
    await keep('reported', team.create('clients'));
    const period = { starts_on: '2026-11-01', ends_on: '2026-11-30' };
    await keep('report', request('POST', `/clients/${ids.reported}/report-links`, period));
  },
  'client_reports.revoke': () =>
    request('DELETE', `/clients/${ids.reported}/report-links/${ids.report}`),
  'deliveries.replay_chosen': async () => {
    const { id } = await team.create('webhooks', { url: 'https://example.com/replayed' });
    await request('POST', `/webhooks/${id}/replay`, {});
  },
  'settings.update': () => request('PUT', '/settings', { deal_phases: ['lead', 'ganho'] }),
  'bulk.start': () =>
    keep('bulk', request('POST', '/bulk/jobs', { kind: 'deals', change: { priority: 'alta' } })),
  'bulk.undo': () => request('POST', `/bulk/jobs/${ids.bulk}/undo`, {}),
  'imports.create': async () => {
    const { id: file_id } = await storeFile(
      { db: service.database.team(team.id), storage: service.storage },
      pieces(Buffer.from('05/10/2026 14:33 - Maria: Oi')),
      { name: 'Conversa.txt', purpose: 'import' },
    );
    await keep('import', request('POST', '/imports', { file_id }));
  },
  'imports.check': async () => {
    await setImport('read');
    const body = { inbox_id: team.inbox, phone: '5511987654321', ours: ['Ana'] };
    await request('PUT', `/imports/${ids.import}/choices`, body);
  },
  'imports.read_again': async () => {
    await setTable('read');
    await request('PUT', `/imports/${ids.import}/reading`, { separator: 'comma' });
  },
  'imports.check_rows': async () => {
    await setTable('read');
    await request('PUT', `/imports/${ids.import}/mapping`, {});
  },
  // The answer is CSV, which the caller of the test does not parse.
  'imports.export_refused': () =>
    expect(owner.get(`/imports/${ids.import}/refused.csv`)).rejects.toThrow('JSON'),
  'imports.apply': async () => {
    await setImport('checked');
    await request('POST', `/imports/${ids.import}/apply`, {});
  },
  'imports.stop': () => request('POST', `/imports/${ids.import}/stop`, {}),
  'exports.create': () =>
    keep('export', request('POST', '/exports', { resource: 'contacts', format: 'csv' })),
  'exports.download': async () => {
    const queue = exportQueue(
      service.database.team(team.id),
      { storage: service.storage, log: makeLog('silent') },
      new AbortController().signal,
    );
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
    await service.app.inject({
      url: `/api/panel/teams/${team.slug}/exports/${ids.export}/content`,
      headers: { ...ownPage, cookie: `pauta_session=${owner.token}` },
    });
  },
  'exports.delete': () => request('DELETE', `/exports/${ids.export}`),
  'exports.stream': () => command('exports.stream', { body: { resource: 'team', format: 'zip' } }),
  'imports.undo': () => request('POST', `/imports/${ids.import}/undo`, {}),
  'privacy_requests.create': () =>
    keep(
      'person',
      request('POST', '/privacy-requests', { kind: 'erasure', phones: ['11 91234-5678'] }),
    ),
  'privacy_requests.update': async () => {
    await searched();
    await request('PUT', `/privacy-requests/${ids.person}`, { kind: 'access', notes: 'Tudo' });
  },
  'privacy_requests.search': () => request('POST', `/privacy-requests/${ids.person}/search`, {}),
  'privacy_requests.choose': async () => {
    await searched();
    await request('PUT', `/privacy-requests/${ids.person}/subjects`, { record_ids: [] });
  },
  'privacy_requests.decide': async () => {
    await searched();
    const body = { hit_ids: [uuidv7()], decision: 'delete' };
    await request('PUT', `/privacy-requests/${ids.person}/hits`, body);
  },
  'privacy_requests.package': () => request('POST', `/privacy-requests/${ids.person}/package`, {}),
  'privacy_requests.download': async () => {
    const file = await attachPdf(service, {
      team: team.slug,
      token: owner.token,
      record_type: 'campaigns',
      record_id: String(ids.campaign),
      name: 'pacote.pdf',
    });
    await searched();
    await service.sql(
      `update privacy_requests r set package_id = f.id, package_place = b.place, package_bytes = b.bytes, package_sha256 = b.sha256,
        packaged_at = now()
        from files f join blobs b on b.team_id = f.team_id and b.sha256 = f.sha256 where r.id = $1 and f.id = $2`,
      [ids.person, file],
    );
    const answer = await service.app.inject({
      url: `/api/panel/teams/${team.slug}/privacy-requests/${ids.person}/package.zip`,
      headers: { cookie: `pauta_session=${owner.token}` },
    });
    expect(answer.statusCode).toBe(200);
  },
  'privacy_requests.erase': async () => {
    // Erasing waits until no data arrives or leaves.
    for (const table of ['imports', 'exports'])
      await service.sql(`update ${table} set state = 'failed' where team_id = $1`, [team.id]);
    await searched();
    const { code } = await request('GET', `/privacy-requests/${ids.person}`);
    await request('POST', `/privacy-requests/${ids.person}/erase`, { code });
  },
  'privacy_requests.close': async () => {
    await searched();
    await request('POST', `/privacy-requests/${ids.person}/close`, { outcome: 'refused' });
  },
  'settings.rename_phase': () => request('PUT', '/settings/phases', { from: 'lead', to: 'novo' }),
  'keys.create': () => keep('key', request('POST', '/keys', { name: 'Site' })),
  'keys.rotate': () => request('POST', `/keys/${ids.key}/rotate`, {}),
  'keys.revoke': () => request('DELETE', `/keys/${ids.key}`),
  'agents.disconnect': async () => {
    const id = await connectAgent(service, { id: team.id, ...owner });
    await request('DELETE', `/agents/${id}`);
  },
  'invitations.create': () => keep('invitation', request('POST', '/invitations', {})),
  'invitations.revoke': () => request('DELETE', `/invitations/${ids.invitation}`),
  'squads.create': () => keep('squad', request('POST', '/squads', { name: 'Social' })),
  'squads.update': () => request('PUT', `/squads/${ids.squad}`, { name: 'Mídia' }),
  'squads.add_member': () => request('PUT', `/squads/${ids.squad}/members/${ids.member}`, {}),
  'squads.change_member': () =>
    request('PUT', `/squads/${ids.squad}/members/${ids.member}/role`, { role: 'Design' }),
  'squads.remove_member': () => request('DELETE', `/squads/${ids.squad}/members/${ids.member}`),
  'squads.delete': () => request('DELETE', `/squads/${ids.squad}`),
  'members.update': () => request('PUT', `/members/${ids.member}`, { role: 'admin' }),
  'members.suspend': () => request('POST', `/members/${ids.member}/suspend`, {}),
  'members.restore': () => request('POST', `/members/${ids.member}/restore`, {}),
  'members.reset': () => request('POST', `/members/${ids.member}/reset`, {}),
  'members.remove': () => request('DELETE', `/members/${ids.member}`),
  'members.leave': async () => {
    const member = await makePerson(service, team, 'member');
    await member.delete('/membership');
  },
  'views.create': () =>
    keep('view', request('POST', '/views', { resource: 'deals', name: 'Meus', query: {} })),
  'views.update': () => request('PUT', `/views/${ids.view}`, { scope: 'team' }),
  'views.pin': () => request('PUT', `/views/${ids.view}/pin`, { is_pinned: true }),
  'views.order': () => request('PUT', '/views', { ids: [ids.view] }),
  'views.delete': () => request('DELETE', `/views/${ids.view}`),
  'contacts.merge': async () => {
    const contact = await team.create('contacts');
    const from = await team.create('contacts');
    const merge = request('POST', `/msgapp/contacts/${contact.id}/merge`, { from: from.id });
    await keep('merge', merge);
  },
  'contacts.undo_merge': () => request('POST', `/msgapp/contact-merges/${ids.merge}/undo`, {}),
  'pipelines.create': () =>
    keep('pipeline', request('POST', '/pipelines', { name: 'Vídeo', columns })),
  'pipelines.update': () => request('PUT', `/pipelines/${ids.pipeline}`, { name: 'Filme' }),
  'columns.create': async () => {
    const made = await request('POST', `/pipelines/${ids.pipeline}/columns`, {
      slug: 'c',
      name: 'C',
    });
    ids.column = String((made.columns as Json[]).find(({ slug }) => slug === 'c')?.id);
  },
  'columns.order': async () => {
    const { columns: now } = await request('GET', `/pipelines/${ids.pipeline}`);
    const order = (now as Json[]).map(({ id }) => id).reverse();
    await request('PUT', `/pipelines/${ids.pipeline}/columns`, { ids: order });
  },
  'columns.update': () => request('PUT', `/columns/${ids.column}`, { name: 'D' }),
  'columns.remove': async () => {
    const { columns: now } = await request('GET', `/pipelines/${ids.pipeline}`);
    const to = (now as Json[]).map(({ id }) => id).find((id) => id !== ids.column);
    await request('POST', `/columns/${ids.column}/remove`, { to });
  },
  'pipelines.delete': () => request('DELETE', `/pipelines/${ids.pipeline}`),
  'contracts.create': async () => {
    const client = await team.create('clients');
    await keep(
      'contract',
      request('POST', '/contracts', { title: 'Mensal', client_id: client.id }),
    );
  },
  'contracts.update': () => request('PUT', `/contracts/${ids.contract}`, { title: 'Anual' }),
  'contracts.delete': () => request('DELETE', `/contracts/${ids.contract}`),
  'campaigns.set_approval': () =>
    request('PUT', `/campaigns/${ids.campaign}/approval`, { approval_status: 'approved' }),
  'tasks.move': async () => {
    const { id } = await team.create('tasks', { project_id: (await team.create('projects')).id });
    await request('POST', `/tasks/${id}/move`, { column: 'done' });
  },
  'tasks.convert_item': async () => {
    const { id } = await team.create('tasks', {
      project_id: (await team.create('projects')).id,
      checklist_markdown: '- [ ] a',
    });
    const item = { checklist_markdown: '- [ ] a', index: 0 };
    await keep('subtask', request('POST', `/tasks/${id}/checklist/subtasks`, item));
  },
  'tasks.convert_subtask': () => request('POST', `/tasks/${ids.subtask}/checklist-item`, {}),
  'approvals.create': async () => {
    const made = await request('POST', '/approvals', { campaign_ids: [ids.campaign] });
    ids.approval = String(made.id);
    ids.link = String(made.link);
  },
  'approvals.decide_by_link': async () => {
    const { items } = await request('GET', `/approvals/${ids.approval}`);
    const { sha256 } = (items as Json[])[0] ?? {};
    const decision = { act: 'decide', n: '1', nonce: uuidv7(), name: 'Joana', decision: 'changes' };
    const answer = await service.app.inject({
      method: 'POST',
      url: new URL(ids.link ?? '', 'http://localhost').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        ...decision,
        comment: 'Bom dia',
        sha256: String(sha256),
      }).toString(),
    });
    expect(answer.statusCode).toBe(303);
  },
  'approvals.comment_by_link': async () => {
    const { id } = await team.create('campaigns');
    const file = await attachPdf(service, {
      team: team.slug,
      token: owner.token,
      record_type: 'campaigns',
      record_id: id,
      name: 'capa.pdf',
    });
    const made = await request('POST', '/approvals', { campaign_ids: [id] });
    const { items } = await request('GET', `/approvals/${made.id}`);
    const answer = await service.app.inject({
      method: 'POST',
      url: new URL(String(made.link), 'http://localhost').pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        act: 'comment',
        n: '1',
        nonce: uuidv7(),
        name: 'Joana',
        comment: 'Bom dia',
        file_id: file,
        sha256: String((items as Json[])[0]?.sha256),
      }).toString(),
    });
    expect(answer.statusCode, answer.payload).toBe(303);
    ids.commentedApproval = String(made.id);
  },
  'approvals.answer_comment': async () => {
    const { items } = await request('GET', `/approvals/${ids.commentedApproval}`);
    const [{ rounds = [] } = {}] = items as { rounds: { comments: Json[] }[] }[];
    const [comment] = rounds[0]?.comments ?? [];
    const body = { comment_id: comment?.id, answer: 'Feito.' };
    await request('POST', `/approvals/${ids.commentedApproval}/answers`, body);
  },
  'brand.update': () => request('PUT', '/brand', { color: '#123456' }),
  'deals.create_contract': async () => {
    await service.sql(`update teams set won_phases = '{ganho}' where id = $1`, [team.id]);
    const { id } = await team.create('deals', { phase: 'ganho' });
    await request('POST', `/deals/${id}/contract`, { project_name: 'Site' });
  },
  'projects.set_key': async () => {
    const { id } = await team.create('projects');
    await request('PUT', `/projects/${id}/key`, { key: 'CHAVE' });
  },
  'approvals.ask_again': () => request('POST', `/approvals/${ids.approval}/rounds`),
  'approvals.renew_link': async () => {
    const made = await request('POST', `/approvals/${ids.approval}/link`, {});
    ids.link = String(made.link);
  },
  'approvals.send': async () => {
    const { id: contact_id } = await team.create('contacts', { phone: '5511988887771' });
    const text = `Bom dia! ${ids.link}`;
    const body = { contact_id, inbox_id: team.inbox, text };
    await request('POST', `/approvals/${ids.approval}/send`, body);
  },
  'approvals.decide': async () => {
    const { items } = await request('GET', `/approvals/${ids.approval}`);
    const [{ sha256, campaign_id } = {}] = items as Json[];
    const decision = { campaign_id, sha256, decision: 'approved' };
    await request('POST', `/approvals/${ids.approval}/decisions`, decision);
  },
  'approvals.revoke': () => request('DELETE', `/approvals/${ids.approval}`),
  'tasks.restore': () => request('POST', `/tasks/${ids.task}/restore`, {}),
  'workflows.create': () => keep('workflow', request('POST', '/workflows', { definition })),
  'workflows.update': () =>
    request('PUT', `/workflows/${ids.workflow}`, { definition: { ...definition, name: 'Oi' } }),
  'workflows.disable': () => request('PUT', `/workflows/${ids.workflow}/disable`, {}),
  'workflows.enable': () => request('PUT', `/workflows/${ids.workflow}/enable`, {}),
  'workflows.delete': async () => {
    const { id } = await request('POST', '/workflows', {
      definition: { ...definition, name: 'Excluído' },
    });
    await request('DELETE', `/workflows/${id}`);
  },
  'workflows.stop_run': async () => {
    await team.create('deals');
    const [run] = (await owner.get('/workflow-runs')).body.data as Json[];
    ids.run = String(run?.id);
    await request('POST', `/workflow-runs/${ids.run}/stop`, {});
  },
  'workflows.continue_run': () => request('POST', `/workflow-runs/${ids.run}/continue`, {}),
  'inboxes.create': () =>
    keep(
      'inbox',
      request('POST', '/inboxes', { name: 'Loja', type: 'session', gateway: 'sandbox' }),
    ),
  'inboxes.set': () => request('PUT', `/inboxes/${ids.inbox}`, { name: 'Balcão' }),
  'inboxes.set_groups': () => request('PUT', `/inboxes/${ids.inbox}/groups`, { groups: 'muted' }),
  'inboxes.start_history': async () => {
    ids.session = uuidv7();
    await service.sql(
      `insert into inboxes (team_id, id, name, type, gateway) select team_id, $2, 'Loja', 'session', 'evolution' from inboxes where id = $1`,
      [ids.inbox, ids.session],
    );
    await request('POST', `/inboxes/${ids.session}/history`, { period: 'all' });
  },
  'inboxes.set_history': () =>
    request('PUT', `/inboxes/${ids.session}/history`, { state: 'stopped' }),
  'inboxes.update_settings': () =>
    request('PUT', `/inboxes/${ids.inbox}/settings`, { assigns_on_answer: true }),
  'inboxes.set_access': () =>
    request('PUT', `/inboxes/${ids.inbox}/access`, {
      access: 'chosen',
      user_ids: [],
      squad_ids: [],
    }),
  'hourly_rates.set': () =>
    request('PUT', '/hourly-rates', { user_id: ids.member, hourly_rate: 180, hourly_cost: 90 }),
  'timesheets.set_lock': () =>
    request('PUT', `/members/${ids.member}/locked-weeks`, {
      week: '2026-01-05',
      is_locked: true,
    }),
  'project_templates.create': () =>
    keep('template', request('POST', '/project-templates', { name: 'Site' })),
  'project_templates.update': () =>
    request('PUT', `/project-templates/${ids.template}`, {
      ...{ name: 'Site', tasks: [{ title: 'Layout' }] },
    }),
  'project_templates.create_project': () =>
    request('POST', `/project-templates/${ids.template}/projects`, { name: 'Padaria' }),
  'project_templates.delete': () => request('DELETE', `/project-templates/${ids.template}`),
  'absences.create': () =>
    keep(
      'absence',
      request('POST', '/absences', {
        ...{ user_id: ids.member, starts_on: '2026-01-05', ends_on: '2026-01-09', reason: 'sick' },
      }),
    ),
  'absences.update': () =>
    request('PUT', `/absences/${ids.absence}`, {
      ...{ starts_on: '2026-01-05', ends_on: '2026-01-12', reason: 'holiday' },
    }),
  'absences.delete': () => request('DELETE', `/absences/${ids.absence}`),
  'weekly_hours.set': () =>
    request('PUT', `/members/${ids.member}/weekly-hours`, { weekly_hours: 30 }),
  'task_recurrences.create': async () => {
    const { id } = await team.create('projects');
    const values = { title: 'Relatório', rule: 'FREQ=DAILY', starts_on: '2100-01-01' };
    await keep('recurrence', request('POST', `/projects/${id}/task-recurrences`, values));
  },
  'task_recurrences.update': () =>
    request('PUT', `/task-recurrences/${ids.recurrence}`, {
      ...{ title: 'Relatório', rule: 'FREQ=DAILY', starts_on: '2100-01-02', is_active: true },
    }),
  'task_recurrences.create_one': () =>
    request('POST', `/task-recurrences/${ids.recurrence}/occurrences`, {
      ...{ occurs_on: '2100-01-02', title: 'Relatório' },
    }),
  'task_recurrences.skip': () =>
    request('POST', `/task-recurrences/${ids.recurrence}/skip`, { occurs_on: '2100-01-03' }),
  'task_recurrences.delete': () => request('DELETE', `/task-recurrences/${ids.recurrence}`),
  'billing_lines.update': async () => {
    await keep('line', addBillingLine(service, team));
    await request('PUT', `/billing-lines/${ids.line}`, { reference: 'NFS-e 1' });
  },
  'billing_lines.recalculate': async () => {
    await service.sql('update billing_lines set value = 1 where team_id = $1', [team.id]);
    await request('POST', `/billing-lines/${ids.line}/recalculate`, {});
  },
  'intelligence_settings.set': () =>
    request('PUT', '/intelligence/settings', { uses_responsible: false }),
  'business_hours.set': () =>
    request('PUT', '/business-hours', {
      hours: { weekly: [], national_holidays: true, holidays: [] },
    }),
  'inboxes.connect': () => command('inboxes.connect', { path: { id: ids.inbox ?? '' } }),
  'inboxes.restart': () => request('PUT', `/inboxes/${ids.inbox}/restart`, {}),
  'inboxes.reconnect': () => command('inboxes.reconnect', { path: { id: ids.inbox ?? '' } }),
  'inboxes.disconnect': () => request('PUT', `/inboxes/${ids.inbox}/disconnect`, {}),
  'inboxes.delete': () => request('DELETE', `/inboxes/${ids.inbox}`),
  'billing_lines.export': () => command('billing_lines.export', {}),
  'reports.export': () => command('reports.export', {}),
  'audit.export': () => command('audit.export', {}),
  'users.create': () =>
    command(users.create.name, { body: { name: 'Bia', email: `${uuidv7()}@example.com` } }),
  'files.create': () =>
    keep('file', command(files.create.name, { body: { name: 'contrato.pdf' } }, pieces(somePdf()))),
  'files.remove': () => request('DELETE', `/files/${ids.file}`),
  'files.restore': () => request('POST', `/files/${ids.file}/restore`, {}),
  'comments.create': () =>
    keep(
      'comment',
      request('POST', '/comments', { record_type: 'deals', record_id: ids.deal, content: 'Oi' }),
    ),
  'comments.update': () => request('PUT', `/comments/${ids.comment}`, { content: 'Olá' }),
  'comments.delete': () => request('DELETE', `/comments/${ids.comment}`),
  'comments.restore': () => request('POST', `/comments/${ids.comment}/restore`, {}),
  'messages.write': () =>
    command(write.name, { body: { conversation_id: ids.conversation, text: 'Bom dia' } }),
  'messages.react': () =>
    command(react.name, { path: { id: ids.message ?? '' }, body: { emoji: '👍' } }),
  'messages.edit': () =>
    keep(
      'mine',
      request('POST', '/msgapp/messages/write', {
        conversation_id: ids.conversation,
        text: 'Bom dia',
      }),
    ).then(() =>
      request('POST', `/msgapp/messages/${ids.mine}/edit`, { change_id: uuidv7(), text: 'Boa' }),
    ),
  'messages.revoke': () =>
    request('POST', `/msgapp/messages/${ids.mine}/revoke`, { change_id: uuidv7() }),
  'messages.dismiss_change': async () => {
    await service.sql(
      `update messages set last_change = '{"kind":"edit","status":"refused"}' where id = $1`,
      [ids.mine],
    );
    await request('DELETE', `/msgapp/messages/${ids.mine}/change`);
  },
  'scheduled_messages.create': () =>
    keep(
      'scheduled',
      request('POST', '/msgapp/scheduled-messages', {
        conversation_id: ids.conversation,
        scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
        text: 'Até logo',
      }),
    ),
  'scheduled_messages.update': () =>
    request('PUT', `/msgapp/scheduled-messages/${ids.scheduled}`, { text: 'Até já' }),
  'scheduled_messages.send_now': () =>
    request('POST', `/msgapp/scheduled-messages/${ids.scheduled}/send`, {}),
  'scheduled_messages.cancel': () =>
    request('POST', `/msgapp/scheduled-messages/${ids.scheduled}/cancel`, {}),
  'files.delete': () => command(files.deleteFile.name, { path: { id: ids.file ?? '' } }),
  'conversations.assign': () => onConversation('assign', { assignee_id: ids.user }),
  'availability.set': () => request('PUT', '/availability', { available: false }),
  'conversations.unassign': () => onConversation('unassign'),
  'conversations.snooze': () =>
    onConversation('snooze', { until: new Date(Date.now() + 3_600_000).toISOString() }),
  'conversations.resolve': () => onConversation('resolve'),
  'conversations.reopen': () => onConversation('reopen'),
  'conversations.link': async () => {
    const inbox = await request('POST', '/inboxes', {
      name: 'Grupos',
      type: 'session',
      gateway: 'sandbox',
    });
    await request('PUT', `/inboxes/${inbox.id}/groups`, { groups: 'show' });
    const from = '5511977776666';
    const path = `/inboxes/${inbox.id}/sandbox-messages`;
    const sent = await request('POST', path, { from, text: 'Oi', group_name: 'Padaria' });
    const client = await team.create('clients');
    await request('POST', `/msgapp/conversations/${sent.conversation_id}/link`, {
      client_id: client.id,
    });
  },
  'conversations.block': () => onConversation('block'),
  'conversations.unblock': () => onConversation('unblock'),
  'notes.create': () =>
    keep(
      'note',
      command('notes.create', {
        path: { id: ids.conversation ?? '' },
        body: { author_id: ids.user, content: 'Ligar' },
      }),
    ),
  'notes.update': () => command('notes.update', { path: noted(), body: { content: 'Ligar já' } }),
  'notes.delete': () => command('notes.delete', { path: noted() }),
  'ready_answers.create': () =>
    keep(
      'answer',
      command('ready_answers.create', {
        body: { shortcut: 'preco', title: 'Preço', content: 'R$ 10' },
      }),
    ),
  'ready_answers.update': () =>
    command('ready_answers.update', {
      path: { id: ids.answer ?? '' },
      body: { content: 'R$ 12' },
    }),
  'labels.create': () =>
    keep('label', request('POST', '/msgapp/labels', { name: 'VIP', color: 'purple' })),
  'labels.update': () => request('PUT', `/msgapp/labels/${ids.label}`, { color: 'red' }),
  'labels.delete': () => request('DELETE', `/msgapp/labels/${ids.label}`),
  'ready_answers.delete': () => command('ready_answers.delete', { path: { id: ids.answer ?? '' } }),
};
const noted = () => ({ id: ids.conversation ?? '', inner: ids.note ?? '' });
const onConversation = (verb: string, body: Json = {}) =>
  command(`conversations.${verb}`, { path: { id: ids.conversation ?? '' }, body });

describe('an operation leaves an entry with its author', () => {
  test.each(Object.entries(tries))('%s', async (operation, work) => {
    const entries = await entriesWhile(service, team.id, work);
    const operationEntries = entries.filter((each) => each.operation === operation);
    expect(operationEntries.length, JSON.stringify(entries)).toBeGreaterThan(0);
    const isOperators =
      /^(exports\.stream|billing_lines\.export|reports\.export)$|^(audit|users|conversations(?!\.link$)|notes|ready_answers)\.|^messages\.(write|react)$|^inboxes\.(connect|reconnect)$|^files\.(create|delete)$/;
    const isClients = /_by_link$/.test(operation);
    const actor = isClients ? 'client' : isOperators.test(operation) ? 'operator' : 'user';
    for (const entry of operationEntries)
      expect(entry).toMatchObject({ actor, record_id: expect.any(String) });
    expect(JSON.stringify(entries)).not.toMatch(/pauta_|Bom dia|whsec_/);
  });
});

test('a retry leaves no entry', async () => {
  const again = [
    () => request('DELETE', `/invitations/${ids.invitation}`),
    () => request('DELETE', `/keys/${ids.key}`),
    () => request('PUT', `/members/${ids.user}`, { role: 'owner' }),
    () => request('PUT', `/workflows/${ids.workflow}/enable`, {}),
    () => command('notes.delete', { path: noted() }),
    () => command(files.deleteFile.name, { path: { id: ids.file ?? '' } }),
  ];
  for (const work of again) expect(await entriesWhile(service, team.id, work)).toEqual([]);
});

test('keys and invitations of a removed member are removed too, and recorded', async () => {
  const admin = await makePerson(service, team, 'admin');
  const key = await admin.post('/keys', { name: 'Meu', user_id: admin.userId });
  const invitation = await admin.post('/invitations', {});
  const entries = await entriesWhile(service, team.id, () =>
    request('DELETE', `/members/${admin.userId}`),
  );
  const common = { operation: 'members.remove', actor_id: owner.userId };
  expect(entries).toMatchObject([
    {
      ...common,
      record_id: admin.userId,
      before: { role: 'admin', has_account: true },
      after: { role: 'member', has_account: false },
    },
    { ...common, record_type: 'invitations', record_id: invitation.data.id },
    { ...common, record_type: 'keys', record_id: key.data.id },
  ]);
});

test('every writing operation on a team has a case, here or in operations.test.ts', () => {
  const isWriting = ({ name, panel }: Pick<Operation, 'name' | 'panel'>) =>
    panel ? panel.method !== 'GET' : !reading.test(name);
  const writing = registry.operations.filter(({ v1 }) => v1 === undefined).filter(isWriting);
  expectAll(writing, Object.keys(tries), unwritten);
  // The panel filters the log by each of them.
  expect(Object.keys(tries).filter((name) => !operations.includes(name))).toEqual([]);
  // Incoming calls create records through the operations of their tables.
  expectAll(registry.inbound, ['webhooks.receive'], { 'messaging.receive': theNetworks });
});
