import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { operation } from '#server/operations/operation.ts';
import { groupSettings } from '#server/outbound/messaging/connection.ts';
import { about, oneOf, required, singleLine, uuid } from '#server/records/fields.ts';
import { evidenceOf } from './health-evidence.ts';
import { validConnection } from './inbox-record.ts';
import { unwrap, withInbox } from './service-holder.ts';

const set = teamStatement(`
  with old as materialized (
    select id, groups from inboxes where team_id = $team and id = $inbox and not is_deleted for update),
  t as (update inboxes i set groups = $groups from old where i.team_id = $team and i.id = old.id returning i.id, i.name, i.groups)
  select t.id, t.name, t.groups, old.groups as was from t, old`);

export const setInboxGroups = operation({
  name: 'inboxes.set_groups',
  id: 'setInboxGroups',
  summary: 'Set whether an inbox receives messages of groups',
  note: 'Configures the gateway first; a WAHA session restarts. Received conversations stay as they are. The official API has no groups.',
  cli: 'inbox groups',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'PUT', path: '/inboxes/:id/groups', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      groups: about(
        'ignore: they are not received. muted: they are shown, but their messages wait for no answer. show: like other conversations.',
        required(oneOf('text', [...groupSettings])),
      ),
    },
  },
  output: {
    kind: 'fields',
    name: 'InboxGroupSetting',
    fields: {
      id: required(uuid),
      name: required(singleLine(255, 1)),
      groups: about('Handling of groups.', required(oneOf('text', [...groupSettings]))),
    },
  },
  mayFail: ['BAD_GATEWAY'],
  one: 'inbox',
  run: (ctx, { id, values: { groups } }) =>
    withInbox(ctx, id, async (service, { stored }) => {
      // An inbox that was never configured gets the setting when it is connected.
      if (stored.config !== null || stored.gateway === 'sandbox') {
        const callback = (await evidenceOf(ctx.db, id))?.callback_url ?? undefined;
        const connection = { ...validConnection(ctx, stored), groups };
        unwrap(await service.setGroups(connection, callback));
      }
      return ctx.db.transaction(async (tx) => {
        const [row] = await tx.run(set, { inbox: id, groups });
        if (!row) return undefined;
        const { was, ...now } = row;
        await recordAudit(tx, { type: 'inboxes', id, before: { groups: was }, after: { groups } });
        return now;
      });
    }),
});
