import { expect, test } from 'vitest';
import type { Inbox } from '#panel/api/types.ts';
import {
  clock,
  groupedValues,
  isCheckable,
  networkPhone,
} from '#panel/records/inboxes/gateways.ts';
import { detailIn } from '#panel/records/inboxes/reasons.ts';
import { stateOf as inboxState } from '#panel/records/inboxes/state.ts';
import { summaryOf } from '#panel/records/inboxes/summary.ts';
import { endOf, mayRotate, stateOf } from '#panel/screens/settings/keys/model.ts';
import {
  adviceFor,
  type FailureDetails,
  valuesIn,
} from '#panel/screens/settings/webhooks/advice.ts';
import { eventGroups } from '#panel/screens/settings/webhooks/events.ts';
import {
  fields,
  mappingIn,
  mappingOf,
  problemNameOf,
  rowsOf,
} from '#panel/screens/settings/webhooks/mapping.ts';
import {
  clockOf,
  directionOf,
  stateOf as endpointState,
} from '#panel/screens/settings/webhooks/model.ts';
import { words as reasonsEn } from '#panel/words/inbox-reasons/en.ts';
import { words as reasonsPt } from '#panel/words/inbox-reasons/pt-BR.ts';
import { words as webhooksEn } from '#panel/words/webhooks/en.ts';
import { words as webhooksPt } from '#panel/words/webhooks/pt-BR.ts';
import { eventKinds as kindsInService } from '#server/features/event-kinds.ts';
import { failureCodes, type Reason, reasons } from '#server/features/webhooks/failure-reasons.ts';
import { taskInputs } from '#server/features/work/tasks/table.ts';
import { refusalReasons, Unreachable } from '#server/outbound/connection-guard.ts';
import { findingCodes } from '#server/outbound/messaging/findings.ts';

/* Logic of the screens for keys, inboxes and webhooks. */

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
  [{ state: 'connected', connected: true, evidence: { dead: 'nothing came back' } }, 'failed'],
] as const)('an inbox with %j is %s', (fields, state) =>
  expect(inboxState({ ...inbox, ...fields } as Inbox)).toBe(state),
);

const on = { state: 'connected', connected: true, evidence: { heard: true } };
const off = { ...on, active: false };

test.each([
  ['no inbox, or the last was deleted', [], { kind: 'none', count: 0 }],
  ['the only inbox is switched off', [off], { kind: 'off', count: 1, inbox: 'Caixa 1' }],
  ['every inbox is switched off', [off, { ...off, state: 'failed' }], { kind: 'off', count: 2 }],
  ['all active ones are connected', [on, off], { kind: 'well', count: 1 }],
  [
    'the gateway is down',
    [on, { ...on, evidence: { dead: 'nothing came back' } }],
    { kind: 'wrong', count: 1, inbox: 'Caixa 2' },
  ],
  ['the phone was lost', [{ state: 'scan' }, on], { kind: 'wrong', count: 1, inbox: 'Caixa 1' }],
  ['several have problems', [{}, { state: 'failed' }, off], { kind: 'wrong', count: 2 }],
  [
    'one reconnects',
    [{ ...on, evidence: { heard: false } }, { state: 'connecting' }],
    { kind: 'connecting', count: 1, inbox: 'Caixa 2' },
  ],
  [
    'one has received nothing since it was connected',
    [on, { ...on, evidence: { heard: false } }],
    { kind: 'unheard', count: 1, inbox: 'Caixa 2' },
  ],
] as const)('the menu shows for inboxes: %s', (_name, states, expected) => {
  const inboxes = states.map((each, i) => ({ ...inbox, name: `Caixa ${i + 1}`, ...each }) as Inbox);
  const menuSummary = (isAdmin: boolean) => {
    const summary = summaryOf(inboxes, isAdmin);
    return summary && { ...summary, ...(summary.inbox && { inbox: summary.inbox.name }) };
  };
  expect(menuSummary(true)).toEqual(expected);
  // Members cannot connect the first inbox, so nothing invites them to.
  expect(menuSummary(false)).toEqual(expected.kind === 'none' ? undefined : expected);
});

