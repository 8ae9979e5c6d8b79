import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeResetLink } from '#server/features/accounts/people/password-operations.ts';
import { issueToken } from '#server/features/accounts/people/tokens.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { exportAudit } from '#server/features/audit/export.ts';
import { storeFile } from '#server/features/files/store.ts';
import { startBulk } from '#server/jobs/worker.ts';
import type { Actor } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { memberOf } from '#server/operations/roles.ts';
import { makeLog } from '#server/platform/log.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import { call, useService } from '#test/support/harness.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Links, file addresses, keys, dry runs, bulk jobs and downloads are checked again at each use: their issuer must still have the right to
 * them. test/service/live/access.test.ts has the same list for live streams.
 */
const service = useService({ workers: 0 });
const password = 'outra frase bem comprida';

async function newTeam() {
  const team = await service.team();
  return {
    team,
    owner: await makePerson(service, team, 'owner', { name: 'Olga' }),
    issuer: await makePerson(service, team, 'admin', { name: 'Ivo' }),
    member: await makePerson(service, team, 'member', { name: 'Mara' }),
  };
}
type Setting = Awaited<ReturnType<typeof newTeam>>;

const post = (path: string, body: object, session?: string) =>
  callPanel(service.app, session, 'POST', path, body);

async function succeed(answer: ReturnType<TestPerson['call']>) {
  const { status, text, data } = await answer;
  expect([200, 201], text).toContain(status);
  return data;
}

const fragmentOf = (link: unknown) => new URL(String(link)).hash.slice(1);
const invitationIn = (link: unknown) => {
  const [team, token] = fragmentOf(link).split('.');
  return { team, token };
};

/** Adds the person to a second team, by its owner's invitation. */
async function joinAnotherTeam(person: TestPerson, role: string): Promise<Setting> {
  const otherTeam = await newTeam();
  const { link } = await succeed(otherTeam.owner.post('/invitations', { role }));
  await succeed(post('/invitation/accept', invitationIn(link), person.token));
  return otherTeam;
}

const setRole = (by: TestPerson, { userId }: { userId: string }, role: string) =>
  succeed(by.put(`/members/${userId}`, { role }));

const disable = ({ personId }: TestPerson) =>
  service.sql('update people set disabled_at = now() where id = $1', [personId]);

/** Ways in which an issuer loses the right to everything they issued. */
const issuerLosses: Record<string, (setting: Setting) => Promise<unknown>> = {
  'the issuer was suspended': ({ owner, issuer }) =>
    succeed(owner.post(`/members/${issuer.userId}/suspend`)),
  'the issuer was demoted': ({ owner, issuer }) => setRole(owner, issuer, 'member'),
  'the issuer was removed': ({ owner, issuer }) =>
    succeed(owner.delete(`/members/${issuer.userId}`)),
  'the account of the issuer was disabled': ({ issuer }) => disable(issuer),
};

