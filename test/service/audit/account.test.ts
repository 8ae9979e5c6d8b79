import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { linkForUser } from '#server/features/accounts/invitations/links.ts';
import { createTeamWithKey, listTeams, setTeam } from '#server/features/accounts/operations.ts';
import { makeResetLink } from '#server/features/accounts/people/password-operations.ts';
import { issueToken } from '#server/features/accounts/people/tokens.ts';
import { firstTeam } from '#server/features/accounts/teams.ts';
import { registry } from '#server/features/registry.ts';
import { manage } from '#server/operations/installation-operation.ts';
import { entriesWhile, expectAll, type Unwritten } from '#test/support/audit/written.ts';
import { type Json, useService } from '#test/support/harness.ts';
import { makeAuthenticator } from '#test/support/people/authenticator.ts';
import { newBrowser, password, personWithPassword } from '#test/support/people/browser.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * Every operation on a person's account leaves an audit entry in each of their teams. The cases come from the registry, so a new operation
 * without a case fails the test.
 */
const service = useService({ workers: 0 });
const platform = () => service.database.platform;

const unwritten: Unwritten = {
  'invitation.look': 'only looks',
  'password_reset.look': 'only looks',
  'session.oidc': 'returns an address; session.oidc.callback writes the entry',
  'passkeys.begin': 'returns a challenge, and stores nothing',
  'passkeys.challenge': 'returns a challenge, and stores nothing',
  'account.begin_totp': 'shows a secret that takes effect once account.confirm_totp gets a code',
  'agents.look': 'only looks',
  'agents.approve': 'returns a code; its exchange for tokens writes the entry: test/service/oauth',
  'account.disconnect_agent': 'leaves an entry in the team of the agent only: test/service/oauth',
  'account.replace_push_subscription': 'the browser replaces an address that is never shown',
  'password_reset.ask': 'is mailed: test/service/people/reset.test.ts',
};

const teamOf = async ({ userId }: TestPerson): Promise<string> =>
  String((await service.sql('select team_id from users where id = $1', [userId]))[0]?.team_id);

const entriesOf = async (person: TestPerson, work: () => Promise<unknown>): Promise<Json[]> =>
  entriesWhile(service, await teamOf(person), work);

/** Adds the person to a second team. */
async function joinAnother({ personId, email }: TestPerson): Promise<string> {
  const { id } = await service.team();
  await service.sql(
    `insert into users (team_id, id, person_id, name, email) values ($1, $2, $3, 'Dora', $4)`,
    [id, uuidv7(), personId, email],
  );
  return id;
}

