import { audits } from '../events/audit.ts';
import { notifiesOfChange } from '../events/notifications.ts';
import { emits } from '../events/outbox.ts';
import { type ChangeEvent, document, recordsMoves } from './statements.ts';
import type { Table } from './table.ts';
import { counts } from './totals.ts';

/** SQL: fields derived from others. */
const derived = ({ fields }: Table) =>
  `'{${['updated_at', ...Object.keys(fields).filter((name) => fields[name]?.nested)].join(',')}}'::text[]`;

/**
 * CTEs for a statement that changes many records: `old` contains their previous state, `t` the new one. Writes an audit entry for
 * each change, and emits events of these kinds, if any; those with a condition over `old` and `t` for the records that fulfil it.
 * @param sets the columns that it changes
 * @param moves those of them whose moves are recorded
 */
export function emitsChanges(
  resource: Table,
  kinds: readonly (string | ChangeEvent)[],
  sets: readonly string[],
  moves: readonly string[] = sets,
): string {
  const emissions = kinds.map((each) => {
    const { kind, where } = typeof each === 'string' ? { kind: each, where: undefined } : each;
    const from =
      where === undefined
        ? 'changed'
        : `(select changed.* from changed join old on old.id = changed.id join t on t.id = changed.id where ${where}) changed`;
    return {
      ...{ kind, from, record: 'changed.id', data: 'changed.data' },
      ...{ previous: 'changed.previous', sets },
    };
  });
  return `changed as materialized (
      select c.id, c.data, changed_values(c.was, c.data) as previous
      from (select t.id, ${document(resource, '(select t.*)')} as data, ${document(resource, '(select old.*)')} as was
        from t join old on old.id = t.id) c),
    ${audits([
      {
        type: resource.name,
        from: `changed cross join lateral audit_change(changed.previous, changed.data, ${derived(resource)}) kept`,
        record: 'changed.id',
        before: 'kept.before',
        after: 'kept.after',
      },
    ])}${recordsMoves(resource, moves)}${
      emissions.length === 0
        ? ''
        : `${notifiesOfChange(resource.name, resource.notifications, sets)},
    ${emits(emissions)}`
    }${counts(resource, 't', 'old', sets)}`;
}