describe('a link for a new password', () => {
  const makeLink = async ({ issuer, member }: Setting) => {
    const { link } = await succeed(issuer.post(`/members/${member.userId}/reset`));
    return fragmentOf(link);
  };
  const hasPassword = async ({ personId }: TestPerson) =>
    (
      await service.sql(`select from credentials where person_id = $1 and kind = 'password'`, [
        personId,
      ])
    ).length > 0;

  const losses: typeof issuerLosses = {
    ...issuerLosses,
    'the member became the owner of another team': ({ member }) => joinAnotherTeam(member, 'owner'),
    'the member joined another team': ({ member }) => joinAnotherTeam(member, 'member'),
    'the member became an owner': ({ owner, member }) => setRole(owner, member, 'owner'),
    'the member was suspended': ({ owner, member }) =>
      succeed(owner.post(`/members/${member.userId}/suspend`)),
    'the member was removed': ({ owner, member }) =>
      succeed(owner.delete(`/members/${member.userId}`)),
    'the member became an operator of the service': ({ member }) =>
      service.sql('update people set is_operator = true where id = $1', [member.personId]),
  };

  test.each(Object.entries(losses))('sets no password after %s', async (_, lose) => {
    const setting = await newTeam();
    const token = await makeLink(setting);
    await lose(setting);
    expect((await post('/password-reset/look', { token })).error.code).toBe('GONE');
    expect((await post('/password-reset/use', { token, password })).error.code).toBe('GONE');
    expect(await hasPassword(setting.member)).toBe(false);
  });

  const harmless: typeof issuerLosses = {
    'nothing changed': async () => undefined,
    'the issuer became an owner': ({ owner, issuer }) => setRole(owner, issuer, 'owner'),
    'the member became an admin': ({ owner, member }) => setRole(owner, member, 'admin'),
    'the issuer ended their session': ({ issuer }) => succeed(issuer.own('DELETE', '/session')),
    'the member joined another team of which the issuer is an admin': async ({
      issuer,
      member,
    }) => {
      const membership = await joinAnotherTeam(issuer, 'admin');
      const { link } = await succeed(membership.owner.post('/invitations', { role: 'member' }));
      await succeed(post('/invitation/accept', invitationIn(link), member.token));
    },
  };

  test.each(Object.entries(harmless))('sets the password if %s', async (_, change) => {
    const setting = await newTeam();
    const token = await makeLink(setting);
    await change(setting);
    expect((await post('/password-reset/look', { token })).status).toBe(200);
    await succeed(post('/password-reset/use', { token, password }));
    expect(await hasPassword(setting.member)).toBe(true);
  });

  test('sets no password after the issuer was demoted in the other team of the member', async () => {
    const setting = await newTeam();
    const membership = await joinAnotherTeam(setting.issuer, 'admin');
    const { link } = await succeed(membership.owner.post('/invitations', { role: 'member' }));
    await succeed(post('/invitation/accept', invitationIn(link), setting.member.token));
    const token = await makeLink(setting);
    await service.sql(`update users set role = 'member' where team_id = $1 and person_id = $2`, [
      membership.team.id,
      setting.issuer.personId,
    ]);
    expect((await post('/password-reset/use', { token, password })).error.code).toBe('GONE');
  });

  test('made by the operator stays valid when the person joins another team', async () => {
    const { member } = await newTeam();
    const { platform } = service.database;
    const { personId, email } = member;
    const { token } = await makeResetLink(platform, personId, 'https://p.example', email);
    await joinAnotherTeam(member, 'owner');
    await succeed(post('/password-reset/use', { token, password }));
  });
});

test('a link that confirms a new address is void once the person changes their password', async () => {
  const { member } = await newTeam();
  const address = Buffer.from(`new-${member.email}`);
  const { token } = await issueToken(service.database.platform, member.personId, 'email', address);
  await succeed(member.own('PUT', '/account/password', { password }));
  expect((await post('/account/email/confirm', { token })).error.code).toBe('GONE');
  expect((await member.own('GET', '/account')).data.email).toBe(member.email);
});

describe('an invitation', () => {
  /** An invitation for a user without an account. */
  async function invite({ team, issuer }: Setting) {
    const [user] = await service.sql(
      `insert into users (team_id, id, name, email) values ($1, uuid7(), 'Élio', $2) returning id`,
      [team.id, `elio-${team.slug}@example.com`],
    );
    const userId = String(user?.id);
    const { link } = await succeed(issuer.post('/invitations', { user_id: userId, role: 'admin' }));
    return { userId, invitation: invitationIn(link) };
  }
  const losses: Record<string, (setting: Setting, userId: string) => Promise<unknown>> = {
    ...issuerLosses,
    'the user it is for became an owner': ({ owner }, userId) =>
      setRole(owner, { userId }, 'owner'),
  };

  test.each(Object.entries(losses))('admits no one after %s', async (_, lose) => {
    const setting = await newTeam();
    const { userId, invitation } = await invite(setting);
    await lose(setting, userId);
    expect((await post('/invitation/look', invitation)).error.code).toBe('GONE');
    expect((await post('/invitation/accept', { ...invitation, password })).error.code).toBe('GONE');
    const rows = await service.sql('select person_id from users where team_id = $1 and id = $2', [
      setting.team.id,
      userId,
    ]);
    expect(rows).toEqual([{ person_id: null }]);
  });

  test('for an owner is void once its issuer is an admin', async () => {
    const { owner, issuer } = await newTeam();
    await setRole(owner, issuer, 'owner');
    const { link } = await succeed(issuer.post('/invitations', { role: 'owner' }));
    await setRole(owner, issuer, 'admin');
    expect((await post('/invitation/look', invitationIn(link))).error.code).toBe('GONE');
  });

  test('that was not revoked admits no one after its issuer was demoted', async () => {
    const setting = await newTeam();
    const { invitation } = await invite(setting);
    await service.sql(`update users set role = 'member' where team_id = $1 and id = $2`, [
      setting.team.id,
      setting.issuer.userId,
    ]);
    expect((await post('/invitation/look', invitation)).error.code).toBe('GONE');
    expect((await post('/invitation/accept', { ...invitation, password })).error.code).toBe('GONE');
  });

  test('admits the user if its issuer became an owner', async () => {
    const setting = await newTeam();
    const { invitation } = await invite(setting);
    await setRole(setting.owner, setting.issuer, 'owner');
    await succeed(post('/invitation/accept', { ...invitation, password }));
  });
});

