/*
 * Triggers of test databases that refuse a change without its row in `moves` (docs/adr/0201-history-for-reports.md). So no statement of the
 * service can forget the history without failing every test that runs it. Changes by tests themselves, over connections that are not the
 * service's, are not checked. Citus does not support triggers.
 */

/** Name of the triggers, and of their function. */
export const historyCheck = 'check_history';

/** Recorded fields that several hand-written statements change. */
const checkedFields = {
  conversations: ['status', 'assignee_id', 'squad_id'],
  tasks: ['due_date', 'assignee_ids'],
} as const;

const checkFunction = `
  create function ${historyCheck}() returns trigger language plpgsql as $$
  declare name text; before text; after text;
  begin
    if current_setting('application_name') not like 'pauta%' then return null; end if;
    foreach name in array tg_argv loop
      execute format('select ($1).%1$I::text, ($2).%1$I::text', name) into before, after using old, new;
      if before is distinct from after and not exists (
        select from moves m where m.team_id = new.team_id and m.record_id = new.id and m.resource = tg_table_name and m.field = name
          and m.was is not distinct from before and m.became is not distinct from after
          and m.moved_at >= date_trunc('milliseconds', now()))
      then
        raise exception 'The % of % % changed from % to %, but no row of moves says so: add recordsMoves to the statement.',
          name, tg_table_name, new.id, coalesce(before, 'null'), coalesce(after, 'null');
      end if;
    end loop;
    return null;
  end $$`;

/** Statements that install the triggers. */
export const historyChecks: readonly string[] = [
  checkFunction,
  ...Object.entries(checkedFields).map(([table, fields]) => {
    const differs = fields.map((field) => `old.${field} is distinct from new.${field}`);
    return `create constraint trigger ${historyCheck} after update on ${table} deferrable initially deferred for each row
      when (${differs.join(' or ')}) execute function ${historyCheck}(${fields.map((field) => `'${field}'`).join(', ')})`;
  }),
];