test('an endpoint is on, off, or switched off after failures', () => {
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
    disabled_reason_details: null,
    created_at: at,
    updated_at: at,
  };
  expect(endpointState(endpoint)).toBe('active');
  expect(endpointState({ ...endpoint, is_active: false })).toBe('off');
  expect(endpointState({ ...endpoint, is_active: false, disabled_reason: 'gone' })).toBe(
    'disabled',
  );
  expect(endpointState(endpoint, { failing_since: at })).toBe('failing');
  expect(endpointState({ ...endpoint, is_active: false }, { failing_since: at })).toBe('off');
  expect(directionOf({ ...endpoint, url: 'https://a.example' })).toBe('delivers');
  expect(directionOf({ ...endpoint, target_column_id: '1' })).toBe('receives');
  expect([clockOf(-1), clockOf(4_001), clockOf(3_599_999), clockOf(3_723_000)]).toEqual([
    '0:00',
    '0:05',
    '1:00:00',
    '1:02:03',
  ]);
});

/** Every reason that the service can give, with its advice. */
const advised: Readonly<Record<keyof typeof reasons, readonly (readonly [Reason, string])[]>> = {
  answered: [
    [reasons.answered(401), 'unauthorized'],
    [reasons.answered(403), 'unauthorized'],
    [reasons.answered(404), 'answered'],
    [reasons.answered(410), 'gone'],
    [reasons.answered(429), 'throttled'],
    [reasons.answered(500), 'receiver'],
    [reasons.answered(999), 'receiver'],
    [reasons.answered(101), 'answered'],
  ],
  redirected: [[reasons.redirected(301), 'redirected']],
  noAnswer: [[reasons.noAnswer(15_000), 'noAnswer']],
  noConnection: [[reasons.noConnection(1_500), 'unreached']],
  unreached: [
    [reasons.unreached('ECONNREFUSED'), 'unreached'],
    [reasons.unreached('EPROTO'), 'plain'],
  ],
  broken: [[reasons.broken('ECONNRESET'), 'broken']],
  unreadable: [[reasons.unreadable('HPE_INVALID'), 'unreadable']],
  untrusted: [[reasons.untrusted('CERT_HAS_EXPIRED'), 'certificate']],
  unreachable: (Object.keys(refusalReasons) as (keyof typeof refusalReasons)[]).map((what) => [
    reasons.unreachable(new Unreachable(what, 'a.example', 'ETIMEOUT')),
    { unknownName: 'unknownName', unresolvedName: 'unresolvedName' }[String(what)] ?? 'private',
  ]),
  noAddress: [[reasons.noAddress(), 'address']],
  noRequest: [[reasons.noRequest(), 'address']],
  stopped: [[reasons.stopped(), 'stopped']],
  noEndpoint: [[reasons.noEndpoint(), 'removed']],
  inactive: [[reasons.inactive(), 'off']],
  noUrl: [[reasons.noUrl(), 'noUrl']],
  tooOld: [[reasons.tooOld(), 'old']],
  sealed: [[reasons.sealed(), 'sealed']],
  gone: [[reasons.gone(), 'gone']],
  hopeless: [[reasons.hopeless(), 'hopeless']],
  tooMany: [[reasons.tooMany(300_000), 'tooMany']],
};

/** Code and values of a reason, as responses show them. */
const detailsIn = ({ code, values }: Reason): FailureDetails => ({ code, ...values });

test.each(
  Object.values(advised)
    .flat()
    .map(([reason, advice]) => [reason.text, reason, advice] as const),
)('%s: its advice', (_text, reason, advice) => expect(adviceFor(detailsIn(reason))).toBe(advice));

test('every code of a failure has advice, and its values are shown unchanged', () => {
  const codes = Object.values(advised).flatMap((each) => each.map(([{ code }]) => code));
  expect([...new Set(codes)].sort()).toEqual([...failureCodes].sort());
  const unknown = new Unreachable('unknownName', 'a.example', 'ENOTFOUND');
  expect(valuesIn(detailsIn(reasons.unreachable(unknown)))).toBe('ENOTFOUND, a.example');
  expect(valuesIn(detailsIn(reasons.answered(503)))).toBe('503');
});