describe('a link for approval', () => {
  const statusOf = async (link: unknown) =>
    (await service.app.inject({ url: new URL(String(link), 'http://localhost').pathname }))
      .statusCode;
  async function askForApproval({ team, issuer }: Setting) {
    const { id: campaign } = await team.create('campaigns', {});
    return succeed(issuer.post('/approvals', { campaign_ids: [campaign], title: 'Verão' }));
  }
  const { 'the issuer was demoted': demoted, ...losses } = issuerLosses;

  test.each(Object.entries(losses))(
    'is void after %s, until another member creates one',
    async (_, lose) => {
      const setting = await newTeam();
      const { id, link } = await askForApproval(setting);
      expect(await statusOf(link)).toBe(200);
      await lose(setting);
      expect(await statusOf(link)).toBe(410);
      expect((await setting.owner.get(`/approvals/${id}`)).data.has_link).toBe(false);
      const renewed = await succeed(setting.owner.post(`/approvals/${id}/link`));
      expect(renewed.has_link).toBe(true);
      expect(await statusOf(renewed.link)).toBe(200);
      expect(await statusOf(link)).toBe(410);
    },
  );

  test('works after the issuer was demoted: each member may ask a client', async () => {
    const setting = await newTeam();
    const { link } = await askForApproval(setting);
    await demoted?.(setting);
    expect(await statusOf(link)).toBe(200);
  });

  test('is void once the member that renewed it is suspended', async () => {
    const setting = await newTeam();
    const { id } = await askForApproval(setting);
    const { link } = await succeed(setting.member.post(`/approvals/${id}/link`));
    expect(await statusOf(link)).toBe(200);
    await succeed(setting.owner.post(`/members/${setting.member.userId}/suspend`));
    expect(await statusOf(link)).toBe(410);
  });
});

describe('the address of a file that an approval page shows', () => {
  /** Opens the page of a new link that shows one file. */
  async function showFile({ team, issuer }: Setting) {
    const { id: campaign } = await team.create('campaigns', {});
    await storeFile(
      { db: service.database.team(team.id), storage: service.storage },
      pieces(somePdf()),
      {
        name: 'arte.pdf',
        mediaType: 'application/pdf',
        purpose: 'upload',
        record: { type: 'campaigns', id: String(campaign) },
      },
    );
    const { id, link } = await succeed(
      issuer.post('/approvals', { campaign_ids: [campaign], title: 'Verão' }),
    );
    const page = await service.app.inject({ url: new URL(String(link), 'http://x').pathname });
    const [, address = ''] = /"(\/api\/files\/[^"]+)"/.exec(page.payload) ?? [];
    return { id, address: address.replaceAll('&amp;', '&') };
  }
  const statusOf = async (url: string) => (await service.app.inject({ url })).statusCode;

  const { 'the issuer was demoted': _, ...losses } = issuerLosses;
  test.each(Object.entries(losses))('reads nothing after %s', async (_, lose) => {
    const setting = await newTeam();
    const { address } = await showFile(setting);
    expect(await statusOf(address)).toBe(200);
    await lose(setting);
    expect(await statusOf(address)).toBe(404);
  });

  test.each<[string, (setting: Setting, id: unknown) => ReturnType<TestPerson['call']>]>([
    ['the link was revoked', ({ owner }: Setting, id) => owner.delete(`/approvals/${id}`)],
    ['the link was replaced', ({ owner }, id) => owner.post(`/approvals/${id}/link`)],
  ])('reads nothing after %s', async (_, end) => {
    const setting = await newTeam();
    const { id, address } = await showFile(setting);
    await succeed(end(setting, id));
    expect(await statusOf(address)).toBe(404);
  });

  test('reads nothing by the link of another request', async () => {
    const setting = await newTeam();
    const [{ id, address }, otherFile] = [await showFile(setting), await showFile(setting)];
    const linkIn = (of: string) => new URL(of, 'http://x').searchParams.get('link') ?? '';
    await succeed(setting.owner.delete(`/approvals/${id}`));
    expect(await statusOf(address.replace(linkIn(address), linkIn(otherFile.address)))).toBe(404);
    expect(await statusOf(otherFile.address)).toBe(200);
  });
});

