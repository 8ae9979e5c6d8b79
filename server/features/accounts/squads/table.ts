import { line, required, timestamp, uuid } from '../../../records/fields.ts';
import { sorted, table } from '../../../records/table.ts';

const fields = {
  id: required(uuid),
  name: required(line(255, 1)),
  created_at: required(timestamp),
};

export const squads = table({
  name: 'squads',
  one: 'squad',
  path: '/squads',
  fields,
  filters: {},
  sorts: sorted(fields, 'name', 'created_at'),
});
