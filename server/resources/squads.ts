import { line, required, timestamp, uuid } from '../rest/fields.ts';
import { resource, sorted } from '../rest/resource.ts';
import { reads } from '../rest/routes.ts';

const fields = {
  id: required(uuid),
  name: required(line(255, 1)),
  created_at: required(timestamp),
};

const squads = resource({
  name: 'squads',
  one: 'squad',
  path: '/squads',
  fields,
  accepts: { create: [], update: [] },
  filters: {},
  sorts: sorted(fields, 'name', 'created_at'),
});

export default reads(squads);
