import { connectionStates } from '../../outbound/messaging/connecting.ts';
import { gatewayNames } from '../../outbound/messaging/connection.ts';
import { boolean, line, oneOf, required, timestamp, uuid } from '../../records/fields.ts';
import { same, sorted, table } from '../../records/table.ts';

const fields = {
  id: required(uuid),
  name: required(line(255, 1)),
  type: required(oneOf('inbox_type', ['session', 'cloud'])),
  active: { ...required(boolean), output: () => 't.is_active' },
  connected: { ...required(boolean), output: () => 't.is_connected' },
  state: oneOf('inbox_state', connectionStates),
  state_reason: line(),
  state_changed_at: timestamp,
  phone: line(),
  created_at: required(timestamp),
};

export const inboxes = table({
  name: 'inboxes',
  one: 'inbox',
  path: '/inboxes',
  fields,
  filters: {
    ...same(fields, 'type'),
    active: {
      field: boolean,
      sql: 't.is_active = $active::boolean',
      about: 'Only active or only inactive inboxes.',
    },
  },
  sorts: sorted(fields, 'name', 'created_at'),
  visible: 'not t.is_deleted',
});

const { id, name, type, ...state } = fields;
const shown = {
  ...{ id, name, type },
  gateway: required(oneOf('text', [...gatewayNames])),
  ...state,
};

/** Inboxes as the panel shows them. */
export const teamInboxes = table({
  name: 'inboxes',
  one: 'inbox',
  path: '/inboxes',
  fields: shown,
  filters: inboxes.filters,
  sorts: sorted(shown, 'name', 'created_at'),
  visible: 'not t.is_deleted',
});
