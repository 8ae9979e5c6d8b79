import { link, nested, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, sorted, table } from '#server/records/table.ts';

const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  created_at: required(timestamp),
};

export const contracts = table({
  name: 'contracts',
  one: 'contract',
  path: '/contracts',
  fields,
  filters: equals(fields, 'client_id'),
  sorts: sorted(fields, 'title', 'created_at'),
});

export const contractInputs = inputs(contracts, {
  create: ['title', 'client_id'],
  update: ['title', 'client_id'],
});
