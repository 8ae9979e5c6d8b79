import { fold } from './fold.ts';
import type { MappedColumn, MappedRecord, Mapping } from './mapping.ts';
import { trelloColumns } from './trello.ts';
import { vcardColumns } from './vcard.ts';

/*
 * Exports of other products, recognized by the names of their columns.
 */

/** Records by short names, with their links. */
const shapes = {
  contact: [{ key: 'contact', resource: 'contacts', links: {} }],
  contactOfClient: [
    { key: 'client', resource: 'clients', links: {} },
    { key: 'contact', resource: 'contacts', links: { client_id: 'client' } },
  ],
  deal: [
    { key: 'client', resource: 'clients', links: {} },
    { key: 'contact', resource: 'contacts', links: { client_id: 'client' } },
    { key: 'deal', resource: 'deals', links: { client_id: 'client' } },
  ],
  client: [{ key: 'client', resource: 'clients', links: {} }],
  task: [{ key: 'task', resource: 'tasks', links: {} }],
} as const satisfies Record<string, readonly MappedRecord[]>;

interface Preset {
  readonly name: string;
  readonly records: readonly MappedRecord[];
  /** Names of columns that only this product's exports have together. */
  readonly required: readonly string[];
  /** Folded name → targets, separated by spaces. A name that ends with `*` matches any number in its place. */
  readonly columns: Readonly<Record<string, string>>;
}

const presets: readonly Preset[] = [
  {
    name: 'trello',
    records: shapes.task,
    required: trelloColumns.map(fold),
    columns: {
      id: 'task.external_id',
      board: 'task.project_name',
      name: 'task.title',
      desc: 'task.description',
      list: 'task.column',
      due: 'task.due_date',
      duecomplete: 'task.is_completed',
      labels: 'task.tags',
      members: 'task.assignee_member',
      checklists: 'task.checklist_markdown',
      attachments: 'task.attachments',
      comments: 'task.comments',
      closed: 'task.is_archived',
    },
  },
  {
    name: 'vcard',
    records: shapes.contact,
    required: vcardColumns.map(fold),
    columns: {
      uid: 'contact.external_id',
      fn: 'contact.custom_name',
      tel: 'contact.phone',
      org: 'contact.client_name',
      categories: 'contact.tags',
      note: 'contact.notes',
    },
  },
  {
    name: 'clickup',
    records: shapes.task,
    required: ['task id', 'task name', 'list name', 'space name'],
    columns: {
      'task id': 'task.external_id',
      'task name': 'task.title',
      'task content': 'task.description',
      status: 'task.column',
      'date created': 'task.created_at',
      'start date': 'task.start_date',
      'due date': 'task.due_date',
      'parent id': 'task.parent_name',
      attachments: 'task.attachments',
      assignees: 'task.assignee_member',
      tags: 'task.tags',
      priority: 'task.priority',
      'list name': 'task.project_name',
      'time estimated': 'task.estimated_hours',
      checklists: 'task.checklist_markdown',
      comments: 'task.comments',
      'time spent': 'task.actual_hours',
    },
  },
  {
    name: 'asana',
    records: shapes.task,
    required: ['task id', 'section/column', 'projects', 'completed at'],
    columns: {
      'task id': 'task.external_id',
      'created at': 'task.created_at',
      'completed at': 'task.completed_at',
      name: 'task.title',
      'section/column': 'task.column',
      assignee: 'task.assignee_member',
      'assignee email': 'task.assignee_member',
      'start date': 'task.start_date',
      'due date': 'task.due_date',
      tags: 'task.tags',
      notes: 'task.description',
      projects: 'task.project_name',
      'parent task': 'task.parent_name',
      priority: 'task.priority',
    },
  },
  {
    name: 'teamwork',
    records: shapes.task,
    required: ['task id', 'task list', 'task name', 'board column'],
    columns: {
      'task id': 'task.external_id',
      'task list': 'task.project_name',
      'task name': 'task.title',
      'task description': 'task.description',
      'start date': 'task.start_date',
      'due date': 'task.due_date',
      'assigned to': 'task.assignee_member',
      'board column': 'task.column',
      tags: 'task.tags',
    },
  },
  {
    name: 'pipedrive',
    records: shapes.deal,
    required: ['negocio - titulo', 'negocio - etapa'],
    columns: {
      'negocio - id': 'deal.external_id',
      'negocio - titulo': 'deal.title',
      'negocio - valor': 'deal.value',
      'negocio - etapa': 'deal.phase',
      'negocio - funil': 'deal.pipeline_name',
      'negocio - status': 'deal.outcome',
      'negocio - proprietario': 'deal.responsible_member',
      'negocio - negocio criado em': 'deal.created_at',
      'negocio - atualizado em': 'deal.updated_at',
      'negocio - ganho em': 'deal.won_at',
      'negocio - data de perda': 'deal.lost_at',
      'negocio - motivo da perda': 'deal.loss_reason',
      'negocio - data de fechamento esperada': 'deal.expected_close_date',
      'negocio - probabilidade': 'deal.probability',
      'negocio - etiqueta': 'deal.tags',
      'negocio - pessoa de contato': 'contact.custom_name',
      'negocio - organizacao': 'client.name',
      'pessoa - nome': 'contact.custom_name',
      'pessoa - telefone*': 'contact.phone',
      'pessoa - phone*': 'contact.phone',
      'pessoa - e-mail*': 'client.email',
      'pessoa - email*': 'client.email',
      'organizacao - nome': 'client.name',
      'organizacao - endereco': 'client.address',
    },
  },
  {
    name: 'pipedrive_people',
    records: shapes.contactOfClient,
    required: ['pessoa - nome', 'pessoa - telefone*'],
    columns: {
      'pessoa - id': 'contact.external_id',
      'pessoa - nome': 'contact.custom_name',
      'pessoa - telefone*': 'contact.phone',
      'pessoa - phone*': 'contact.phone',
      'pessoa - e-mail*': 'client.email',
      'pessoa - email*': 'client.email',
      'pessoa - organizacao': 'client.name',
      'organizacao - nome': 'client.name',
      'pessoa - etiqueta': 'contact.tags',
    },
  },
  {
    name: 'pipedrive_organizations',
    records: shapes.client,
    required: ['organizacao - nome', 'organizacao - id'],
    columns: {
      'organizacao - id': 'client.external_id',
      'organizacao - nome': 'client.name',
      'organizacao - endereco': 'client.address',
      'organizacao - etiqueta': 'client.tags',
    },
  },
  {
    name: 'rd_station',
    records: shapes.contactOfClient,
    required: ['email', 'nome', 'estagio no funil'],
    columns: {
      email: 'client.email',
      nome: 'contact.custom_name',
      telefone: 'contact.phone',
      celular: 'contact.phone',
      empresa: 'client.name',
      'estagio no funil': 'contact.tags',
      tags: 'contact.tags',
      'origem da primeira conversao': 'client.source',
    },
  },
  {
    name: 'kommo',
    records: shapes.contactOfClient,
    required: ['nome', 'empresa do contato', 'telefone comercial', 'email comercial'],
    columns: {
      id: 'contact.external_id',
      nome: 'contact.custom_name',
      'empresa do contato': 'client.name',
      'telefone comercial': 'contact.phone',
      'telefone celular': 'contact.phone',
      'email comercial': 'client.email',
      'email pessoal': 'client.email',
      tags: 'contact.tags',
    },
  },
  {
    name: 'hubspot',
    records: shapes.contactOfClient,
    required: ['first name', 'last name', 'email', 'lifecycle stage'],
    columns: {
      'record id': 'contact.external_id',
      'first name': 'contact.first_name',
      'last name': 'contact.last_name',
      email: 'client.email',
      'phone number': 'contact.phone',
      'mobile phone number': 'contact.phone',
      'company name': 'client.name',
      'lifecycle stage': 'contact.tags',
    },
  },
  {
    name: 'google_contacts',
    records: shapes.contact,
    required: ['first name', 'last name', 'phone 1 - value', 'labels'],
    columns: {
      'first name': 'contact.first_name',
      'middle name': 'contact.first_name',
      'last name': 'contact.last_name',
      'organization name': 'contact.client_name',
      notes: 'contact.notes',
      labels: 'contact.tags',
      'phone * - value': 'contact.phone',
    },
  },
  {
    name: 'google_contacts_before_2024',
    records: shapes.contact,
    required: ['name', 'given name', 'group membership', 'phone 1 - value'],
    columns: {
      name: 'contact.custom_name',
      notes: 'contact.notes',
      'group membership': 'contact.tags',
      'phone * - value': 'contact.phone',
      'organization 1 - name': 'contact.client_name',
    },
  },
];

