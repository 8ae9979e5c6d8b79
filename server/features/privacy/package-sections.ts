import { iso } from '#server/db/statement.ts';
import { columnSql } from '#server/features/exports/column-sql.ts';
import {
  type ExportedColumn,
  type ExportedKind,
  type ExportedResource,
  exportedColumns,
} from '#server/records/exported-columns.ts';

/*
 * Contents of a person's package: each section is a list of records, with the columns that are named here, and what is masked in them. Logs,
 * events and other copies of the same data are left out.
 */

/**
 * Masking of the values of a column:
 * - `none`: the person's data, or a value of the service
 * - `text`: data of others in the text
 * - `name`: a name, unless it is the person's
 * - `person`: the value is left out unless the name in column {@link PackageColumn.of} is the person's
 */
type Mask = 'none' | 'text' | 'name' | 'person';

export interface PackageColumn extends ExportedColumn {
  /** SQL of the value. */
  readonly sql: string;
  readonly mask: Mask;
  readonly of?: string;
}

/** Titles in both languages. */
export interface Title {
  readonly pt: string;
  readonly en: string;
}

export interface PackageSection {
  /** Name of its files. */
  readonly name: string;
  readonly title: Title;
  readonly columns: readonly PackageColumn[];
  /** SQL of the rows `t` and what is joined with them. */
  readonly from: string;
  readonly where: string;
  readonly order: string;
  /** SQL of the id and the name of a file that a row has, which become a path in the archive. */
  readonly file?: { readonly id: string; readonly name: string };
}

/** Members who are named in records of the person. */
const memberFields: ReadonlySet<string> = new Set([
  'created_by',
  'reporter_id',
  'responsible_id',
  'assigned_to',
  'assignee_ids',
]);

function listMask(resource: ExportedResource, { field, kind }: ExportedColumn): Mask {
  if (memberFields.has(field)) return 'name';
  if (kind !== 'text' && kind !== 'list' && kind !== 'json') return 'none';
  if (field === 'client_id') return 'name';
  const isPersons = resource === 'contacts' || resource === 'clients';
  return isPersons && !['notes', 'tags', 'source'].includes(field) ? 'none' : 'text';
}

/** A list, with the columns of its export. Links are names; addresses of members are left out. */
const listSection = (resource: ExportedResource, title: Title, where: string): PackageSection => ({
  name: resource,
  title,
  columns: exportedColumns[resource]
    .filter(({ part, name }) => name === 'id' || (part !== 'id' && part !== 'email'))
    .map((column) => ({
      ...column,
      sql: columnSql(resource, column),
      mask: listMask(resource, column),
    })),
  from: `${resource} t`,
  where,
  order: 't.created_at, t.id',
});

const column = (
  name: string,
  kind: ExportedKind,
  pt: string,
  en: string,
  sql = `t.${name}`,
  mask: Mask = 'none',
): PackageColumn => ({
  ...{ name, field: name, kind, pt, en, mask },
  sql: kind === 'time' ? iso(sql) : kind === 'text' ? `(${sql})::text` : sql,
});

const id = column('id', 'id', 'ID', 'ID');
const createdAt = column('created_at', 'time', 'Criado em', 'Created at');
const author = (field: string, pt: string, en: string) =>
  column(
    'author',
    'text',
    pt,
    en,
    `(select u.name from users u where u.team_id = $team and u.id = t.${field})`,
    'name',
  );
const content = column('content', 'text', 'Texto', 'Text', 't.content', 'text');

const ofMembers = 't.user_id = any($users::uuid[])';
/** SQL: name of a record that the row refers to. */
const nameOf = (table: string, link: string, name = 'name') =>
  `(select o.${name} from ${table} o where o.team_id = $team and o.id = t.${link})`;
const ofClients = 't.client_id = any($clients::uuid[])';
/** SQL: ids of records of the person's clients. */
const idsOf = (table: string) =>
  `(select o.id from ${table} o where o.team_id = $team and o.client_id = any($clients::uuid[]))`;
