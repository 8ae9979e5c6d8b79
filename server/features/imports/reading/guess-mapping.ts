import { comparedName, type Meaning, readColumnName } from './column-names.ts';
import { fold } from './fold.ts';
import {
  type ImportedResource,
  importedResources,
  type MappedColumn,
  type MappedRecord,
  type Mapping,
  type MappingQuestion,
} from './mapping.ts';
import { recognizePauta } from './pauta.ts';
import { linkedRecords, recognizePreset } from './presets.ts';
import {
  dayOrderOf,
  isBlank,
  readChoice,
  readDate,
  readEmail,
  readNumber,
  readPhone,
  readTaxId,
  readYesNo,
  splitEmails,
  splitPhones,
} from './values.ts';

/*
 * Guesses the mapping of any spreadsheet from the names of its columns, the shapes of their values, and the names of the file and the sheet. A guess that
 * nothing confirms becomes a question.
 */

/** A table as the guess sees it. */
export interface GuessedTable {
  /** Names of the columns; null if the table has no header. */
  readonly names: readonly string[] | null;
  /** First records. */
  readonly rows: readonly (readonly string[])[];
  readonly fileName?: string | undefined;
  readonly sheet?: string | null | undefined;
  /** Chosen by the user. */
  readonly resource?: ImportedResource | undefined;
  /** Product whose export it is, chosen by the user. */
  readonly preset?: string | null;
}

type Shape = 'email' | 'phone' | 'cpf' | 'cnpj' | 'date' | 'number' | 'state' | 'text' | 'none';

const federalStates = new Set(
  'ac al ap am ba ce df es go ma mt ms mg pa pb pr pe pi rj rn rs ro rr sc sp se to'.split(' '),
);

/** Share of the cells that a test accepts. */
const share = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(test).length / cells.length;

const isEmail = (cell: string) => splitEmails(cell).some((part) => !readEmail(part).problem);
const isPhone = (cell: string) =>
  splitPhones(cell).some((part) => {
    const code = readPhone(part).problem?.code;
    return code === undefined || code === 'area_code_missing' || code === 'exponent';
  });
const isTaxId = (kind: 'cpf' | 'cnpj') => (cell: string) => {
  const reading = readTaxId(cell, [kind]);
  return reading.problem === undefined || reading.problem.code === 'lost_zeros';
};
const isDate = (cell: string) => {
  const { problem } = readDate(cell);
  return problem === undefined || problem.code === 'impossible_date';
};
const isYesOrNo = (cell: string) => readYesNo(cell).problem === undefined;
const isNumber = (cell: string) => readNumber(cell).problem === undefined;

const shapeTests: readonly (readonly [Shape, (cell: string) => boolean])[] = [
  ['email', isEmail],
  ['cnpj', isTaxId('cnpj')],
  ['cpf', isTaxId('cpf')],
  ['state', (cell) => federalStates.has(fold(cell))],
  ['date', (cell) => isDate(cell) && /\D/.test(cell)],
  ['phone', isPhone],
  ['number', isNumber],
];

function shapeOf(cells: readonly string[]): Shape {
  if (cells.length === 0) return 'none';
  return shapeTests.find(([, test]) => share(cells, test) >= 0.75)?.[0] ?? 'text';
}

interface Column {
  readonly index: number;
  readonly name: string;
  readonly cells: readonly string[];
  readonly shape: Shape;
  readonly meaning: Meaning | undefined;
  /** Person of the row: `2` in “Telefone 2”, `socio` in “Telefone do sócio”. Empty for the first. */
  readonly person: string;
}

/** Roles of people in names of columns, such as “E-mail do financeiro”. */
const role =
  /^(?<stem>.+?) (?:do |da |de )?(?<role>socio|socia|financeiro|marketing|conjuge|gerente|diretor|diretora|esposa|marido|assistente|secretaria|decisor|influenciador)(?: (?<n>\d))?$/;

