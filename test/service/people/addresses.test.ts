import { describe, expect, test } from 'vitest';
import { linkForUser } from '#server/features/accounts/invitations/links.ts';
import { maxTriedAccounts } from '#server/features/accounts/people/verification.ts';
import { manage } from '#server/operations/installation-operation.ts';
import { useService } from '#test/support/harness.ts';
import { newBrowser, password, personWithPassword } from '#test/support/people/browser.ts';
import { callPanel, makePerson, type TestPerson } from '#test/support/people.ts';

/*
 * An unconfirmed address is only a claim: it blocks no other account, no invitation and no link of the operator, and no answer reveals that
 * another account has it.
 */
const service = useService();

const otherPassword = 'girafas correm no telhado';
let made = 0;
const newAddress = () => `vitima${++made}@example.com`;

const signIn = (email: string, tried: string, browser = newBrowser(service.app)) =>
  browser.call('POST', '/session', { email, password: tried });

/** A member of a team who has claimed an address by changing their own. */
async function takeAddress(email: string): Promise<TestPerson> {
  const squatter = await personWithPassword(service);
  expect((await squatter.own('PUT', '/account/email', { email })).status).toBe(200);
  return squatter;
}

async function inviteTo(email: string, options: object = {}) {
  const team = await service.team();
  const owner = await makePerson(service, team, 'owner');
  const answer = await owner.post('/invitations', { email, ...options });
  expect(answer.status, answer.text).toBe(201);
  const [, token = ''] = new URL(String(answer.data.link)).hash.slice(1).split('.');
  return { team, owner, link: { team: team.slug, token } };
}

const accept = (link: object, body: object) =>
  newBrowser(service.app).call('POST', '/invitation/accept', { ...link, name: 'Vi', ...body });

/** Link of `pauta user link`. */
const operatorLink = (request: { readonly email: string; readonly team?: string }) =>
  manage(
    linkForUser,
    {
      actor: { kind: 'operator' },
      platform: service.database.platform,
      settings: {
        secrets: service.secrets,
        jidSuffix: 's.msgapp.net',
        publicUrl: 'https://pauta.example.com',
      },
    },
    request,
  );

const personIdOf = ({ data }: { readonly data: unknown }) =>
  (data as { session?: { person_id?: string } }).session?.person_id;

const failureRows = async () => {
  const [row] = await service.sql('select count(*)::int as n from login_failures');
  return row?.n as number;
};

describe('an address that another person has claimed without confirming it', () => {
  test('does not lock the invited person out: the password decides who signs in', async () => {
    const email = newAddress();
    const squatter = await takeAddress(email);
    const { team, link } = await inviteTo(email.toUpperCase());
    const accepted = await accept(link, { password: otherPassword });
    expect(accepted.status, accepted.text).toBe(200);
    const victim = String(accepted.data.person_id);
    expect(personIdOf(await signIn(email, otherPassword))).toBe(victim);
    expect(personIdOf(await signIn(email, password))).toBe(squatter.personId);
    expect((await signIn(email, 'nenhuma das duas')).status).toBe(401);
    const users = await service.sql(
      'select email from users where team_id = $1 and person_id = $2',
      [team.id, victim],
    );
    expect(users).toEqual([{ email: email.toUpperCase() }]);
  });

  test('does not redirect a link of the operator to that account', async () => {
    const email = newAddress();
    const squatter = await takeAddress(email);
    const team = await service.team();
    await makePerson(service, team, 'owner');
    await service.sql(
      `insert into users (team_id, id, name, email, role) values ($1, uuid7(), 'Vi', $2, 'member')`,
      [team.id, email],
    );
    expect(await operatorLink({ email })).toMatchObject({ kind: 'invitation', team: team.slug });
    const tokens = await service.sql('select hash from person_tokens where person_id = $1', [
      squatter.personId,
    ]);
    expect(tokens).toEqual([]);
  });

  test('can be invited into the team of the person who claimed it', async () => {
    const email = newAddress();
    const team = await service.team();
    const owner = await makePerson(service, team, 'owner');
    const squatter = await makePerson(service, team, 'member');
    expect((await squatter.own('PUT', '/account/email', { email })).status).toBe(200);
    const answer = await owner.post('/invitations', { email });
    expect([answer.status, answer.data.user_id], answer.text).toEqual([201, null]);
  });
});

describe('no answer reveals that another account has an address', () => {
  test('changing the address of an account', async () => {
    const [ana, bia] = [await personWithPassword(service), await personWithPassword(service)];
    await service.sql('update people set email_confirmed_at = null where id = $1', [bia.personId]);
    const confirmed = await personWithPassword(service);
    const answers = [];
    for (const email of [newAddress(), bia.email.toUpperCase(), confirmed.email]) {
      const answer = await ana.own('PUT', '/account/email', { email });
      answers.push([answer.status, { ...answer.data, email: '' }]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toEqual([200, { email: '', is_pending: false }]);
  });

  test('accepting an invitation', async () => {
    const confirmed = await personWithPassword(service);
    const taken = newAddress();
    await takeAddress(taken);
    for (const email of [newAddress(), taken, confirmed.email]) {
      const named = await accept((await inviteTo(email)).link, { password: otherPassword });
      expect(Object.keys(named.data), named.text).toEqual(['team', 'person_id']);
    }
  });

  test('a refused sign-in does the same work for none, one and several accounts', async () => {
    const several = newAddress();
    for (let n = 0; n < maxTriedAccounts + 1; n += 1) await takeAddress(several);
    const ana = await personWithPassword(service);
    const added = [];
    for (const email of [newAddress(), ana.email, several]) {
      const before = await failureRows();
      expect((await signIn(email, 'nenhuma delas')).status).toBe(401);
      // One row of failures for each password that was hashed.
      added.push((await failureRows()) - before);
    }
    expect(added).toEqual([maxTriedAccounts, maxTriedAccounts, maxTriedAccounts]);
  });
});

describe('of accounts beyond the number that a password is checked against', () => {
  test('the one that signed in on this device and the one that confirmed it are found', async () => {
    const email = newAddress();
    for (let n = 0; n < maxTriedAccounts; n += 1) await takeAddress(email);
    const { link } = await inviteTo(email);
    const browser = newBrowser(service.app);
    const accepted = await browser.call('POST', '/invitation/accept', {
      ...link,
      name: 'Vi',
      password: otherPassword,
    });
    const victim = String(accepted.data.person_id);
    expect((await signIn(email, otherPassword)).status).toBe(401);
    expect(personIdOf(await signIn(email, otherPassword, browser))).toBe(victim);

    // The operator's link was sent to the address, so using it confirms the address.
    const { link: reset } = await operatorLink({ email, team: link.team });
    const used = await callPanel(service.app, undefined, 'POST', '/password-reset/use', {
      token: new URL(reset).hash.slice(1),
      password: 'mais uma frase comprida',
    });
    expect(used.status, used.text).toBe(200);
    expect(personIdOf(await signIn(email, 'mais uma frase comprida'))).toBe(victim);
  });

  test('only one account can confirm an address', async () => {
    const email = newAddress();
    const [ana, bia] = [await takeAddress(email), await takeAddress(email)];
    const confirm = ({ personId }: TestPerson) =>
      service.sql('update people set email_confirmed_at = now() where id = $1', [personId]);
    await confirm(ana);
    await expect(confirm(bia)).rejects.toMatchObject({
      constraint: 'people_confirmed_email_key',
    });
  });
});
