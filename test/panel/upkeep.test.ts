import { expect, test } from 'vitest';
import { stateOf as inboxState } from '../../panel/src/screens/settings/inboxes/model.ts';
import { endOf, mayRotate, stateOf } from '../../panel/src/screens/settings/keys/model.ts';
import { stateOf as endpointState } from '../../panel/src/screens/settings/webhooks/model.ts';

/* What the screens of keys, inboxes and webhooks reckon. */

const at = '2026-11-23T12:00:00.000Z';
const now = Date.parse(at);

const key = {
  id: '1',
  name: 'Site',
  scope: 'full',
  user_id: null,
  user: null,
  allow_from: null,
  per_minute: null,
  created_at: at,
  last_used_at: null,
  expires_at: null,
  revoked_at: null,
} as const;

test('a key is active until it ends or is revoked', () => {
  expect(stateOf(key, now)).toBe('active');
  expect(stateOf({ ...key, expires_at: at }, now - 1)).toBe('active');
  expect(stateOf({ ...key, expires_at: at }, now)).toBe('expired');
  expect(stateOf({ ...key, expires_at: at, revoked_at: at }, now)).toBe('revoked');
  expect([endOf('never', now), endOf('30', now)]).toEqual([null, '2026-12-23T12:00:00.000Z']);
});

test('a personal key is rotated by its user', () => {
  expect(mayRotate(key, 'me')).toBe(true);
  expect(mayRotate({ ...key, user_id: 'me' }, 'me')).toBe(true);
  expect(mayRotate({ ...key, user_id: 'other' }, 'me')).toBe(false);
});

const inbox = {
  id: '1',
  name: 'Vendas',
  type: 'session',
  gateway: 'waha',
  active: true,
  connected: false,
  state: null,
  state_reason: null,
  state_changed_at: null,
  phone: null,
  created_at: at,
  evidence: null,
} as const;

test.each([
  [{}, 'disconnected'],
  [{ connected: true }, 'connected'],
  [{ state: 'scan' }, 'waiting'],
  [{ state: 'passkey' }, 'waiting'],
  [{ state: 'failed' }, 'failed'],
  [{ state: 'connected', active: false }, 'off'],
] as const)('an inbox with %j is %s', (given, state) =>
  expect(inboxState({ ...inbox, ...given })).toBe(state),
);

test('an endpoint is on, off, or off after failures', () => {
  const endpoint = {
    id: '1',
    name: 'Site',
    slug: 'site',
    is_active: true,
    target_pipeline_id: null,
    target_column_id: null,
    field_mapping: {},
    url: null,
    events: [],
    disabled_reason: null,
    created_at: at,
    updated_at: at,
  };
  expect(endpointState(endpoint)).toBe('active');
  expect(endpointState({ ...endpoint, is_active: false })).toBe('off');
  expect(endpointState({ ...endpoint, is_active: false, disabled_reason: 'gone' })).toBe(
    'disabled',
  );
});
