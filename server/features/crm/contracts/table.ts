import { line, link, nested, required, timestamp, uuid } from '../../../records/fields.ts';
import { inputs } from '../../../records/input.ts';
import { same, sorted, table } from '../../../records/table.ts';

const fields = {
  id: required(uuid),
  title: required(line(255, 1)),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  created_at: required(timestamp),
};

export const contracts = table({
  name: 'contracts',
  one: 'contract',
  path: '/contracts',
  fields,
  filters: same(fields, 'client_id'),
  sorts: sorted(fields, 'title', 'created_at'),
});

export const contractInputs = inputs(contracts, {
  create: ['title', 'client_id'],
  update: ['title', 'client_id'],
});
