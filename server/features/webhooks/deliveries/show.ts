import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { detailsOf } from '#server/records/coded-reason.ts';
import { textOf } from '#server/records/crud-queries.ts';
import { document } from '#server/records/statements.ts';
import { deliveries } from '../deliveries.ts';

/** Max number of attempts shown, the latest ones, of a delivery that was replayed many times. */
const maxAttempts = 1_000;

const show = teamStatement(`
  with doc as (
    select ${document(deliveries, 'deliveries', 't.team_id = $team and t.webhook_id = $id and t.id = $inner')} as data
    from webhooks w where w.team_id = $team and w.id = $id)
  select left(data, -1) || ',"attempts":[' || coalesce((
    select string_agg(row_to_json(a)::text, ',' order by a.started_at, a.request_id) from (
      select x.id as request_id, ${iso('x.started_at')} as started_at, x.status, x.error, ${detailsOf('x.error_details', 'x.error')} as error_details, x.answer, x.duration_ms
      from delivery_attempts x where x.team_id = $team and x.webhook_id = $id and x.delivery_id = $inner
      order by x.started_at desc, x.id desc limit ${maxAttempts}) a), '') ||
    '],"payload":' || coalesce((select e.payload from events e where e.team_id = $team and e.id = $inner), 'null') || '}' as data
  from doc`);

/** Returns a delivery with its attempts and its payload, as JSON text; undefined if the endpoint has no such delivery. */
export const showDelivery = async (db: TeamDb, endpoint: string, delivery: string) =>
  textOf((await db.read(show, { id: endpoint, inner: delivery }))[0]);