describe('a download of the audit log', () => {
  const losses: typeof issuerLosses = {
    ...issuerLosses,
    'the issuer may no longer export': ({ owner, issuer }) =>
      succeed(owner.put(`/members/${issuer.userId}`, { may_export: false })),
  };

  /** Starts a download of three pages as the issuer, and reads the first. */
  async function beginDownload({ team, owner, issuer }: Setting) {
    await succeed(owner.put(`/members/${issuer.userId}`, { may_export: true }));
    await service.sql(
      `insert into audit_entries (team_id, id, actor, operation, record_type, record_id, digest)
      select $1, uuid7(), 'system', 'deals.update', 'deals', uuid7(), '' from generate_series(1, 1400)`,
      [team.id],
    );
    const { userId, personId } = issuer;
    const actor: Actor = {
      kind: 'user',
      userId,
      personId,
      sessionId: randomUUID(),
      authenticatedAt: Date.now(),
      ...memberOf('admin', true, true),
    };
    const context = {
      actor,
      team: { slug: team.slug, strictTaxIds: false },
      db: service.database.team(team.id),
      settings: { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
    };
    const { stream } = await perform(exportAudit, context, { query: {} });
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    return async () => {
      for (let rest = 0; ; rest += 1) if ((await chunks.next()).done) return rest;
    };
  }

  test.each(Object.entries(losses))('breaks off after %s', async (_, lose) => {
    const setting = await newTeam();
    const readRest = await beginDownload(setting);
    await lose(setting);
    await expect(readRest()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('completes while its member keeps the right', async () => {
    const setting = await newTeam();
    const readRest = await beginDownload(setting);
    await setRole(setting.owner, setting.issuer, 'owner');
    expect(await readRest()).toBeGreaterThan(1);
  });
});

describe.each(Object.entries(issuerLosses))('after %s', (loss, lose) => {
  const isOut = loss !== 'the issuer was demoted';

  test('a personal key is limited to what its member may do', async () => {
    const setting = await newTeam();
    const { team, issuer } = setting;
    const { api_key: key } = await createKey(service.database.team(team.id), team.id, {
      name: 'Own',
      scope: 'full',
      userId: issuer.userId,
      expiresAt: null,
    });
    const statusOf = async (path: string) => (await call(service.app, key, 'GET', path)).status;
    expect(await statusOf('/webhooks')).toBe(200);
    await lose(setting);
    await expect.poll(() => statusOf('/webhooks')).toBe(isOut ? 401 : 403);
    expect(await statusOf('/clients')).toBe(isOut ? 401 : 200);
  });

  test('a session cannot make a dry run of a workflow', async () => {
    const setting = await newTeam();
    const dryRun = async () => (await setting.issuer.post('/workflow-dry-runs', {})).status;
    expect(await dryRun()).toBe(400);
    await lose(setting);
    await expect.poll(async () => [401, 403, 404].includes(await dryRun())).toBe(true);
  });

  test('a bulk job changes nothing more, unless each member may', async () => {
    const setting = await newTeam();
    const { team, issuer } = setting;
    const { id } = await team.create('deals', { phase: 'lead' });
    const request = { kind: 'deals', query: 'phase=lead', change: { priority: 'alta' } };
    const { id: job } = await succeed(issuer.post('/bulk/jobs', request));
    await lose(setting);
    const jobState = async () =>
      (await service.sql('select state from bulk_jobs where id = $1', [job]))[0]?.state;
    const { secrets, database } = service;
    const queues = startBulk(database, { secrets, jidSuffix: 's.msgapp.net' }, makeLog('silent'));
    await expect.poll(jobState).toBe(isOut ? 'stopped' : 'done');
    await queues.stop();
    const { priority } = (await team.get(`/deals/${id}`)).data;
    expect(priority === 'alta').toBe(!isOut);
  });
});
