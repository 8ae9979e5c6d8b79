/*
 * Columns of exported records, for each kind of record that lists export. The import reads the same files: `export → empty team → import → export`
 * returns the same bytes. An export writes every column, or those that the user chose, in this order.
 */

/** Kinds of records that can be exported and imported, in the order in which their links resolve. */
export const exportedResources = [
  'clients',
  'contacts',
  'projects',
  'tasks',
  'deals',
  'campaigns',
  'activities',
] as const;
export type ExportedResource = (typeof exportedResources)[number];

/** Languages of the headers. */
export const exportLanguages = ['pt', 'en'] as const;
export type ExportLanguage = (typeof exportLanguages)[number];

/**
 * Decimal mark of `number` and `money` columns in CSV: spreadsheets in Portuguese would read 1.234 as a thousand. Their headers differ between the
 * languages, and so name the mark. There is no mark of thousands and no exponent.
 */
export const decimalMarks = { pt: ',', en: '.' } as const satisfies Record<ExportLanguage, string>;

/**
 * Kinds of values, as written in CSV:
 * - `id`: a UUID; the identity of a record across installations: the id in the Pauta from which it was first exported
 * - `text`: unchanged, with its line breaks
 * - `number`, `money`: digits with a {@link decimalMarks | decimal mark}
 * - `date`: `2026-11-30`
 * - `time`: `2026-11-30T12:00:00.000Z`
 * - `boolean`: `true`, `false`
 * - `list`: texts joined by {@link joinList}
 * - `json`: an object as JSON
 *
 * Texts and lists in CSV go through `guardFormula` (platform/csv.ts). XLSX has the same texts without it, as strings that no spreadsheet evaluates, and
 * true numbers, booleans, dates and times (UTC). An empty cell is null, or the empty list or object. JSON Lines has values of JSON, with
 * {@link ExportedColumn.name} as keys: lists are arrays, nulls are written.
 */
export type ExportedKind =
  | 'id'
  | 'text'
  | 'number'
  | 'money'
  | 'date'
  | 'time'
  | 'boolean'
  | 'list'
  | 'json';

export interface ExportedColumn {
  /** Unique in the resource: the key in JSON Lines and in the choice of columns. */
  readonly name: string;
  /** Field of the record. */
  readonly field: string;
  /**
   * Part of the field that the column holds: of a linked record its id, of a linked member the e-mail address, of the column of a board its slug, of an
   * address one of its keys. Without a part, a link is the name of the linked record.
   */
  readonly part?: string;
  readonly kind: ExportedKind;
  /** Header by language, unique in the resource. */
  readonly pt: string;
  readonly en: string;
  /** True if an import ignores the column: the service or the network sets the field, or it refers to something that no file brings along. */
  readonly isReadOnly?: true;
}

type Header = readonly [pt: string, en: string];

const column = (name: string, kind: ExportedKind, [pt, en]: Header): ExportedColumn => ({
  ...{ name, field: name, kind, pt, en },
});

const text = (name: string, ...header: Header) => column(name, 'text', header);
const number = (name: string, ...header: Header) => column(name, 'number', header);
const date = (name: string, ...header: Header) => column(name, 'date', header);
const time = (name: string, ...header: Header) => column(name, 'time', header);
const boolean = (name: string, ...header: Header) => column(name, 'boolean', header);
const list = (name: string, ...header: Header) => column(name, 'list', header);

const readOnly = (of: ExportedColumn): ExportedColumn => ({ ...of, isReadOnly: true });

/** Name and id of a linked record. */
const link = (name: string, ...[pt, en]: Header): readonly ExportedColumn[] => [
  { ...text(name, pt, en), field: `${name}_id` },
  { ...column(`${name}_id`, 'id', [`${pt} (ID)`, `${en} (ID)`]), part: 'id' },
];

