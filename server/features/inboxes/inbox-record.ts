import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import { invalidRequest } from '#server/platform/errors.ts';
import { callbackPath, connectionOf, type StoredInbox, storedInbox } from './connection.ts';

/** Inbox with its stored configuration and connection state. */
export interface InboxRecord {
  readonly stored: StoredInbox;
  readonly name: string;
  readonly isActive: boolean;
  readonly state: StateReport['state'] | null;
  readonly reason: string | null;
  readonly changedAt: string | null;
  readonly phone: string | null;
}

const find = teamStatement(`
  select team_id, id, name, gateway, config, groups, is_active, state, state_reason, state_changed_at, phone
  from inboxes where team_id = $team and id = $inbox and not is_deleted`);

const read = (row: Row): InboxRecord => ({
  stored: storedInbox(row),
  name: row.name as string,
  isActive: row.is_active as boolean,
  state: row.state as InboxRecord['state'],
  reason: row.state_reason as string | null,
  changedAt: row.state_changed_at as string | null,
  phone: row.phone as string | null,
});

/** Returns an inbox of the team unless it is deleted. */
export async function findInboxRecord(db: TeamDb, inbox: string): Promise<InboxRecord | undefined> {
  const [row] = await db.run(find, { inbox });
  return row && read(row);
}

/** Returns the inbox's connection. @throws ApiError VALIDATION_ERROR if its configuration is missing or invalid */
export function validConnection(
  { settings }: Pick<Context, 'settings'>,
  stored: StoredInbox,
): Connection {
  const connection = connectionOf(settings.secrets, stored);
  if ('code' in connection) throw invalidRequest(`${capital(connection.text)}.`, 'unusable_inbox');
  return connection;
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** URL that the inbox's gateway must call back. @throws ApiError VALIDATION_ERROR if PUBLIC_URL is not set */
export function callbackAddress(
  { settings, team }: Pick<Context, 'settings' | 'team'>,
  inbox: string,
) {
  if (settings.publicUrl === undefined)
    throw invalidRequest(
      'PUBLIC_URL is not set: the address at which gateways reach this service.',
      'no_public_url',
    );
  return `${settings.publicUrl}/api${callbackPath(team.slug, inbox)}`;
}
