import { choice, day, group, longText, moment, needed, number, text, word, yes } from '../fields';
import { create, get, getMany, type Names, type Resource, remove, update } from '../operations';
import {
  client,
  clientType,
  deal,
  description,
  search,
  tags,
  updatedSince,
  user,
} from './common-fields';

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

const source = text('source', 'The origin of the record');
const notes = longText('notes', 'Private notes of the team');

const clientFields = [
  text('display_name', 'The name used by the team'),
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

const clientStatus = choice('status', ['active', 'inactive'], 'active', 'The status of the client');
const name = (what: string) => text('name', what);
const title = text('title', 'The title, as shown in lists');

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

const contactFields = [text('custom_name', 'The name used by the team'), notes, tags, client];

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
  'The status of the deal',
);
const phase = word(
  'phase',
  'searchPhases',
  'The sales phase. A name that is not in the list adds a column to the board.',
  'proposta',
);
const responsible = user('responsible_id', 'The user responsible for the deal');
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
    'The priority',
  ),
  dealStatus,
  number('probability', 'The probability of winning, in percent', {
    typeOptions: { minValue: 0, maxValue: 100 },
  }),
  day('expected_close_date', 'The date on which the decision is expected'),
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
    update(deals, [title, ...dealFields, text('loss_reason', 'The reason for the loss')]),
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
  'The type of activity',
);
const activityFields = [
  activityType,
  description,
  moment('occurred_at', 'When it takes or took place. Default: now.'),
  number('duration_minutes', 'The duration in minutes'),
  yes('is_completed', 'the activity is completed'),
  day('due_date', 'The due date'),
  choice('priority', ['high', 'low', 'medium'], 'medium', 'The priority'),
  tags,
  client,
  deal,
  text('contract_id', 'The ID of the contract'),
  user('assigned_to', 'The assignee'),
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
        yes('completed', 'to return completed or open activities'),
        search('title and description'),
        updatedSince,
      ],
      ['title', 'type', 'occurred_at', 'due_date', 'priority', 'created_at'],
    ),
    update(activities, [title, ...activityFields]),
  ],
};

export const crm: readonly Resource[] = [activity, clientResource, contact, dealResource];
