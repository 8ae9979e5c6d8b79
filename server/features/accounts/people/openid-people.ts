import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '#server/db/database.ts';
import { iso, platformStatement } from '#server/db/statement.ts';
import type { AccountContext } from '#server/operations/account-operation.ts';
import type { AssertedIdentity } from '#server/outbound/openid.ts';
import { recordAccountAudit } from '../audit.ts';
import { recordAccepted } from '../invitations/accept-invitation.ts';
import { mayBind } from '../invitations/invitation.ts';

/*
 * Maps identities of the operator's provider to people: by issuer and subject, otherwise by an address that both sides have verified,
 * otherwise by an open invitation to that address.
 */

const findIdentity = platformStatement(`
  update person_identities i set used_at = now() from people p
  where i.issuer = $issuer and i.subject = $subject and p.id = i.person_id and p.disabled_at is null
  returning i.person_id`);

// Requires a confirmed address: an unconfirmed one may belong to someone else, who would share the account. And a person with another
// identity at this provider keeps it, as addresses are reassigned over time.
const byEmail = platformStatement(`
  insert into person_identities (person_id, id, issuer, subject)
  select p.id, $id, $issuer, $subject from people p
  where lower(p.email) = lower($email) and p.email_confirmed_at is not null and p.disabled_at is null
  on conflict do nothing returning person_id`);

const identify = platformStatement(`
  insert into person_identities (person_id, id, issuer, subject) values ($person, $id, $issuer, $subject)`);

const link = platformStatement(`
  insert into person_identities (person_id, id, issuer, subject) values ($person, $id, $issuer, $subject)
  on conflict do nothing returning id`);

const documentOf = (table: string) =>
  `json_build_object('id', ${table}.id, 'issuer', ${table}.issuer, 'used_at', ${iso(`${table}.used_at`)}, 'created_at', ${iso(`${table}.created_at`)})`;
const list = platformStatement(`
  select coalesce(json_agg(${documentOf('i')} order by i.created_at, i.id), '[]') as identities
  from person_identities i where i.person_id = $person`);

// Keeps the identity if the person has no other way to sign in.
const unlink = platformStatement(`
  with own as (select id, issuer from person_identities where person_id = $person and id = $id),
  removed as (
    delete from person_identities where person_id = $person and id in (select id from own)
      and exists (select from credentials where person_id = $person and kind in ('password', 'passkey'))
    returning id
  )
  select (select count(*) from removed)::int as removed, own.issuer from own`);

const open = `lower(email) = lower($email) and accepted_at is null and revoked_at is null and expires_at > now()`;
/** Admits one of several concurrent requests. */
const claimAccount = platformStatement(`
  update invites set accepted_at = now() where ${open} returning team_id, id, role, name, user_id`);
const addPerson = platformStatement(`
  insert into people (id, email, email_confirmed_at, name) values ($person, $email, now(), $name)
  on conflict do nothing returning id`);
const bind = platformStatement(`
  update users u set person_id = $person, role = $role, email = $email, suspended_at = null
  where team_id = $team and id = $user and ${mayBind('u')} returning id`);
const join = platformStatement(`
  insert into users (team_id, id, person_id, name, email, role) values ($team, $user, $person, $name, $email, $role)
  on conflict do nothing`);
const insertAudit = platformStatement(`
  update invites set accepted_by = (select id from users where team_id = $team and person_id = $person)
  where team_id = $team and id = $id`);

type Identity = Pick<AssertedIdentity, 'issuer' | 'subject'>;

/** Person of a known identity. */
export async function personOf(
  platform: Platform,
  { issuer, subject }: Identity,
): Promise<string | undefined> {
  const [row] = await platform.run(findIdentity, { issuer, subject });
  return row?.person_id as string | undefined;
}

/** Binds the identity to the person with its address, or to a new person invited by it. @returns undefined if there is neither */
async function bindByEmail(
  ctx: AccountContext,
  { issuer, subject, email, name }: AssertedIdentity,
): Promise<string | undefined> {
  if (email === undefined) return undefined;
  const linked = (tx: Platform, personId: string) =>
    recordAccountAudit(tx, ctx, { personId, operation: 'identities.create', after: { issuer } });
  return ctx.platform.transaction(async (tx) => {
    const [row] = await tx.run(byEmail, { id: uuidv7(), issuer, subject, email });
    if (row) {
      const knownId = row.person_id as string;
      await linked(tx, knownId);
      return knownId;
    }
    const invites = await tx.run(claimAccount, { email });
    if (invites.length === 0) return undefined;
    const person = uuidv7();
    const named = invites.find((invite) => invite.name !== null)?.name;
    const values = { person, email, name: (name ?? named ?? email) as string };
    const [made] = await tx.run(addPerson, { ...values, name: values.name.slice(0, 255) });
    // Another person has this address and must sign in differently: the invitations stay open.
    if (!made) throw new Unbound();
    await tx.run(identify, { person, id: uuidv7(), issuer, subject });
    for (const invite of invites) await admit(ctx, tx, invite, values);
    await linked(tx, person);
    return person;
  });
}

/** Rolls back the transaction without a result. */
class Unbound extends Error {}

async function admit(
  ctx: AccountContext,
  tx: Platform,
  { team_id: team, id, role, user_id: user }: Row,
  {
    person,
    email,
    name,
  }: { readonly person: string; readonly email: string; readonly name: string },
): Promise<void> {
  const values = { team, person, email, role };
  const bound = user === null ? [] : await tx.run(bind, { ...values, user });
  if (bound.length === 0) await tx.run(join, { ...values, user: uuidv7(), name });
  await tx.run(insertAudit, { team, person, id });
  await recordAccepted(tx, ctx, person, { team: team as string, id: id as string, role });
}

/** Person that an identity signs in; undefined if there is none. */
export async function personFor(
  ctx: AccountContext,
  vouched: AssertedIdentity,
): Promise<string | undefined> {
  const existing = await personOf(ctx.platform, vouched);
  if (existing !== undefined) return existing;
  try {
    return await bindByEmail(ctx, vouched);
  } catch (error) {
    if (error instanceof Unbound) return undefined;
    throw error;
  }
}

/** Links an identity to a person. @returns false if it belongs to another person, or they have another one */
export async function linkIdentity(
  ctx: AccountContext,
  personId: string,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const isNew = await ctx.platform.transaction(async (tx) => {
    const [linked] = await tx.run(link, { person: personId, id: uuidv7(), issuer, subject });
    if (!linked) return false;
    const after = { issuer };
    await recordAccountAudit(tx, ctx, { personId, operation: 'identities.create', after });
    return true;
  });
  return isNew || (await personOf(ctx.platform, { issuer, subject })) === personId;
}

/** Identities of a person, as shown to them. */
export async function identitiesOf(platform: Platform, person: string): Promise<unknown> {
  const [row] = await platform.run(list, { person });
  return row?.identities;
}

/** @returns isRemoved: false if it is the only way to sign in; undefined if the person has no such identity */
export async function unlinkIdentity(
  platform: Platform,
  person: string,
  id: string,
): Promise<{ readonly isRemoved: boolean; readonly issuer: unknown } | undefined> {
  const [row] = await platform.run(unlink, { person, id });
  return row && { isRemoved: row.removed === 1, issuer: row.issuer };
}