const personal = new Set<Meaning>([
  'name',
  'contact',
  'phone',
  'mobile',
  'whatsapp',
  'email',
  'job',
  'cpf',
  'birth_date',
]);

/** Meaning by the values where a name has several. */
function resolveMeaning(
  meaning: Meaning | undefined,
  name: string,
  shape: Shape,
): Meaning | undefined {
  switch (meaning) {
    case undefined:
      // A column without a name is known by its values alone.
      if (name !== '') return undefined;
      return shape === 'email' || shape === 'phone' || shape === 'cpf' || shape === 'cnpj'
        ? shape
        : undefined;
    case 'contact':
      return shape === 'phone' ? 'phone' : shape === 'email' ? 'email' : meaning;
    case 'estado':
      return shape === 'state' ? 'state' : 'status';
    case 'whatsapp':
      return comparedName(name) === 'numero' && shape !== 'phone' ? 'number' : meaning;
    case 'cpf':
      return shape === 'cnpj' ? 'tax_id' : meaning;
    case 'cnpj':
      return shape === 'cpf' ? 'tax_id' : meaning;
    default:
      return meaning;
  }
}

function readColumns({ names, rows }: GuessedTable): Column[] {
  const width = Math.max(names?.length ?? 0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, index) => {
    const name = names?.[index] ?? '';
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => !isBlank(cell));
    const shape = shapeOf(cells);
    const compared = comparedName(name);
    let named = readColumnName(name);
    let person = named && named.ordinal > 1 ? String(named.ordinal) : '';
    const match = role.exec(compared)?.groups;
    if (match?.stem !== undefined && (!named || named.isMisspelt)) {
      const stem = readColumnName(match.stem);
      if (stem && personal.has(stem.meaning)) {
        named = stem;
        person = `${match.role}${match.n ?? ''}`;
      }
    }
    return {
      index,
      name,
      cells,
      shape,
      meaning: resolveMeaning(named?.meaning, name, shape),
      person,
    };
  });
  // A number next to no street is one of an invoice or a list.
  const hasStreet = columns.some(({ meaning }) => meaning === 'street' || meaning === 'address');
  return columns.map((column) =>
    column.meaning === 'number' && !hasStreet ? { ...column, meaning: undefined } : column,
  );
}

/** Meaning → weight as evidence for each resource. */
const evidence: Record<ImportedResource, Partial<Record<Meaning, number>>> = {
  contacts: {
    name: 1,
    first_name: 2,
    last_name: 1,
    contact: 1.5,
    phone: 1.5,
    mobile: 2,
    whatsapp: 2,
    email: 0.5,
    company: 1,
    job: 2,
    tags: 0.5,
    notes: 0.3,
    birth_date: 0.5,
  },
  clients: {
    name: 0.8,
    client: 1.5,
    company: 1,
    legal_name: 5,
    trade_name: 4,
    cnpj: 4,
    cpf: 3,
    tax_id: 4,
    state_registration: 3,
    city_registration: 2,
    rg: 2,
    person_type: 3,
    address: 2,
    street: 2,
    neighborhood: 1,
    city: 1,
    state: 0.7,
    zip_code: 1,
    email: 1,
    phone: 0.8,
    mobile: 0.8,
    whatsapp: 0.8,
    contact: 0.5,
    source: 0.5,
    status: 0.5,
    birth_date: 1,
    notes: 0.3,
  },
  deals: {
    deal: 5,
    phase: 4,
    pipeline: 4,
    value: 3,
    probability: 4,
    expected_close_date: 4,
    loss_reason: 4,
    owner: 1,
    client: 0.8,
    company: 0.5,
    source: 0.7,
    won_at: 3,
    lost_at: 3,
    contact: 0.5,
  },
  tasks: {
    task: 5,
    assignee: 3,
    column: 2.5,
    due_date: 2,
    estimated_hours: 3,
    actual_hours: 3,
    priority: 1.5,
    project: 1,
    title: 1,
    checklist: 4,
    reporter: 2,
    description: 0.5,
    completed_at: 0.7,
    is_completed: 1,
    parent: 4,
    owner: 0.8,
    status: 0.8,
    client: 0.3,
    tags: 0.3,
  },
  projects: {
    project: 4.2,
    start_date: 1.5,
    due_date: 1.2,
    end_date: 1.5,
    status: 1,
    client: 0.8,
    description: 0.5,
    priority: 0.7,
    budget: 1,
    value: 0.5,
    completed_at: 0.5,
    owner: 0.5,
  },
  campaigns: {
    campaign: 6,
    platforms: 4,
    pillars: 4,
    goals: 2.5,
    budget: 2,
    start_date: 1,
    end_date: 1,
    project: 0.5,
    client: 0.5,
    status: 0.5,
  },
  activities: {
    activity: 5,
    activity_type: 5,
    date: 2,
    time: 3,
    duration: 3.5,
    title: 1,
    client: 0.8,
    contact: 0.5,
    notes: 0.5,
    type: 1,
    description: 0.3,
    deal: 0.5,
  },
};