const codeOf = (seed: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** A person with two-factor authentication, whose last used code was that of the previous step, and their recovery codes. */
async function withSecondFactor() {
  const ana = await personWithPassword(service);
  const { data } = await ana.own('POST', '/account/totp', {});
  const seed = String(data.secret);
  const confirm = () => ana.own('POST', '/account/totp/confirm', { code: codeOf(seed, -1) });
  const first = await confirm();
  const confirmed = first.status === 200 ? first : await confirm();
  expect(confirmed.status, confirmed.text).toBe(200);
  return { ana, seed, recovery: confirmed.data.recovery_codes as string[] };
}

/** Image of one pixel, in base64. */
const onePixel = async () =>
  (
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#2563eb' } })
      .png()
      .toBuffer()
  ).toString('base64');

const origin = 'http://localhost';
async function withPasskey() {
  const ana = await personWithPassword(service);
  const authenticator = makeAuthenticator(origin);
  const add = async () => {
    const begun = await ana.own('POST', '/account/passkeys/challenge', {});
    const credential = authenticator.create(begun.data.options as Json);
    return ana.own('POST', '/account/passkeys', { name: 'Telefone', credential });
  };
  return { ana, authenticator, add };
}
const challenged = async (person?: TestPerson) => {
  const ask = person?.own ?? ((...rest: Parameters<TestPerson['own']>) => nobody(...rest));
  return (await ask('POST', '/passkey/challenge', {})).data.options as Json;
};
const nobody = (...rest: Parameters<TestPerson['own']>) =>
  callPanel(service.app, undefined, ...rest);

type Work = () => Promise<{ status: number; text: string }>;
/** An attempt by a person. */
interface Try {
  readonly ana: TestPerson;
  readonly work: Work;
  /** The operation recorded in the entry if it differs: every way to sign in is recorded as the start of a session. */
  readonly as?: string;
  readonly left?: Json;
}
const plain = () => personWithPassword(service);

test('the first start of an installation is recorded as done by the service', async () => {
  const made = await firstTeam(platform(), undefined);
  const entries = await service.sql(
    'select actor, operation, record_type from audit_entries where team_id = $1 order by id',
    [made?.team.id],
  );
  const creation = { actor: 'system', operation: 'teams.create' };
  expect(entries).toEqual(
    ['teams', 'keys', 'invitations'].map((record_type) => ({ ...creation, record_type })),
  );
});

const tries: Record<string, () => Promise<Try>> = {
  'session.begin': async () => {
    const ana = await plain();
    const left = { after: { methods: ['pwd'], is_known_device: false } };
    return {
      ana,
      left,
      work: () => nobody('POST', '/session', { email: ana.email, password }),
    };
  },
  'session.second_factor': async () => {
    const { ana, recovery } = await withSecondFactor();
    const left = { after: { methods: ['pwd', 'recovery'] } };
    const work = async () => {
      const { data } = await nobody('POST', '/session', { email: ana.email, password });
      return nobody('POST', '/session/second-factor', { token: data.token, code: recovery[0] });
    };
    return { ana, left, as: 'session.begin', work };
  },
  'session.passkey': async () => {
    const { ana, authenticator, add } = await withPasskey();
    await add();
    const work = async () =>
      nobody('POST', '/passkey/sign-in', { credential: authenticator.get(await challenged()) });
    return { ana, as: 'session.begin', left: { after: { methods: ['passkey'] } }, work };
  },
  'session.prove': async () => {
    const ana = await plain();
    return {
      ana,
      left: { after: { methods: ['pwd'] } },
      work: () => ana.own('POST', '/session/proof', { password }),
    };
  },
  'session.proof.passkey': async () => {
    const { ana, authenticator, add } = await withPasskey();
    await add();
    const work = async () =>
      ana.own('POST', '/passkey/proof', { credential: authenticator.get(await challenged(ana)) });
    return { ana, as: 'session.prove', left: { after: { methods: ['pwd', 'passkey'] } }, work };
  },
  'session.end': async () => {
    const ana = await plain();
    return { ana, work: () => ana.own('DELETE', '/session') };
  },
  'account.end_session': async () => {
    const ana = await plain();
    return {
      ana,
      left: { after: { sessions_ended: 1, session: ana.sessionId } },
      work: () => ana.own('DELETE', `/account/sessions/${ana.sessionId}`),
    };
  },
  'account.end_other_sessions': async () => {
    const ana = await plain();
    await nobody('POST', '/session', { email: ana.email, password });
    return {
      ana,
      left: { after: { sessions_ended: 1 } },
      work: () => ana.own('DELETE', '/account/sessions'),
    };
  },
  'account.update': async () => {
    const ana = await plain();
    return {
      ana,
      left: { before: { name: 'Dora' }, after: { name: 'Ana' } },
      work: () => ana.own('PUT', '/account', { name: 'Ana', locale: 'en' }),
    };
  },
  'account.set_picture': async () => {
    const ana = await plain();
    return {
      ana,
      left: {
        before: { picture: null },
        after: { picture: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
      work: async () => ana.own('PUT', '/account/picture', { image: await onePixel() }),
    };
  },
  'account.remove_picture': async () => {
    const ana = await plain();
    await ana.own('PUT', '/account/picture', { image: await onePixel() });
    return {
      ana,
      left: { after: { picture: null } },
      work: () => ana.own('DELETE', '/account/picture'),
    };
  },
  'account.change_email': async () => {
    const ana = await plain();
    const email = `${uuidv7()}@example.com`;
    return {
      ana,
      left: { before: { email: ana.email }, after: { email } },
      work: () => ana.own('PUT', '/account/email', { email }),
    };
  },
  'account.confirm_email': async () => {
    const ana = await plain();
    const email = `${uuidv7()}@example.com`;
    const { token } = await issueToken(platform(), ana.personId, 'email', Buffer.from(email));
    return {
      ana,
      left: { before: { email: ana.email }, after: { email } },
      work: () => nobody('POST', '/account/email/confirm', { token }),
    };
  },
  'account.confirm_totp': async () => {
    const ana = await plain();
    const { data } = await ana.own('POST', '/account/totp', {});
    const work = () =>
      ana.own('POST', '/account/totp/confirm', { code: codeOf(String(data.secret)) });
    return { ana, left: { after: { second_factor: true, recovery_codes_left: 10 } }, work };
  },
  'account.remove_totp': async () => {
    const { ana } = await withSecondFactor();
    return { ana, work: () => ana.own('DELETE', '/account/totp') };
  },
  'account.renew_recovery_codes': async () => {
    const { ana } = await withSecondFactor();
    return { ana, work: () => ana.own('POST', '/account/recovery-codes', {}) };
  },
  'account.change_password': async () => {
    const ana = await plain();
    const next = 'girafas correm no telhado';
    return {
      ana,
      left: { before: null, after: { sessions_ended: 0 } },
      work: () => ana.own('PUT', '/account/password', { password: next }),
    };
  },
  'password_reset.use': async () => {
    const ana = await plain();
    const { token } = await makeResetLink(platform(), ana.personId, origin, ana.email);
    return {
      ana,
      left: { after: { methods: ['link'], sessions_ended: 1 } },
      work: () =>
        nobody('POST', '/password-reset/use', { token, password: 'girafas correm no telhado' }),
    };
  },
  'passkeys.create': async () => {
    const { ana, add } = await withPasskey();
    return { ana, left: { before: null, after: { name: 'Telefone' } }, work: add };
  },
  'passkeys.update': async () => {
    const { ana, add } = await withPasskey();
    const { id } = (await add()).data;
    return {
      ana,
      left: { before: { name: 'Telefone' }, after: { name: 'Chave' } },
      work: () => ana.own('PUT', `/account/passkeys/${id}`, { name: 'Chave' }),
    };
  },
  'passkeys.delete': async () => {
    const { ana, add } = await withPasskey();
    const { id } = (await add()).data;
    return {
      ana,
      left: { before: { name: 'Telefone' }, after: null },
      work: () => ana.own('DELETE', `/account/passkeys/${id}`),
    };
  },
  'identities.delete': async () => {
    const ana = await plain();
    const id = uuidv7();
    const issuer = 'https://login.example.com';
    await service.sql(
      'insert into person_identities (person_id, id, issuer, subject) values ($1, $2, $3, $4)',
      [ana.personId, id, issuer, id],
    );
    return {
      ana,
      left: { before: { issuer }, after: null },
      work: () => ana.own('DELETE', `/account/identities/${id}`),
    };
  },
};

describe('an operation leaves one entry in each team of the person', () => {
  test.each(Object.entries(tries))('%s', async (name, begin) => {
    const { ana, work, as = name, left = {} } = await begin();
    const second = await joinAnother(ana);
    let inSecond: Json[] = [];
    const entries = await entriesOf(ana, async () => {
      inSecond = await entriesWhile(service, second, async () => {
        const { status, text } = await work();
        expect(status, text).toBeLessThan(300);
      });
    });
    const common = {
      class: 'access',
      operation: as,
      actor: 'user',
      record_type: 'users',
      request_id: expect.any(String),
      address: '127.0.0.1',
      ...left,
    };
    expect(entries).toMatchObject([{ ...common, actor_id: ana.userId, record_id: ana.userId }]);
    expect(inSecond).toMatchObject([common]);
    expect(JSON.stringify(entries)).not.toMatch(/girafas|cavalo|argon|pauta_session/);
  });
});

test('a refused or ineffective operation leaves no entry', async () => {
  const { ana } = await withSecondFactor();
  const entries = await entriesOf(ana, async () => {
    await nobody('POST', '/session', { email: ana.email, password: 'errada errada errada' });
    await nobody('POST', '/session', { email: ana.email, password });
    await ana.own('PUT', '/account', { name: 'Dora', locale: 'en' });
    await ana.own('DELETE', '/account/sessions');
    await ana.own('PUT', '/account/password', { password: 'curta' });
    await ana.own('POST', '/session/proof', { password, code: '000000' });
  });
  expect(entries).toEqual([]);
});

test('failed sign-ins that only cause a delay leave one entry per delay, without a proven person', async () => {
  const ana = await plain();
  const wrong = () => nobody('POST', '/session', { email: ana.email, password: 'errada errada' });
  const entries = await entriesOf(ana, async () => {
    for (let i = 0; i < 7; i += 1) expect((await wrong()).status).toBe(401);
  });
  expect(entries).toMatchObject([
    {
      operation: 'session.lock',
      actor: 'system',
      actor_id: null,
      session_id: null,
      record_id: ana.userId,
      after: { failures: 5, locked_until: expect.any(String), is_known_device: false },
    },
  ]);
  // The same with recovery codes, after a correct password.
  const { ana: bia } = await withSecondFactor();
  const { data } = await nobody('POST', '/session', { email: bia.email, password });
  const locked = await entriesOf(bia, async () => {
    for (let i = 0; i < 6; i += 1)
      await nobody('POST', '/session/second-factor', { token: data.token, code: '000000' });
  });
  expect(locked).toMatchObject([{ operation: 'session.lock', actor: 'system' }]);
});

describe('an invitation', () => {
  test('live streams report who a person is, but not how they sign in', async () => {
    const ana = await plain();
    const team = await teamOf(ana);
    await ana.own('POST', '/session/proof', { password });
    const notices = () =>
      service.sql('select record_type, record_id from live_notices where team_id = $1', [team]);
    expect(await notices()).toEqual([]);
    await ana.own('PUT', '/account', { name: 'Ana' });
    expect(await notices()).toEqual([
      { record_type: 'members', record_id: ana.userId },
      { record_type: 'users', record_id: ana.userId },
    ]);
  });

  test('is recorded when it is created, revoked and accepted, in its team only', async () => {
    const team = await service.team();
    const owner = await makePerson(service, team, 'owner');
    const entries = await entriesWhile(service, team.id, async () => {
      const made = await owner.post('/invitations', { role: 'admin', name: 'Bia' });
      await owner.delete(`/invitations/${made.data.id}`);
      await owner.delete(`/invitations/${made.data.id}`);
      const { data } = await owner.post('/invitations', { role: 'admin' });
      const [, token] = String(data.link).split('.').slice(-2);
      const invitee = { team: team.slug, token, name: 'Bia', email: `${uuidv7()}@example.com` };
      const accepted = await newBrowser(service.app).call('POST', '/invitation/accept', {
        ...invitee,
        password,
      });
      expect(accepted.status, accepted.text).toBe(200);
    });
    const common = { actor: 'user', actor_id: owner.userId, record_type: 'invitations' };
    const [, , second, accepted, begun] = entries;
    expect(entries).toMatchObject([
      { ...common, operation: 'invitations.create', after: { role: 'admin', name: 'Bia' } },
      { ...common, operation: 'invitations.revoke', after: { revoked_at: expect.any(String) } },
      { ...common, operation: 'invitations.create', class: 'access' },
      { operation: 'invitation.accept', record_id: second?.record_id, after: { role: 'admin' } },
      { operation: 'session.begin', actor_id: accepted?.actor_id, after: { methods: ['pwd'] } },
    ]);
    expect(begun?.session_id).toEqual(expect.any(String));
    const ana = await personWithPassword(service);
    const before = await teamOf(ana);
    const none = await entriesWhile(service, before, async () => {
      const { data } = await owner.post('/invitations', {});
      const [, token] = String(data.link).split('.').slice(-2);
      const joined = await ana.own('POST', '/invitation/accept', { team: team.slug, token });
      expect(joined.status, joined.text).toBe(200);
    });
    expect(none).toEqual([]);
  });
});

describe('operations on whole teams', () => {
  const operator = { kind: 'operator' } as const;
  const ctx = () => ({
    actor: operator,
    platform: platform(),
    settings: {
      secrets: service.secrets,
      jidSuffix: 's.msgapp.net',
      publicUrl: 'https://pauta.example.com',
    },
  });
  const ofTeam = async (id: unknown) =>
    service.sql(
      'select actor, operation, record_type, record_id, after::json from audit_entries where team_id = $1 order by id',
      [id],
    );

  test('are recorded as done by the operator', async () => {
    const { team } = await manage(createTeamWithKey, ctx(), { name: 'Nossa' });
    await manage(setTeam, ctx(), { id: team.id, strict_tax_ids: true });
    await manage(linkForUser, ctx(), { email: 'dona@example.com', team: team.slug });
    await manage(listTeams, ctx(), {});
    const { email, userId } = await makePerson(service, team, 'member');
    await manage(linkForUser, ctx(), { email });
    const entries = await ofTeam(team.id);
    expect(entries).toMatchObject([
      { operation: 'teams.create', record_type: 'teams', after: { name: 'Nossa' } },
      { operation: 'teams.create', record_type: 'keys', after: { name: 'First key' } },
      { operation: 'teams.set', record_type: 'teams', after: { strict_tax_ids: true } },
      { operation: 'users.link', record_type: 'invitations', after: { role: 'owner' } },
      { operation: 'users.link', record_type: 'users', record_id: userId },
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['operator']));
    expect(JSON.stringify(entries)).not.toMatch(/pauta_|hash/);
  });

  test('every operation of an installation has a case', () => {
    expectAll(registry.installation, ['teams.create', 'teams.set', 'users.link'], {
      'teams.list': 'only reads',
      'teams.get': 'only reads',
      'secrets.rotate': 'belongs to the installation, and changes nothing in a team',
      'secrets.forget': 'belongs to the installation, and changes nothing in a team',
      'totals.check': 'only reads',
      'totals.mend': 'corrects a count to the actual number',
    });
  });
});

test('every writing operation of an account has a case', () => {
  const writing = registry.account.filter(({ panel: { method } }) => method !== 'GET');
  // invitation.accept has its own test.
  expectAll(writing, [...Object.keys(tries), 'invitation.accept'], unwritten);
});
