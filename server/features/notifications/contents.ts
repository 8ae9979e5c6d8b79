import { fields, isVisible } from './operations.ts';

/* SQL of notifications that leave the panel, by mail or by push. */

const column = (name: keyof typeof fields) => {
  const { output } = fields[name] as { readonly output?: () => string };
  return `${output?.() ?? `t.${name}`} as ${name}`;
};
const columns = [
  ...(['kind', 'record_type', 'record_id', 'record_name', 'actor_name'] as const),
  ...(['decision', 'excerpt'] as const),
]
  .map(column)
  .join(', ');

/**
 * SQL: unread notifications of `$user` that the member may see now, latest first, with the `count` of all.
 * @param where SQL condition on the notification `t`
 * @param excluded SQL: kinds that the member does not want
 */
export const unreadContents = (where: string, excluded: string, most: number) => `
  select c.*, count(*) over ()::int as count from (
    select ${columns}, t.created_at, t.id from notifications t
    where t.team_id = $team and t.user_id = $user and ${where} and t.read_at is null and ${isVisible}
      and (t.record_type <> 'privacy_requests' or $is_admin::boolean)
      and t.kind::text <> all(${excluded})) c
  where c.record_name is not null order by c.created_at desc, c.id desc limit ${most}`;
