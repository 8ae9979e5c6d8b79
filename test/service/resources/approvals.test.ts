import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import { registry } from '#server/features/registry.ts';
import { call, type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';

/* Approvals in v1: requested and followed by keys, decided by people. */

const service = useSharedService({ workers: 0 });
let team: TestTeam;
let otherTeam: TestTeam;
let ana: TestPerson;
beforeAll(async () => {
  [team, otherTeam] = [await service.team('Nossa'), await service.team('Deles')];
  ana = await makePerson(service, team, 'member', { name: 'Ana' });
});

const keyOf = async (userId: string | null, scope: 'full' | 'read' = 'full') => {
  const options = { name: 'Chave', scope, userId, expiresAt: null };
  return (await createKey(service.database.platform, team.id, options)).api_key;
};
/** Requests the approval of a new campaign. @param key of the caller */
const request = async (key = team.key, fields: Json = {}, headers: Record<string, string> = {}) => {
  const campaign_ids = fields.campaign_ids ?? [(await team.create('campaigns')).id];
  const body = { ...fields, campaign_ids };
  const all = { 'content-type': 'application/json', ...headers };
  return call(service.app, key, 'POST', '/approvals', body, all);
};
const opened = async (link: unknown) =>
  (
    await service.app.inject({
      method: 'GET',
      url: new URL(String(link), 'http://localhost').pathname,
      headers: ownPage,
    })
  ).statusCode;
const listed = async (query = '', from = team) =>
  (await from.get(`/approvals${query}`)).body.data as Json[];

describe('a request', () => {
  test('returns the link for the client once, which works', async () => {
    const made = await request();
    expect(made.status, made.text).toBe(201);
    const { link, ...approval } = made.data;
    expect(await opened(link)).toBe(200);
    expect(approval).toMatchObject({ stage: 'client', status: 'open', created_by: null });
    expect((await team.get(`/approvals/${approval.id}`)).data).toEqual(approval);
    expect((await listed('?status=open&limit=100')).find(({ id }) => id === approval.id)).toEqual(
      approval,
    );
  });

  test('to the team itself has no link', async () => {
    const { status, data } = await request(team.key, { stage: 'internal' });
    expect([status, data.link, data.has_link]).toEqual([201, '', false]);
  });

  test('by a personal key is its user’s, and the link ends with their membership', async () => {
    const member = await makePerson(service, team, 'member');
    const { data } = await request(await keyOf(member.userId));
    expect(data.created_by).toBe(member.userId);
    expect(await opened(data.link)).toBe(200);
    await service.sql('update users set suspended_at = now() where id = $1', [member.userId]);
    expect(await opened(data.link)).not.toBe(200);
  });

  test('of a campaign that waits for a decision is refused', async () => {
    const { data } = await request();
    const [{ campaign_id } = {}] = data.items as Json[];
    const again = await request(team.key, { campaign_ids: [campaign_id] });
    expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
  });

  test('retried with the same idempotency key returns the same link, and is made once', async () => {
    const campaign_ids = [(await team.create('campaigns')).id];
    const headers = { 'idempotency-key': uuidv7() };
    const [first, second] = [
      await request(team.key, { campaign_ids }, headers),
      await request(team.key, { campaign_ids }, headers),
    ];
    expect(first.status, first.text).toBe(201);
    expect(second.text).toBe(first.text);
    expect(await opened(second.data.link)).toBe(200);
    expect(await listed(`?campaign_id=${campaign_ids[0]}`)).toHaveLength(1);
  });

  test('leaves one audit entry with the key, without the link and the PIN', async () => {
    const { data } = await request(team.key, { pin: '314159' });
    const entries = await service.sql(
      `select actor, operation, record_type, after from audit_entries where team_id = $1 and operation = 'approvals.create' and record_id = $2`,
      [team.id, data.id],
    );
    expect(entries).toMatchObject([{ actor: 'key', record_type: 'approvals' }]);
    const token = String(data.link).split('/').at(-1);
    for (const secret of ['314159', token]) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('makes an approved campaign pending, which emits an event', async () => {
    const campaign = await team.create('campaigns');
    await ana.put(`/campaigns/${campaign.id}/approval`, { approval_status: 'approved' });
    const { status } = await request(team.key, { campaign_ids: [campaign.id] });
    expect(status).toBe(201);
    const events = (await team.get('/events?type=campaign.updated&sort=created_at')).body.data;
    const [approved, ...pending] = (events as { data: Json; previous: Json }[]).filter(
      ({ data }) => data.id === campaign.id,
    );
    expect(approved?.data.approval_status).toBe('approved');
    expect(pending).toMatchObject([
      { data: { approval_status: 'pending' }, previous: { approval_status: 'approved' } },
    ]);
  });
});

describe('another team', () => {
  test('sees and lists none of the requests', async () => {
    const { data } = await request();
    const [{ campaign_id } = {}] = data.items as Json[];
    const missing = await otherTeam.get(`/approvals/${uuidv7()}`);
    const foreign = await otherTeam.get(`/approvals/${data.id}`);
    expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
    for (const query of ['?limit=100', `?campaign_id=${campaign_id}`])
      expect(await listed(query, otherTeam)).toEqual([]);
  });

  test('cannot have our campaigns approved, alone or with theirs', async () => {
    const [ours, theirs] = [await team.create('campaigns'), await otherTeam.create('campaigns')];
    for (const campaign_ids of [[theirs.id], [ours.id, theirs.id], [uuidv7()]]) {
      const refused = await request(team.key, { campaign_ids });
      expect([refused.status, refused.error.code]).toEqual([404, 'NOT_FOUND']);
      expect(refused.error).toMatchObject({
        fields: [{ name: 'campaign_ids', code: 'not_found' }],
      });
    }
    for (const [from, campaign] of [
      [team, ours],
      [otherTeam, theirs],
    ] as const)
      expect(await listed(`?campaign_id=${campaign.id}`, from)).toEqual([]);
  });
});

test('keys that read follow requests and make none', async () => {
  const { data } = await request();
  for (const key of [await keyOf(null, 'read'), await keyOf(ana.userId, 'read')]) {
    const read = await call(service.app, key, 'GET', `/approvals/${data.id}`);
    expect([read.status, read.data.id]).toEqual([200, data.id]);
    const refused = await request(key);
    expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  }
});

test('a decision of a person is read by a key, and no key can decide', async () => {
  const { data } = await request(team.key, { stage: 'internal' });
  const [{ campaign_id, sha256 } = {}] = data.items as Json[];
  const decision = { campaign_id, sha256, decision: 'approved' };
  expect((await team.post(`/approvals/${data.id}/decisions`, decision)).status).toBe(404);
  expect((await ana.post(`/approvals/${data.id}/decisions`, decision)).status).toBe(200);
  const read = (await team.get(`/approvals/${data.id}`)).data;
  expect(read).toMatchObject({
    status: 'approved',
    items: [{ state: 'approved', rounds: [{ decisions: [{ user_id: ana.userId }] }] }],
  });
  const deciding = registry.operations.filter(({ name }) =>
    /^approvals\.(decide|revoke|renew_link|ask_again|answer_comment|send)/.test(name),
  );
  expect(deciding.length).toBeGreaterThan(4);
  for (const { v1, allow } of deciding) expect([v1, allow.key]).toEqual([undefined, undefined]);
});