/** Words in names of files and sheets. */
const topics: readonly (readonly [ImportedResource, RegExp])[] = [
  ['tasks', /tarefa|demanda|pauta|cronograma|task|to ?do|kanban|backlog|entregas/],
  ['deals', /negocio|oportunidade|funil|proposta|pipeline|venda|deal|negociac/],
  ['campaigns', /campanha|campaign|midia/],
  ['activities', /atividade|reunio|compromisso|visita|activit|ligac|follow/],
  ['projects', /projeto|project|\bjobs?\b/],
  ['clients', /client|customer|carteira|cadastro|empresas|anunciante/],
  [
    'contacts',
    /contato|contact|lead|agenda|telefone|whatsapp|lista|people|pessoas|prospec|inscri|convidad|participante/,
  ],
];

const topicsOf = (text: string) =>
  topics.filter(([, pattern]) => pattern.test(fold(text))).map(([resource]) => resource);

/** Meanings of which a table of a resource has one. */
const required: Record<ImportedResource, readonly (readonly Meaning[])[]> = {
  contacts: [['phone', 'mobile', 'whatsapp']],
  clients: [['name', 'client', 'company', 'legal_name', 'trade_name', 'first_name', 'contact']],
  deals: [['deal', 'title', 'name', 'client', 'company']],
  tasks: [['task', 'title', 'name', 'activity']],
  projects: [['project', 'name', 'title']],
  campaigns: [['campaign', 'name', 'title']],
  activities: [
    ['activity', 'title', 'name', 'activity_type', 'type', 'notes', 'description', 'task'],
  ],
};

/** Meanings that only deals have. */
const ofDeals: readonly Meaning[] = [
  'deal',
  'phase',
  'pipeline',
  'probability',
  'expected_close_date',
  'loss_reason',
];

function decideResource(
  columns: readonly Column[],
  { fileName = '', sheet, resource }: GuessedTable,
): { resource: ImportedResource; rivals: readonly ImportedResource[] } {
  if (resource) return { resource, rivals: [] };
  const meanings = new Set(columns.flatMap(({ meaning }) => meaning ?? []));
  const named = topicsOf(sheet ?? '');
  const fromFile = topicsOf(fileName.replace(/\.[^.]*$/, ''));
  const scores = importedResources
    .map((each) => {
      const isPossible = required[each].every((one) =>
        one.some((meaning) => meanings.has(meaning)),
      );
      let score = 0;
      for (const meaning of meanings) score += evidence[each][meaning] ?? 0;
      if (named[0] === each) score += 3;
      if (fromFile[0] === each) score += 3;
      return { each, score: isPossible ? score : 0 };
    })
    .sort((a, b) => b.score - a.score);
  const [first, second] = scores;
  const best = first?.each ?? 'contacts';
  // Amounts of clients are in invoices and contracts, too.
  const isDeal =
    best !== 'deals' ||
    named[0] === 'deals' ||
    fromFile[0] === 'deals' ||
    ofDeals.some((meaning) => meanings.has(meaning));
  // People with phones are contacts or clients: both need a clear lead.
  const isClear =
    isDeal &&
    first !== undefined &&
    first.score >= 2.5 &&
    first.score - (second?.score ?? 0) >= 1.2;
  return {
    resource: best,
    rivals: isClear ? [] : scores.filter(({ score }) => score > 0).map(({ each }) => each),
  };
}