/** Name and e-mail address of a member, or of several. */
const member = (
  name: string,
  field: string,
  [pt, en]: Header,
  kind: 'text' | 'list' = 'text',
): readonly ExportedColumn[] => [
  { ...column(name, kind, [pt, en]), field },
  { ...column(`${name}_email`, kind, [`${pt} (e-mail)`, `${en} (email)`]), field, part: 'email' },
];

const part = (field: string, key: string, ...header: Header): ExportedColumn => ({
  ...text(`${field}_${key}`, ...header),
  ...{ field, part: key },
});

const id = column('id', 'id', ['ID', 'ID']);
const tags = list('tags', 'Etiquetas', 'Tags');
const name = text('name', 'Nome', 'Name');
const title = text('title', 'Título', 'Title');
const description = text('description', 'Descrição', 'Description');
const status = text('status', 'Situação', 'Status');
const priority = text('priority', 'Prioridade', 'Priority');
const source = text('source', 'Origem', 'Source');
const notes = text('notes', 'Observações', 'Notes');
const startDate = date('start_date', 'Início', 'Start date');
const dueDate = date('due_date', 'Prazo', 'Due date');
const completedAt = time('completed_at', 'Concluído em', 'Completed at');
const client = link('client', 'Cliente', 'Client');
const project = link('project', 'Projeto', 'Project');
const createdBy = member('created_by', 'created_by', ['Criado por', 'Created by']).map(readOnly);
const times = [
  time('created_at', 'Criado em', 'Created at'),
  time('updated_at', 'Atualizado em', 'Updated at'),
];

