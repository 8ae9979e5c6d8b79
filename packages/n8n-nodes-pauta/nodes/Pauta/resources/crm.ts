import { choice, day, group, longText, moment, needed, number, text, word, yes } from '../fields';
import { create, get, getMany, type Names, type Resource, remove, update } from '../operations';
import { client, clientType, deal, description, search, tags, updatedSince, user } from './common';

const clients: Names = {
  one: 'client',
  many: 'clients',
  url: '/v1/clients',
  searched: 'searchClients',
};
const contacts: Names = {
  one: 'contact',
  many: 'contacts',
  url: '/v1/msgapp/contacts',
  searched: 'searchContacts',
};
const deals: Names = { one: 'deal', many: 'deals', url: '/v1/deals', searched: 'searchDeals' };
const activities: Names = {
  one: 'activity',
  many: 'activities',
  url: '/v1/activities',
  searched: 'searchActivities',
};

const source = text('source', 'Where it came from');
const notes = longText('notes', 'Notes of the team');

const clientFields = [
  text('display_name', 'The name that the team uses'),
  text('email', '', { placeholder: 'name@email.com' }),
  text('phone', ''),
  text('mobile_phone', ''),
  text('msgapp', 'The number on the messaging network'),
  text('cpf', '11 digits, with or without punctuation. Persons only.'),
  text('rg', 'Persons only'),
  day('birth_date', 'Persons only'),
  text('gender', 'Persons only'),
  text('cnpj', '12 letters or digits and 2 digits, with or without punctuation. Companies only.'),
  text('legal_name', 'Companies only'),
  text('trade_name', 'Companies only'),
  text('state_registration', 'Companies only'),
  group(
    'address',
    ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code', 'country'],
    'Replaces the whole address',
  ),
  source,
  notes,
  tags,
];

const clientStatus = choice('status', ['active', 'inactive'], 'active', 'The state of the client');
const name = (what: string) => text('name', what);
const title = text('title', 'What it is about');

const clientResource: Resource = {
  value: 'client',
  name: 'Client',
  operations: [
    create(
      clients,
      [needed(clientType), needed(name('The full name of a person, the legal name of a company'))],
      clientFields,
    ),
    get(clients),
    getMany(
      clients,
      [clientType, clientStatus, search('name, e-mail, CPF and CNPJ'), updatedSince],
      ['full_name', 'email', 'created_at', 'updated_at', 'is_active'],
    ),
    remove(clients, 'Deactivate'),
    update(clients, [
      name('The full name of a person, the legal name of a company'),
      {
        ...clientType,
        property: { ...clientType.property, description: 'Clears the fields of the other type' },
      },
      clientStatus,
      ...clientFields,
    ]),
  ],
};

const contactFields = [text('custom_name', 'The name that the team uses'), notes, tags, client];

const contact: Resource = {
  value: 'contact',
  name: 'Contact',
  operations: [
    create(
      contacts,
      [
        needed(
          text('phone', '10 to 15 digits with the country code', { placeholder: '5511999998888' }),
        ),
      ],
      contactFields,
    ),
    get(contacts),
    getMany(
      contacts,
      [
        word('tag', 'searchTags', 'Only contacts with this tag', 'vip'),
        client,
        search('names and phone'),
        updatedSince,
      ],
      ['push_name', 'custom_name', 'phone', 'created_at', 'updated_at'],
    ),
    remove(contacts, 'Delete'),
    update(contacts, contactFields),
  ],
};

const dealStatus = choice(
  'status',
  [
    ['arquivado', 'Archived'],
    ['ativo', 'Open'],
  ],
  'ativo',
  'The state of the deal',
);
const phase = word(
  'phase',
  'searchPhases',
  'The phase of the sale. Another name than those of the list adds a column to the board.',
  'proposta',
);
const responsible = user('responsible_id', 'The user who is responsible for the sale');
const dealFields = [
  description,
  number('value', 'In BRL, with at most two decimals', {
    typeOptions: { minValue: 0, numberPrecision: 2 },
  }),
  phase,
  choice(
    'priority',
    [
      ['alta', 'High'],
      ['baixa', 'Low'],
      ['media', 'Medium'],
    ],
    'media',
    'How urgent it is',
  ),
  dealStatus,
  number('probability', 'The chance of winning, in per cent', {
    typeOptions: { minValue: 0, maxValue: 100 },
  }),
  day('expected_close_date', 'When it is expected to be decided'),
  responsible,
  source,
  client,
  tags,
  yes('is_starred', 'the deal is starred'),
];

const dealResource: Resource = {
  value: 'deal',
  name: 'Deal',
  operations: [
    remove(deals, 'Archive'),
    create(deals, [needed(title)], dealFields),
    get(deals),
    getMany(
      deals,
      [
        dealStatus,
        phase,
        client,
        responsible,
        source,
        number('min_value', 'Only deals of at least this value'),
        number('max_value', 'Only deals of at most this value'),
        day('from', 'Only deals created on this UTC day or later'),
        day('to', 'Only deals created on this UTC day or earlier'),
        search('title and description'),
        updatedSince,
      ],
      ['title', 'value', 'phase', 'created_at', 'updated_at', 'expected_close_date'],
    ),
    update(deals, [title, ...dealFields, text('loss_reason', 'Why it was lost')]),
  ],
};

const activityType = choice(
  'type',
  [
    'call',
    'case_event',
    'contract_event',
    'deadline',
    'email',
    'follow_up',
    'hearing',
    'meeting',
    'note',
    'task',
  ],
  'task',
  'What kind of activity it is',
);
const activityFields = [
  activityType,
  description,
  moment('occurred_at', 'When it happens or happened; now if not given'),
  number('duration_minutes', 'How long it takes'),
  yes('is_completed', 'it is done'),
  day('due_date', 'When it is due'),
  choice('priority', ['high', 'low', 'medium'], 'medium', 'How urgent it is'),
  tags,
  client,
  deal,
  text('contract_id', 'The ID of the contract that it belongs to'),
  user('assigned_to', 'The user who does it'),
];

const activity: Resource = {
  value: 'activity',
  name: 'Activity',
  operations: [
    remove(activities, 'Complete'),
    create(activities, [needed(title)], activityFields),
    get(activities),
    getMany(
      activities,
      [
        activityType,
        client,
        deal,
        yes('completed', 'to return those that are done, or those that are not'),
        search('title and description'),
        updatedSince,
      ],
      ['title', 'type', 'occurred_at', 'due_date', 'priority', 'created_at'],
    ),
    update(activities, [title, ...activityFields]),
  ],
};

export const crm: readonly Resource[] = [activity, clientResource, contact, dealResource];