export const presetNames = presets.map(({ name }) => name);

/** True if a name is a pattern's, in which `*` at its end is any suffix, and elsewhere any number. */
function matches(name: string, pattern: string): boolean {
  if (!pattern.includes('*')) return name === pattern;
  if (pattern.endsWith('*'))
    return name === pattern.slice(0, -1) || name.startsWith(`${pattern.slice(0, -1)} - `);
  const [before = '', after = ''] = pattern.split('*');
  return (
    name.startsWith(before) &&
    name.endsWith(after) &&
    /^\d+$/.test(name.slice(before.length, name.length - after.length))
  );
}

/** Names of columns as presets have them. */
const presetName = (name: string) =>
  fold(name)
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ');

/** Records that columns fill, with links among these only. */
export const linkedRecords = (
  records: readonly MappedRecord[],
  used: ReadonlySet<string>,
): MappedRecord[] =>
  records
    .filter(({ key }) => used.has(key))
    .map((record) => ({
      ...record,
      links: Object.fromEntries(Object.entries(record.links).filter(([, key]) => used.has(key))),
    }));

/** Maps the export of a product; undefined if it is none. @param chosen the product, even if columns are missing */
export function recognizePreset(
  names: readonly string[],
  chosen: string | null = null,
): Mapping | undefined {
  const compared = names.map(presetName);
  const preset = presets.find(({ name: preset, required }) =>
    chosen === null
      ? required.every((pattern) => compared.some((name) => matches(name, pattern)))
      : preset === chosen,
  );
  if (!preset) return undefined;
  const columns: MappedColumn[] = [];
  const patterns = Object.keys(preset.columns);
  for (const [column, name] of compared.entries()) {
    const pattern = patterns.find((each) => matches(name, each));
    const [record, field] = (pattern && preset.columns[pattern]?.split('.')) || [];
    if (record !== undefined && field !== undefined) columns.push({ column, record, field });
  }
  const used = new Set(columns.map(({ record }) => record));
  return {
    preset: preset.name,
    records: linkedRecords(preset.records, used),
    columns,
    unmapped: compared.flatMap((name, i) =>
      name === '' || columns.some(({ column }) => column === i) ? [] : [i],
    ),
    questions: [],
  };
}