/** Columns of each resource, in their order. */
export const exportedColumns: Readonly<Record<ExportedResource, readonly ExportedColumn[]>> = {
  clients: [
    id,
    text('type', 'Tipo', 'Type'),
    name,
    text('display_name', 'Nome de exibição', 'Display name'),
    text('email', 'E-mail', 'Email'),
    text('phone', 'Telefone', 'Phone'),
    text('mobile_phone', 'Celular', 'Mobile phone'),
    text('msgapp', 'Número de mensagens', 'Messaging number'),
    text('cpf', 'CPF', 'CPF'),
    text('rg', 'RG', 'RG'),
    date('birth_date', 'Nascimento', 'Date of birth'),
    text('gender', 'Gênero', 'Gender'),
    text('cnpj', 'CNPJ', 'CNPJ'),
    text('legal_name', 'Razão social', 'Legal name'),
    text('trade_name', 'Nome fantasia', 'Trade name'),
    text('state_registration', 'Inscrição estadual', 'State registration'),
    part('address', 'street', 'Rua', 'Street'),
    part('address', 'number', 'Número', 'Number'),
    part('address', 'complement', 'Complemento', 'Apartment, suite, etc.'),
    part('address', 'neighborhood', 'Bairro', 'Neighbourhood'),
    part('address', 'city', 'Cidade', 'City'),
    part('address', 'state', 'UF', 'State'),
    part('address', 'zip_code', 'CEP', 'Postal code (CEP)'),
    part('address', 'country', 'País', 'Country'),
    source,
    status,
    notes,
    tags,
    ...times,
  ],
  contacts: [
    id,
    text('phone', 'Telefone', 'Phone'),
    text('custom_name', 'Nome', 'Name'),
    readOnly(text('push_name', 'Nome no aplicativo', 'Name in the app')),
    notes,
    tags,
    ...client,
    ...times,
  ],
  projects: [
    id,
    name,
    text('slug', 'Endereço', 'Address'),
    text('key', 'Chave dos números', 'Key of the numbers'),
    description,
    status,
    priority,
    text('color', 'Cor', 'Colour'),
    startDate,
    dueDate,
    completedAt,
    text('briefing', 'Briefing', 'Briefing'),
    readOnly({ ...text('squad', 'Squad', 'Squad'), field: 'squad_id' }),
    ...client,
    ...createdBy,
    ...times,
  ],
  tasks: [
    id,
    readOnly(text('number', 'Número da tarefa', 'Task number')),
    title,
    description,
    ...project,
    ...link('parent', 'Tarefa principal', 'Parent task').map(readOnly),
    { ...text('pipeline', 'Quadro', 'Board'), field: 'pipeline_id' },
    text('column', 'Coluna', 'Column'),
    { ...text('column_slug', 'Coluna (código)', 'Column (code)'), field: 'column', part: 'slug' },
    number('position', 'Posição', 'Position'),
    priority,
    ...member('assignees', 'assignee_ids', ['Responsáveis', 'Assignees'], 'list'),
    ...member('reporter', 'reporter_id', ['Quem pediu', 'Reporter']),
    startDate,
    dueDate,
    number('estimated_hours', 'Horas estimadas', 'Estimated hours'),
    number('actual_hours', 'Horas realizadas', 'Actual hours'),
    tags,
    text('checklist_markdown', 'Checklist', 'Checklist'),
    completedAt,
    ...times,
  ],
  deals: [
    id,
    title,
    description,
    column('value', 'money', ['Valor', 'Value']),
    readOnly(text('currency', 'Moeda', 'Currency')),
    text('phase', 'Fase', 'Phase'),
    priority,
    status,
    number('probability', 'Probabilidade (%)', 'Probability (%)'),
    date('expected_close_date', 'Previsão de fechamento', 'Expected close date'),
    source,
    tags,
    boolean('is_starred', 'Com estrela', 'Starred'),
    ...client,
    ...member('responsible', 'responsible_id', ['Responsável', 'Owner']),
    text('loss_reason', 'Motivo da perda', 'Loss reason'),
    readOnly(text('ai_summary', 'Resumo por IA', 'AI summary')),
    readOnly(number('ai_win_probability', 'Chance de ganhar por IA', 'AI win probability (%)')),
    ...times,
  ],
  campaigns: [
    id,
    name,
    ...project,
    description,
    status,
    readOnly(text('approval_status', 'Resultado da aprovação', 'Approval result')),
    startDate,
    date('end_date', 'Fim', 'End date'),
    list('content_pillars', 'Pilares de conteúdo', 'Content pillars'),
    list('target_platforms', 'Plataformas', 'Platforms'),
    column('goals', 'json', ['Objetivos', 'Goals']),
    ...createdBy,
    ...times,
  ],
  activities: [
    id,
    title,
    text('type', 'Tipo', 'Type'),
    description,
    time('occurred_at', 'Quando', 'When'),
    number('duration_minutes', 'Duração (min)', 'Duration (min)'),
    boolean('is_completed', 'Concluída', 'Completed'),
    dueDate,
    priority,
    tags,
    ...client,
    ...link('deal', 'Negócio', 'Deal'),
    ...link('contract', 'Contrato', 'Contract').map(readOnly),
    ...member('assigned_to', 'assigned_to', ['Responsável', 'Assignee']),
    ...createdBy,
    ...times,
  ],
};

/** Fields that no export contains: they follow from other fields, or lead out of the service. */
export const unexportedFields: Readonly<Partial<Record<ExportedResource, readonly string[]>>> = {
  // The jid follows from the phone; the picture's address belongs to the network and expires.
  contacts: ['jid', 'profile_picture_url'],
  // The first of assignee_ids; dependencies are in the export of the team; only tasks outside the trash are exported.
  tasks: ['assignee_id', 'blocked_by_ids', 'deleted_at'],
};

/** Joins a list for a cell: `a, b`. A comma or backslash within a value follows a backslash. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(', ');

/** Reads a cell that {@link joinList} wrote. */
export function splitList(cell: string): string[] {
  const values: string[] = [];
  let value = '';
  for (let i = 0; i < cell.length; i += 1) {
    if (cell[i] === '\\' && i + 1 < cell.length) {
      i += 1;
      value += cell[i];
    } else if (cell[i] === ',') {
      values.push(value);
      value = '';
      if (cell[i + 1] === ' ') i += 1;
    } else value += cell[i];
  }
  if (cell !== '') values.push(value);
  return values;
}
