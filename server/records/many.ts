import type { Emission } from '../events/outbox.ts';
import { document } from './statements.ts';
import type { Table } from './table.ts';

/**
 * An event for each of the records that a statement changes: `old` holds them as they were, `t` as they are.
 * @param where a condition over `old` and `t`
 */
export const changesOfMany = (resource: Table, kind: string, where = 'true'): Emission => ({
  kind,
  from: `(select t.id, ${document(resource, '(select t.*)')} as data, ${document(resource, '(select old.*)')} as was
    from t join old on old.id = t.id where ${where}) c`,
  record: 'c.id',
  data: 'c.data',
  previous: 'changed_values(c.was, c.data)',
});