const inProjects = `t.project_id in ${idsOf('projects')}`;
/** SQL: ids of records in projects of the person's clients. */
const idsInProjects = (table: string) =>
  `(select k.id from ${table} k where k.team_id = $team and k.project_id in ${idsOf('projects')})`;
const inConversations = 't.conversation_id = any($conversations::uuid[])';
/** Messages of the person: those of their conversations, and those that they wrote in groups. */
const ofPerson = (t: string) =>
  `(${t}.conversation_id = any($conversations::uuid[]) or ${t}.participant is not null and ${t}.participant::text ~* $pattern)`;

/** Contact cards are data of others. */
const isCard = `t.message_type = 'contacts'`;

export const packageSections: readonly PackageSection[] = [
  listSection('contacts', { pt: 'Contatos', en: 'Contacts' }, 't.id = any($contacts::uuid[])'),
  listSection('clients', { pt: 'Clientes', en: 'Clients' }, 't.id = any($clients::uuid[])'),
  {
    name: 'members',
    title: { pt: 'Participação na equipe', en: 'Membership of the team' },
    columns: [
      id,
      column('name', 'text', 'Nome', 'Name'),
      column('email', 'text', 'E-mail', 'Email'),
      column('role', 'text', 'Papel', 'Role'),
      createdAt,
      column('suspended_at', 'time', 'Suspenso em', 'Suspended at'),
    ],
    from: 'users t',
    where: 't.id = any($users::uuid[])',
    order: 't.created_at, t.id',
  },
  {
    // Rates and costs are the team's: LGPD, Art. 19, II protects its secrets.
    name: 'time_entries',
    title: { pt: 'Horas lançadas', en: 'Time entries' },
    columns: [
      id,
      column('started_at', 'time', 'Início', 'Start'),
      column('minutes', 'number', 'Minutos', 'Minutes', 'trim_scale(t.minutes)::float8'),
      column('task', 'text', 'Tarefa', 'Task', nameOf('tasks', 'task_id', 'title'), 'text'),
      column('project', 'text', 'Projeto', 'Project', nameOf('projects', 'project_id'), 'text'),
      column('note', 'text', 'Anotação', 'Note', 't.note', 'text'),
      createdAt,
    ],
    from: 'time_entries t',
    where: ofMembers,
    order: 't.started_at, t.id',
  },
  {
    name: 'absences',
    title: { pt: 'Ausências', en: 'Absences' },
    columns: [
      id,
      column('starts_on', 'date', 'Primeiro dia', 'First day', 't.starts_on::text'),
      column('ends_on', 'date', 'Último dia', 'Last day', 't.ends_on::text'),
      column('reason', 'text', 'Motivo', 'Reason'),
      column('note', 'text', 'Anotação', 'Note', 't.note', 'text'),
      createdAt,
    ],
    from: 'absences t',
    where: ofMembers,
    order: 't.starts_on, t.id',
  },
  listSection('deals', { pt: 'Negócios', en: 'Deals' }, ofClients),
  {
    name: 'contracts',
    title: { pt: 'Contratos', en: 'Contracts' },
    columns: [
      id,
      column('title', 'text', 'Título', 'Title', 't.title', 'text'),
      column('status', 'text', 'Situação', 'Status'),
      column('value', 'money', 'Valor', 'Value'),
      column('starts_on', 'date', 'Início', 'Start'),
      column('ends_on', 'date', 'Fim', 'End'),
      createdAt,
    ],
    from: 'contracts t',
    where: ofClients,
    order: 't.created_at, t.id',
  },
  listSection(
    'activities',
    { pt: 'Atividades', en: 'Activities' },
    `(${ofClients} or t.deal_id in ${idsOf('deals')} or t.contract_id in ${idsOf('contracts')})`,
  ),
  listSection('projects', { pt: 'Projetos', en: 'Projects' }, ofClients),
  listSection('tasks', { pt: 'Tarefas', en: 'Tasks' }, inProjects),
  listSection('campaigns', { pt: 'Campanhas', en: 'Campaigns' }, inProjects),
  {
    name: 'approvals',
    title: { pt: 'Respostas de aprovação', en: 'Approval answers' },
    columns: [
      column('title', 'text', 'Pedido', 'Request', 'r.title', 'text'),
      column('approver', 'text', 'Quem respondeu', 'Approver', 't.approver', 'name'),
      column('decision', 'text', 'Resposta', 'Answer'),
      column('comment', 'text', 'Comentário', 'Comment', 't.comment', 'text'),
      {
        ...column('address', 'text', 'Endereço IP', 'IP address', 'host(t.address)', 'person'),
        of: 'approver',
      },
      {
        ...column('user_agent', 'text', 'Navegador', 'Browser', 't.user_agent', 'person'),
        of: 'approver',
      },
      createdAt,
    ],
    from: 'approval_decisions t join approval_requests r on r.team_id = $team and r.id = t.request_id',
    where: 'r.client_id = any($clients::uuid[])',
    order: 't.created_at, t.id',
  },
  {
    name: 'comments',
    title: { pt: 'Comentários da equipe', en: 'Comments of the team' },
    columns: [
      column('record', 'text', 'Em', 'On', 't.record_type'),
      content,
      author('author_id', 'Quem escreveu', 'Author'),
      createdAt,
    ],
    from: 'comments t',
    where: `t.deleted_at is null and (t.contact_id = any($contacts::uuid[]) or t.client_id = any($clients::uuid[])
      or t.deal_id in ${idsOf('deals')} or t.project_id in ${idsOf('projects')} or t.activity_id in ${idsOf('activities')}
      or t.task_id in ${idsInProjects('tasks')} or t.campaign_id in ${idsInProjects('campaigns')})`,
    order: 't.created_at, t.id',
  },
  {
    name: 'conversations',
    title: { pt: 'Conversas', en: 'Conversations' },
    columns: [
      id,
      column('inbox', 'text', 'Caixa de entrada', 'Inbox', 'i.name'),
      column('push_name', 'text', 'Nome no aplicativo', 'Name in the app'),
      column('status', 'text', 'Situação', 'Status'),
      column('is_blocked', 'boolean', 'Bloqueada', 'Blocked'),
      column(
        'labels',
        'list',
        'Etiquetas',
        'Labels',
        `coalesce((select array_agg(l.name order by l.name) from labels l where l.team_id = $team and l.id = any(t.label_ids)), '{}')`,
        'text',
      ),
      author('assignee_id', 'Quem atende', 'Assignee'),
      column('last_message_at', 'time', 'Última mensagem', 'Last message'),
      createdAt,
    ],
    from: 'conversations t join inboxes i on i.team_id = $team and i.id = t.inbox_id',
    where: 't.id = any($conversations::uuid[])',
    order: 't.created_at, t.id',
  },
  {
    name: 'messages',
    title: { pt: 'Mensagens', en: 'Messages' },
    columns: [
      id,
      column('conversation_id', 'id', 'Conversa', 'Conversation'),
      column(
        'sender',
        'text',
        'De',
        'From',
        `case t.direction when 'incoming' then 'person' else 'team' end`,
      ),
      column('sent_at', 'time', 'Enviada em', 'Sent at', 'coalesce(t.sent_at, t.created_at)'),
      column('message_type', 'text', 'Tipo', 'Type'),
      column(
        'content',
        'text',
        'Texto',
        'Text',
        `case when not ${isCard} then t.content end`,
        'text',
      ),
      column(
        'details',
        'json',
        'Detalhes',
        'Details',
        `case when not ${isCard} then t.details end`,
        'text',
      ),
      column('referral', 'json', 'Anúncio de origem', 'Advertisement', 't.referral', 'text'),
      column(
        'reactions',
        'json',
        'Reações',
        'Reactions',
        'case when t.participant is null then t.reactions end',
        'text',
      ),
      column('status', 'text', 'Situação', 'Status'),
      column('edited_at', 'time', 'Editada em', 'Edited at'),
      column('revoked_at', 'time', 'Apagada em', 'Revoked at'),
      column('file', 'text', 'Arquivo', 'File', 'null'),
    ],
    from: `messages t left join message_media a on a.team_id = $team and a.message_id = t.id
      left join files f on f.team_id = $team and f.id = a.file_id and f.deleted_at is null`,
    where: ofPerson('t'),
    order: 't.conversation_id, coalesce(t.sent_at, t.created_at), t.created_at, t.id',
    file: { id: 'f.id', name: 'f.name' },
  },
  {
    name: 'earlier_texts',
    title: { pt: 'Textos antes de edições', en: 'Texts before edits' },
    columns: [
      column('message_id', 'id', 'Mensagem', 'Message'),
      content,
      column('until', 'time', 'Até', 'Until', 't.at'),
    ],
    from: 'message_versions t join messages m on m.team_id = $team and m.id = t.message_id',
    where: ofPerson('m'),
    order: 't.at, t.id',
  },
  {
    name: 'notes',
    title: { pt: 'Notas internas', en: 'Internal notes' },
    columns: [
      column('conversation_id', 'id', 'Conversa', 'Conversation'),
      content,
      author('author_id', 'Quem escreveu', 'Author'),
      createdAt,
    ],
    from: 'conversation_notes t',
    where: `t.deleted_at is null and ${inConversations}`,
    order: 't.created_at, t.id',
  },
  {
    name: 'scheduled_messages',
    title: { pt: 'Mensagens agendadas', en: 'Scheduled messages' },
    columns: [
      column('conversation_id', 'id', 'Conversa', 'Conversation'),
      content,
      column('status', 'text', 'Situação', 'Status'),
      column('scheduled_at', 'time', 'Agendada para', 'Scheduled for'),
    ],
    from: 'scheduled_messages t',
    where: inConversations,
    order: 't.created_at, t.id',
  },
];

