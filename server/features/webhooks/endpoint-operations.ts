import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { emits } from '#server/events/outbox.ts';
import type { Context } from '#server/operations/context.ts';
import { conflict } from '#server/platform/errors.ts';
import { mustText, textOf } from '#server/records/crud-queries.ts';
import { document } from '#server/records/statements.ts';
import { deliveries } from './deliveries.ts';
import { newSecret, sealContextOf } from './signature.ts';
import { webhooks, withSecret } from './table.ts';

/** @param row with `is_listening` @throws ApiError CONFLICT if nothing can be delivered to the endpoint */
export function refuseNotListening({ is_listening }: Row): void {
  if (is_listening !== true)
    throw conflict(
      'The endpoint is inactive or has no url: nothing can be delivered to it.',
      'inactive_webhook',
    );
}

const test = teamStatement(`
  with t as (select * from webhooks w where w.team_id = $team and w.id = $id),
  doc as materialized (select t.id, t.is_active and t.url is not null as is_listening, ${document(webhooks, '(select t.*)')} as data from t),
  ${emits(
    [
      {
        kind: 'webhook.test',
        from: 'doc where doc.is_listening',
        record: 'doc.id',
        data: 'doc.data',
        previous: 'null::text',
      },
    ],
    'w.id = $id',
  )}, ${audits([{ type: 'webhooks', from: 'doc where doc.is_listening', record: 'doc.id' }])}
  select ${document(deliveries, 'delivery')} as data, doc.is_listening from doc`);

/**
 * Emits webhook.test to one endpoint.
 * @returns its delivery as JSON text; undefined if the endpoint does not exist
 * @throws ApiError CONFLICT if nothing can be delivered to it
 */
export async function testEndpoint(db: TeamDb, id: string): Promise<string | undefined> {
  const [row] = await db.run(test, { id });
  if (!row) return undefined;
  refuseNotListening(row);
  return mustText(row);
}

const rotate = teamStatement(`
  with old as materialized (select * from webhooks where team_id = $team and id = $id for update),
  t as (
    update webhooks t set secret_token = $sealed, previous_secret = old.secret_token,
      previous_secret_until = now() + interval '24 hours', updated_at = greatest(now(), old.updated_at)
    from old where t.team_id = $team and t.id = old.id returning t.*),
  ${audits([{ type: 'webhooks', from: 't', record: 't.id' }])}
  select ${document(webhooks, '(select t.*)')} as data from t`);

/** Gives an endpoint a new secret. @returns the endpoint as JSON text, with the secret; undefined if it does not exist */
export async function rotateSecret(
  { db, settings }: Context,
  id: string,
): Promise<string | undefined> {
  const secret = newSecret();
  // Normalizes the spelling of the id.
  const sealed = settings.secrets.seal(secret, sealContextOf(db.id, id.toLowerCase()));
  const text = textOf((await db.run(rotate, { id, sealed }))[0]);
  return text && withSecret(text, secret);
}