test('every advice is used, in both languages, and unknown reasons have one', () => {
  expect(adviceFor(null)).toBe('other');
  expect(adviceFor({ code: 'of_a_later_version' as 'gone' })).toBe('other');
  const names = new Set(Object.values(advised).flatMap((each) => each.map(([, name]) => name)));
  expect([...names, 'other'].sort()).toEqual(Object.keys(webhooksPt.advice).sort());
  for (const { advice } of [webhooksPt, webhooksEn])
    for (const { is, todo } of Object.values(advice)) expect([is, todo]).not.toContain('');
});

test('every kind of event that can be subscribed to is offered', () => {
  const offered = eventGroups.flatMap(([, kinds]) => kinds);
  expect(kindsInService.filter((kind) => !offered.includes(kind as never))).toEqual([
    'webhook.test',
  ]);
});

test('a mapping is the same by form and as JSON', () => {
  const placed = ['pipeline_id', 'column'];
  expect([...fields, ...placed].sort()).toEqual([...taskInputs.create.accepts].sort());
  const mapping = {
    title: '{{lead.nome}} pediu',
    description: 'lead.texto',
    priority: { value: 'high' },
    tags: ['site', '{{origem}}'],
    assignee_ids: ['a, b'],
    checklist_markdown: { value: { a: 1 } },
    due_date: null,
    estimated_hours: true,
  };
  expect(mappingOf(rowsOf(mapping))).toEqual(mapping);
  expect(rowsOf(mapping).map(({ kind }) => kind)).toEqual([
    'template',
    'path',
    'constant',
    'list',
    ...Array(4).fill('json'),
  ]);
  // A number is a constant: the service turns its text into a number again.
  expect(mappingOf(rowsOf({ estimated_hours: 8 }))).toEqual({ estimated_hours: { value: '8' } });
  expect(mappingOf([{ field: 'title', kind: 'json', text: '{' }])).toBeUndefined();
  expect([mappingIn('{"a":1}'), mappingIn('[1]'), mappingIn('{')]).toEqual([
    { a: 1 },
    undefined,
    undefined,
  ]);
  expect(problemNameOf({ code: 'invalid_template' })).toBe('noSource');
  expect(problemNameOf({ code: 'required', reason: 'project_missing' })).toBe('needsProject');
  expect(problemNameOf({ code: 'too_long' })).toBe('value');
});

test('a finding shows the values in it, which are the same in every language', () => {
  expect(detailIn({ code: 'unreached', error: 'EHOSTUNREACH' })).toBe('EHOSTUNREACH');
  expect(detailIn({ code: 'refused', error: '400', said: 'Invalid body' })).toBe(
    '400: Invalid body',
  );
  expect(detailIn({ code: 'restart_failed', cause: 'network' })).toBe('');
  expect(new Set(findingCodes).size).toBe(findingCodes.length);
  for (const { reasons: sentences } of [reasonsPt, reasonsEn]) {
    expect(Object.keys(sentences).sort()).toEqual([...findingCodes].sort());
    expect(Object.values(sentences).flat()).not.toContain('');
  }
});

test('form input is sent under its field, and checked once it is complete', () => {
  const reader = (values: Record<string, string>) => (name: string) => values[name] ?? '';
  const evolution = groupedValues(
    'evolution',
    reader({ url: ' https://e.example ', global_key: 'k' }),
  );
  expect(evolution).toEqual({ config: { url: 'https://e.example' }, setup: { global_key: 'k' } });
  expect(isCheckable('evolution', evolution)).toBe(true);
  expect(isCheckable('evolution', groupedValues('evolution', reader({ url: 'http' })))).toBe(false);
  expect(isCheckable('cloud', groupedValues('cloud', reader({ phone_number_id: '1' })))).toBe(
    false,
  );
  expect(isCheckable('sandbox', groupedValues('sandbox', reader({ play: 'scans' })))).toBe(false);
  const phones = ['(11) 98765-4321', '+351 912 345 678', '5511987654321', '1133334444'];
  expect(phones.map(networkPhone)).toEqual([
    '5511987654321',
    '351912345678',
    '5511987654321',
    '551133334444',
  ]);
  expect([clock(5), clock(75)]).toEqual(['0:05', '1:15']);
});