/** Texts of other records that mention the person; package-texts.ts has their statements. */
export const textSection: Pick<PackageSection, 'name' | 'title' | 'columns'> = {
  name: 'texts',
  title: { pt: 'Outros textos que citam você', en: 'Texts of other records that mention you' },
  columns: [
    column('place', 'text', 'Registro', 'Record', '$place'),
    column('field', 'text', 'Campo', 'Field', '$field'),
    column('text', 'text', 'Texto', 'Text', 't.text', 'text'),
  ],
};

/** SQL: true if the bytes of file `f` with blob `b` may leave. */
const isServed = `b.stored_at is not null and (b.scan = 'clean' or b.scan is distinct from 'infected' and not $scans::boolean)`;

/** Column with the place of a file's bytes, which the archive does not show. */
export const storedAt = 'stored_at';

/** Files of the person. Their contents cannot be masked. */
export const fileSection: PackageSection = {
  name: 'files',
  title: { pt: 'Arquivos', en: 'Files' },
  columns: [
    id,
    column('name', 'text', 'Nome', 'Name', 't.name', 'text'),
    column('media_type', 'text', 'Tipo', 'Type'),
    column('bytes', 'number', 'Bytes', 'Bytes', 't.bytes::float8'),
    createdAt,
    column('file', 'text', 'Arquivo', 'File', 'null'),
    column(storedAt, 'text', '', '', `case when ${isServed} then b.place end`),
  ],
  from: `files t left join blobs b on b.team_id = $team and b.sha256 = t.sha256`,
  where: `t.deleted_at is null and (
    t.record_type = 'contacts' and t.record_id = any($contacts::uuid[])
    or t.record_type = 'clients' and t.record_id = any($clients::uuid[])
    or t.id in (select a.file_id from message_media a join messages m on m.team_id = $team and m.id = a.message_id
      where a.team_id = $team and a.file_id is not null and ${ofPerson('m')})
    or t.id in (select unnest(n.file_ids) from conversation_notes n
      where n.team_id = $team and n.deleted_at is null and n.conversation_id = any($conversations::uuid[])))`,
  order: 't.created_at, t.id',
  file: { id: 't.id', name: 't.name' },
};