type Fields = Partial<Record<Meaning, string>>;

const phoneFields = { phone: 'phone', mobile: 'phone', whatsapp: 'phone' } as const;

/** Keys of the record that a resource's tables are about. */
const mainKeys: Record<ImportedResource, string> = {
  contacts: 'contact',
  clients: 'client',
  projects: 'project',
  tasks: 'task',
  deals: 'deal',
  campaigns: 'campaign',
  activities: 'activity',
};

/** Meaning → field of the main record. */
const fields: Record<ImportedResource, Fields> = {
  contacts: {
    ...phoneFields,
    id: 'external_id',
    name: 'custom_name',
    contact: 'custom_name',
    first_name: 'first_name',
    middle_name: 'first_name',
    last_name: 'last_name',
    notes: 'notes',
    description: 'notes',
    tags: 'tags',
  },
  clients: {
    id: 'external_id',
    name: 'name',
    client: 'name',
    company: 'name',
    legal_name: 'legal_name',
    trade_name: 'trade_name',
    first_name: 'first_name',
    middle_name: 'first_name',
    last_name: 'last_name',
    nickname: 'display_name',
    email: 'email',
    phone: 'phone',
    mobile: 'mobile_phone',
    whatsapp: 'msgapp',
    cpf: 'cpf',
    cnpj: 'cnpj',
    tax_id: 'tax_id',
    rg: 'rg',
    birth_date: 'birth_date',
    gender: 'gender',
    person_type: 'type',
    state_registration: 'state_registration',
    address: 'address',
    street: 'address.street',
    number: 'address.number',
    complement: 'address.complement',
    neighborhood: 'address.neighborhood',
    city: 'address.city',
    state: 'address.state',
    zip_code: 'address.zip_code',
    country: 'address.country',
    source: 'source',
    status: 'status',
    notes: 'notes',
    description: 'notes',
    tags: 'tags',
    created_at: 'created_at',
  },
  deals: {
    id: 'external_id',
    deal: 'title',
    title: 'title',
    name: 'title',
    value: 'value',
    phase: 'phase',
    pipeline: 'pipeline_name',
    priority: 'priority',
    probability: 'probability',
    expected_close_date: 'expected_close_date',
    due_date: 'expected_close_date',
    owner: 'responsible_member',
    assignee: 'responsible_member',
    source: 'source',
    client: 'client_name',
    company: 'client_name',
    loss_reason: 'loss_reason',
    tags: 'tags',
    won_at: 'won_at',
    lost_at: 'lost_at',
    description: 'description',
    notes: 'description',
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  tasks: {
    id: 'external_id',
    task: 'title',
    title: 'title',
    name: 'title',
    activity: 'title',
    description: 'description',
    notes: 'description',
    project: 'project_name',
    column: 'column',
    phase: 'column',
    status: 'column',
    priority: 'priority',
    assignee: 'assignee_member',
    assignee_email: 'assignee_member',
    owner: 'assignee_member',
    reporter: 'reporter_member',
    start_date: 'start_date',
    due_date: 'due_date',
    end_date: 'due_date',
    estimated_hours: 'estimated_hours',
    actual_hours: 'actual_hours',
    tags: 'tags',
    checklist: 'checklist_markdown',
    completed_at: 'completed_at',
    is_completed: 'is_completed',
    parent: 'parent_name',
    created_at: 'created_at',
  },
  projects: {
    id: 'external_id',
    project: 'name',
    name: 'name',
    title: 'name',
    client: 'client_name',
    company: 'client_name',
    description: 'description',
    notes: 'description',
    status: 'status',
    phase: 'status',
    priority: 'priority',
    start_date: 'start_date',
    due_date: 'due_date',
    end_date: 'due_date',
    expected_close_date: 'due_date',
    completed_at: 'completed_at',
    created_at: 'created_at',
  },
  campaigns: {
    id: 'external_id',
    campaign: 'name',
    name: 'name',
    title: 'name',
    project: 'project_name',
    client: 'client_name',
    company: 'client_name',
    description: 'description',
    notes: 'description',
    status: 'status',
    start_date: 'start_date',
    end_date: 'end_date',
    due_date: 'end_date',
    pillars: 'content_pillars',
    platforms: 'target_platforms',
    goals: 'goals',
    budget: 'budget',
    value: 'budget',
  },
  activities: {
    id: 'external_id',
    activity: 'title',
    title: 'title',
    task: 'title',
    activity_type: 'type',
    type: 'type',
    description: 'description',
    notes: 'description',
    date: 'occurred_at',
    time: 'time',
    duration: 'duration_minutes',
    is_completed: 'is_completed',
    status: 'is_completed',
    due_date: 'due_date',
    priority: 'priority',
    tags: 'tags',
    client: 'client_name',
    company: 'client_name',
    deal: 'deal_name',
    owner: 'assigned_member',
    assignee: 'assigned_member',
  },
};

/** Fields that several columns fill together. */
const joint = new Set([
  'phone',
  'mobile_phone',
  'msgapp',
  'email',
  'tags',
  'notes',
  'description',
  'first_name',
  'address',
  'assignee_member',
  'target_platforms',
  'content_pillars',
]);

/** Names of a row, the best first: the second one of a field is another name, not another value. */
const preference: readonly Meaning[] = [
  'task',
  'deal',
  'campaign',
  'project',
  'activity',
  'title',
  'client',
  'company',
  'name',
  'contact',
  'column',
  'phase',
  'due_date',
  'end_date',
  'status',
];

/** Tests of the values of a meaning. At least half of them must pass. */
const expected: Partial<Record<Meaning, (cell: string) => boolean>> = {
  email: isEmail,
  phone: isPhone,
  mobile: isPhone,
  whatsapp: isPhone,
  cpf: (cell) => readTaxId(cell).problem?.code !== 'not_a_tax_id',
  cnpj: (cell) => readTaxId(cell).problem?.code !== 'not_a_tax_id',
  tax_id: (cell) => readTaxId(cell).problem?.code !== 'not_a_tax_id',
  value: isNumber,
  budget: isNumber,
  probability: isNumber,
  birth_date: isDate,
  expected_close_date: isDate,
  start_date: isDate,
  due_date: isDate,
  end_date: isDate,
  completed_at: isDate,
  created_at: isDate,
  date: isDate,
  name: (cell) => !isEmail(cell) && !isNumber(cell),
  client: (cell) => !isEmail(cell) && !isNumber(cell),
  company: (cell) => !isEmail(cell) && !isNumber(cell),
};

const dated = new Set<Meaning>([
  'birth_date',
  'expected_close_date',
  'start_date',
  'due_date',
  'end_date',
  'completed_at',
  'created_at',
  'date',
  'won_at',
  'lost_at',
  'updated_at',
]);

const isName = (meaning: Meaning | undefined) =>
  meaning === 'name' || meaning === 'contact' || meaning === 'first_name';
const isNumberOfPerson = (meaning: Meaning | undefined) =>
  meaning === 'phone' || meaning === 'mobile' || meaning === 'whatsapp';

/** Decides the records of a row, and for each column its record and its field. */
function assign(columns: readonly Column[], resource: ImportedResource) {
  const has = (test: (meaning: Meaning | undefined) => boolean, person = '') =>
    columns.some((column) => column.person === person && test(column.meaning));
  const hasOrganization = has(
    (meaning) =>
      meaning === 'company' ||
      meaning === 'legal_name' ||
      meaning === 'trade_name' ||
      meaning === 'client',
  );
  const main = mainKeys[resource];
  const hasContact =
    resource === 'contacts' ||
    ((resource === 'clients' || resource === 'deals') &&
      has(isNumberOfPerson) &&
      (has((meaning) => meaning === 'contact') ||
        (resource === 'clients' && hasOrganization && has(isName))));
  const isPersonOf = (meaning: Meaning | undefined) =>
    hasContact &&
    (isNumberOfPerson(meaning) ||
      meaning === 'contact' ||
      (resource !== 'deals' && hasOrganization && isName(meaning)));
  const hasClient =
    resource === 'clients' ||
    (resource === 'contacts' && hasOrganization) ||
    (resource === 'deals' && hasContact && hasOrganization);
  const records: MappedRecord[] = [];
  if (hasClient) records.push({ key: 'client', resource: 'clients', links: {} });
  const ofClient = hasClient ? { client_id: 'client' } : {};
  if (hasContact) records.push({ key: 'contact', resource: 'contacts', links: ofClient });
  if (resource !== 'clients' && resource !== 'contacts')
    records.push({ key: main, resource, links: resource === 'deals' ? ofClient : {} });
  /** Further people of the row: those with a name. */
  const people = new Map<string, string>();
  for (const { person, meaning } of columns)
    if (
      person !== '' &&
      isName(meaning) &&
      !people.has(person) &&
      (hasContact || resource === 'clients') &&
      has(isNumberOfPerson, person)
    ) {
      const key = `contact${people.size + (hasContact ? 2 : 1)}`.replace(/contact1$/, 'contact');
      people.set(person, key);
      records.push({ key, resource: 'contacts', links: ofClient });
    }
  const target = ({ meaning, person }: Column): { record: string; field: string } | undefined => {
    if (!meaning) return undefined;
    const further = people.get(person);
    if (further !== undefined) {
      if (meaning === 'email') return hasClient ? { record: 'client', field: 'email' } : undefined;
      const field = fields.contacts[meaning];
      return field === undefined ? undefined : { record: further, field };
    }
    if (isPersonOf(meaning) || resource === 'contacts') {
      const field = fields.contacts[meaning];
      const belongsToClient =
        !isPersonOf(meaning) &&
        hasClient &&
        fields.clients[meaning] !== undefined &&
        (field === undefined || meaning === 'client' || meaning === 'company');
      if (belongsToClient) return { record: 'client', field: fields.clients[meaning] ?? 'notes' };
      if (field !== undefined) return { record: 'contact', field };
      return undefined;
    }
    if (
      resource === 'deals' &&
      hasClient &&
      (meaning === 'client' ||
        meaning === 'company' ||
        meaning === 'email' ||
        meaning === 'cnpj' ||
        meaning === 'cpf' ||
        meaning === 'tax_id')
    )
      return { record: 'client', field: fields.clients[meaning] ?? 'notes' };
    const field = fields[resource][meaning];
    return field === undefined
      ? undefined
      : { record: resource === 'clients' ? 'client' : main, field };
  };
  return { records, target, people };
}

/** Fields that a column may be mapped to instead, for a question. */
const alternatives = (resource: ImportedResource, field: string | undefined) =>
  [field, ...new Set(Object.values(fields[resource]))]
    .filter((each): each is string => each !== undefined)
    .slice(0, 8);

/** Gives a client without a name its legal name, or else its trade name, as its name. */
function withClientName(mapped: readonly MappedColumn[]): MappedColumn[] {
  const ofClient = mapped.filter(({ record }) => record === 'client');
  const has = (field: string) => ofClient.some((column) => column.field === field);
  if (has('name') || has('first_name')) return [...mapped];
  const second = has('legal_name') ? 'legal_name' : 'trade_name';
  return mapped.map((column) =>
    column.record === 'client' && column.field === second ? { ...column, field: 'name' } : column,
  );
}

/** Field of a deal's state: its outcome or, in many spreadsheets, its phase. */
const stateField = (cells: readonly string[]) =>
  share(cells, (cell) => !readChoice(cell, 'deal_outcome').problem) >= 0.75 ? 'outcome' : 'phase';

const states = new Set<Meaning>(['column', 'phase', 'status']);
const ends = new Set<Meaning>(['due_date', 'end_date', 'expected_close_date', 'date']);

/** True if both columns may fill a field and the earlier one is meant for it: a status next to a column is no conflict. */
const isLessSpecific = (meaning: Meaning, earlier: Meaning | undefined) =>
  earlier !== undefined &&
  earlier !== meaning &&
  [states, ends].some((group) => group.has(meaning) && group.has(earlier));

/** Share of the columns that a mapping needs to be certain. */
const minKnown = 0.55;

/** Guesses the mapping of a table; recognizes the exports of products. */
export function guessMapping(table: GuessedTable): Mapping {
  const { names, rows, preset: chosen = null } = table;
  const ofPauta = names && chosen === null ? recognizePauta(names, rows) : undefined;
  const preset = ofPauta ?? (names ? recognizePreset(names, chosen) : undefined);
  if (preset) return preset;
  const columns = readColumns(table);
  const { resource, rivals } = decideResource(columns, table);
  const { records, target, people } = assign(columns, resource);
  const mapped: MappedColumn[] = [];
  const questions: MappingQuestion[] = [];
  const ask = (column: number, choices: readonly string[]) =>
    questions.push({ code: 'column', column, choices });
  const rankOf = ({ meaning }: Column) => {
    const rank = meaning ? preference.indexOf(meaning) : -1;
    return rank < 0 ? preference.length : rank;
  };
  const taken = new Map<string, Column>();
  for (const column of columns.toSorted((a, b) => rankOf(a) - rankOf(b) || a.index - b.index)) {
    const wanted =
      column.meaning === 'status' && resource === 'deals'
        ? { record: 'deal', field: stateField(column.cells) }
        : target(column);
    const { meaning } = column;
    // A person responsible for a client may be a person of the client or of the agency.
    if (meaning === 'owner' && (resource === 'clients' || resource === 'contacts')) {
      ask(column.index, ['notes', 'custom_name']);
      continue;
    }
    if (!wanted || !meaning) continue;
    // A phone of a partner without a name, or a name without a phone, makes no contact.
    if (/\D/.test(column.person) && !people.has(column.person)) {
      ask(column.index, ['notes', wanted.field]);
      continue;
    }
    const { record, field } = wanted;
    const place = `${record}.${field}`;
    const earlier = taken.get(place);
    const test = field === 'is_completed' ? isYesOrNo : expected[meaning];
    if (column.cells.length > 0 && test && share(column.cells, test) < 0.5) {
      ask(column.index, alternatives(resource, field));
      continue;
    }
    if (earlier && !joint.has(field)) {
      if (!isLessSpecific(meaning, earlier.meaning))
        ask(column.index, alternatives(resource, field));
      continue;
    }
    if (dated.has(meaning) && !dayOrderOf(column.cells).isCertain)
      questions.push({ code: 'date_order', column: column.index, choices: ['dmy', 'mdy'] });
    taken.set(place, column);
    mapped.push({ column: column.index, record, field });
  }
  mapped.sort((a, b) => a.column - b.column);
  const used = new Set(mapped.map(({ record }) => record));
  const named = columns.filter(({ name, cells }) => name !== '' || cells.length > 0);
  // A table of which half is unknown, or which has no names, may be about something else.
  const isDoubtful = !table.names || mapped.length < named.length * minKnown;
  if (rivals.length > 0 || (isDoubtful && !table.resource))
    questions.unshift({
      code: 'resource',
      column: null,
      choices: rivals.length > 0 ? rivals : [resource],
    });
  return {
    preset: null,
    records: linkedRecords(records, used),
    columns: withClientName(mapped),
    unmapped: columns.flatMap(({ index, name, cells }) =>
      mapped.some(({ column }) => column === index) || (name === '' && cells.length === 0)
        ? []
        : [index],
    ),
    questions,
  };
}
