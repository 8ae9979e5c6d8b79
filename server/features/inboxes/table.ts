import { iso } from '#server/db/statement.ts';
import { isHiddenInbox } from '#server/operations/hidden-records.ts';
import { gatewayNames, groupSettings } from '#server/outbound/messaging/connection.ts';
import { connectionStates } from '#server/outbound/messaging/gateway-setup.ts';
import { Type } from '#server/platform/schema.ts';
import { detailsOf } from '#server/records/coded-reason.ts';
import {
  about,
  boolean,
  kind,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { findingField, findingSchema } from './finding-details.ts';
import { receivesMessages, silenceDetails, silenceReason } from './silent-inbox.ts';

const fields = {
  id: required(uuid),
  name: about('The name used by the team.', required(singleLine(255, 1))),
  type: about(
    'session: a session on the network. cloud: the network’s official API.',
    required(oneOf('inbox_type', ['session', 'cloud'])),
  ),
  active: about('An inactive inbox cannot send.', {
    ...required(boolean),
    output: () => 't.is_active',
  }),
  connected: about(
    'True if the inbox can send; sending through an inbox that is not connected returns 502. Derived from `state`, if known; the operator can also set it.',
    { ...required(boolean), output: () => 't.is_connected' },
  ),
  state: about(
    'The state of the connection to the network. disconnected: not logged in. connecting: reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not recoverable. null: unknown.',
    oneOf('inbox_state', connectionStates),
  ),
  state_reason: singleLine(),
  state_reason_details: findingField('state_reason'),
  state_changed_at: about('When the state last changed.', timestamp),
  phone: about('The number that is logged in, if known.', singleLine()),
  created_at: required(timestamp),
};

export const inboxes = table({
  name: 'inboxes',
  one: 'inbox',
  about: 'The numbers through which the team sends and receives messages. Created by the operator.',
  example: {
    name: 'Atendimento',
    state: 'connected',
    state_reason: null,
    state_reason_details: null,
    phone: '5511999998888',
  },
  path: '/inboxes',
  fields,
  brief: ['id', 'name', 'type', 'active', 'connected', 'phone'],
  filters: {
    ...equals(fields, 'type'),
    active: {
      field: boolean,
      sql: 't.is_active = $active::boolean',
      about: 'Only active or only inactive inboxes.',
    },
  },
  sorts: sorted(fields, 'name', 'created_at'),
  visible: 'not t.is_deleted',
  mayHide: isHiddenInbox('t.id'),
});

const instant = Type.Union([Type.String({ format: 'date-time' }), Type.Null()]);
const text = Type.Union([Type.String(), Type.Null()]);

/** Health evidence of an inbox (health-evidence.ts); null if there is none. */
const evidence = kind(
  Type.Object(
    {
      callback_url: about('The callback URL for the gateway.', text),
      last_callback_at: instant,
      last_confirmed_at: about('When the network last confirmed a message.', instant),
      last_incoming_at: about('When the contact’s last message was written.', instant),
      heard: Type.Union([Type.Boolean(), Type.Null()]),
      last_sent_at: about('When the last message was sent.', instant),
      unanswered_sends: about(
        'The number of messages that the network has not confirmed.',
        Type.Integer(),
      ),
      failed_sends: about(
        'The number of messages that failed since the last success.',
        Type.Integer(),
      ),
      failing_since: instant,
      last_failure: about('The reason why the last message failed.', text),
      last_failure_details: about(
        'The code of `last_failure`; null if there is none.',
        Type.Union([findingSchema, Type.Null()]),
      ),
      dead: about('The reason why the inbox cannot be recovered; null if it can.', text),
      dead_details: about(
        'The code of `dead`; null if there is none.',
        Type.Union([findingSchema, Type.Null()]),
      ),
    },
    {
      examples: [
        {
          callback_url:
            'https://pauta.example.com/api/gateways/agencia-ipe/0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11',
          last_callback_at: '2026-11-30T12:00:00.000Z',
          last_confirmed_at: '2026-11-30T12:00:00.000Z',
          last_incoming_at: '2026-11-30T12:00:00.000Z',
          heard: true,
          last_sent_at: '2026-11-30T11:59:58.000Z',
          unanswered_sends: 0,
          failed_sends: 0,
          failing_since: null,
          last_failure: null,
          last_failure_details: null,
          dead: null,
          dead_details: null,
        },
      ],
    },
  ),
  'the observed activity of the inbox',
  'json',
  {
    output:
      () => `(select json_build_object('callback_url', h.callback_url, 'last_callback_at', ${iso('h.last_callback_at')},
      'last_confirmed_at', ${iso('h.last_confirmed_at')}, 'last_incoming_at', ${iso('h.last_incoming_at')},
      'heard', ${receivesMessages('t', 'h')}, 'last_sent_at', ${iso('h.last_sent_at')},
      'unanswered_sends', h.unanswered_sends, 'failed_sends', h.failed_sends, 'failing_since', ${iso('h.failing_since')},
      'last_failure', h.last_failure, 'last_failure_details', ${detailsOf('h.last_failure_details', 'h.last_failure')},
      'dead', ${silenceReason('h')}, 'dead_details', ${silenceDetails('h')})
      from inbox_health h where h.team_id = $team and h.inbox_id = t.id)`,
  },
);

const { id, name, type, ...state } = fields;
const inboxFields = {
  ...{ id, name, type },
  gateway: required(oneOf('text', [...gatewayNames])),
  groups: about(
    'Handling of groups. ignore: they are not received. muted: they are shown, but their messages wait for no answer and are not counted as unread. show: like other conversations.',
    required(oneOf('text', [...groupSettings])),
  ),
  ...state,
  evidence,
};

/** Inboxes as the panel shows them. */
export const teamInboxes = {
  ...inboxes,
  fields: inboxFields,
};
