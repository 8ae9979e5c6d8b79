import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '#server/db/database.ts';
import { iso, platformStatement } from '#server/db/statement.ts';
import type { SignedIn } from '#server/operations/account-operation.ts';
import type { Settings } from '#server/operations/context.ts';
import { ApiError, conflict, duplicate, invalid } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import {
  makeChallenge,
  readChallenge,
  type Spendable,
  spendCte,
  spendParameters,
} from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  type BrowserOptions,
  type BrowserResponse,
  creationOptions,
  namedIn,
  requestOptions,
  responseTimeoutMs,
  verifyAssertion,
  verifyCreation,
} from './webauthn.ts';

/*
 * Passkeys of people: create, use, rename, remove. Using one spends the challenge and advances the counter in one statement, so of two
 * responses with the same counter or challenge only one succeeds.
 */

const maxPasskeys = 20;

const documentOf = (table: string) => `json_build_object('id', ${table}.id, 'name', ${table}.name,
  'used_at', ${iso(`${table}.used_at`)}, 'created_at', ${iso(`${table}.created_at`)})`;

const list = platformStatement(`
  select coalesce(json_agg(${documentOf('c')} order by c.created_at, c.id), '[]') as passkeys
  from credentials c where c.person_id = $person and c.kind = 'passkey'`);

const idsOf = platformStatement(
  `select external_id from credentials where person_id = $person and kind = 'passkey' order by created_at, id`,
);

/** Context of a passkey operation. */
interface PasskeyContext {
  readonly platform: Platform;
  readonly settings: Settings;
  readonly party: RelyingParty;
}

const challengeExpired = () =>
  new ApiError('GONE', 'This challenge has expired or was already used: request another.');
/** Uniform error for unknown or unproven passkeys, and for those of disabled people. */
const passkeyRefused = () =>
  new ApiError('UNAUTHORIZED', 'This passkey cannot be used to sign in.');

const makingFor = (personId: string) => `passkey of ${personId}`;
const proving = 'proof by passkey';

/** Passkeys of a person, as shown to them. */
export async function passkeysOf(platform: Platform, personId: string): Promise<unknown> {
  const [row] = await platform.run(list, { person: personId });
  return row?.passkeys;
}

const credentialIdsOf = async (platform: Platform, personId: string): Promise<Buffer[]> =>
  (await platform.run(idsOf, { person: personId })).map((row) => row.external_id as Buffer);

/** Starts the creation of a passkey. @throws ApiError CONFLICT if the person has the max number */
export async function beginCreation(
  { platform, settings, party }: PasskeyContext,
  person: SignedIn,
): Promise<BrowserOptions> {
  const ids = await credentialIdsOf(platform, person.personId);
  if (ids.length >= maxPasskeys) throw tooMany();
  const challenge = makeChallenge(settings.secrets, makingFor(person.personId), responseTimeoutMs);
  return creationOptions(party, person, ids, challenge);
}

const tooMany = () =>
  conflict(`There are ${maxPasskeys} passkeys already: remove one that is not in use.`, 'limit');

// Without a row in `spent` the challenge was used before; without one in `added` the person has the max number.
const add = platformStatement(`
  with ${spendCte}, added as (
    insert into credentials (person_id, id, kind, name, secret, external_id, counter, confirmed_at)
    select $person::uuid, $id::uuid, 'passkey', $name::text, $secret::bytea, $external_id::bytea, $counter::int8, now()
    from spent where (select count(*) from credentials where person_id = $person and kind = 'passkey') < ${maxPasskeys}
    returning *
  )
  select case when added.id is not null then ${documentOf('added')} end as passkey from spent left join added on true`);

/** Stores a passkey created by the browser. @throws ApiError VALIDATION_ERROR, GONE, CONFLICT, DUPLICATE_ENTRY */
export async function addPasskey(
  { platform, settings, party }: PasskeyContext,
  personId: string,
  name: string,
  response: BrowserResponse,
): Promise<unknown> {
  let challenge: Spendable | undefined;
  const made = await verifyCreation(party, response, (text) => {
    challenge = readChallenge(settings.secrets, makingFor(personId), text);
    return challenge !== undefined;
  });
  if (!made || !challenge)
    throw invalid(
      `credential must be the browser’s response to the last challenge at ${party.origin}, with user verification.`,
      'credential',
      'invalid',
      { reason: 'broken_passkey' },
    );
  const row = await platform
    .run(add, {
      ...spendParameters(challenge),
      person: personId,
      id: uuidv7(),
      name,
      secret: made.publicKey,
      external_id: made.externalId,
      counter: made.counter,
    })
    .then(
      ([first]) => first,
      (error: unknown) => {
        throw constraintOf(error) === 'credentials_passkey_key'
          ? duplicate('This passkey was already added.', 'credential')
          : error;
      },
    );
  if (!row) throw challengeExpired();
  if (row.passkey === null) throw tooMany();
  return row.passkey;
}

const rename = platformStatement(`
  with old as (
    select id, name from credentials where person_id = $person and id = $id and kind = 'passkey' for no key update)
  update credentials c set name = $name from old where c.person_id = $person and c.id = old.id
  returning old.name as before, ${documentOf('c')} as passkey`);

/** Renames a passkey. @returns the passkey and its previous name; undefined if the person has no such passkey */
export async function renamePasskey(
  platform: Platform,
  personId: string,
  id: string,
  name: string,
): Promise<{ readonly before: unknown; readonly passkey: unknown } | undefined> {
  const [row] = await platform.run(rename, { person: personId, id, name });
  return row && { before: row.before, passkey: row.passkey };
}

// Keeps the last passkey if the person has no other way to sign in.
const remove = platformStatement(`
  with own as (select id, name from credentials where person_id = $person and id = $id and kind = 'passkey'),
  removed as (
    delete from credentials where person_id = $person and id in (select id from own) and (
      exists (select from credentials where person_id = $person and id <> $id and kind in ('password', 'passkey'))
      or exists (select from person_identities where person_id = $person))
    returning id
  )
  select (select count(*) from removed)::int as removed, own.name from own`);

/**
 * @returns the passkey's name; undefined if the person has no such passkey
 * @throws ApiError CONFLICT if it is their only way to sign in
 */
export async function removePasskey(
  platform: Platform,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await platform.run(remove, { person: personId, id });
  if (row?.removed === 0)
    throw conflict(
      'This is your only sign-in method: set a password or add a passkey first.',
      'only_sign_in_method',
    );
  return row && ((row.name as string | null) ?? '');
}

/** Starts a sign-in or re-authentication. @param personId limits it to the person's passkeys; undefined without a session */
export async function beginVerification(
  { platform, settings, party }: PasskeyContext,
  personId: string | undefined,
): Promise<BrowserOptions> {
  const ids = personId === undefined ? [] : await credentialIdsOf(platform, personId);
  return requestOptions(party, ids, makeChallenge(settings.secrets, proving, responseTimeoutMs));
}

const find = platformStatement(`
  select c.id, c.secret, c.name from credentials c join people p on p.id = c.person_id
  where c.person_id = $person and c.external_id = $external_id and c.kind = 'passkey' and p.disabled_at is null`);

// A counter that stays 0 means that the passkey has none (Web Authentication Level 3, 6.1.1).
const use = platformStatement(`
  with ${spendCte}, used as (
    update credentials set counter = $counter, used_at = now()
    where person_id = $person and id = $id and kind = 'passkey' and exists (select from spent)
      and ($counter > counter or ($counter = 0 and counter = 0))
    returning id
  )
  select (select count(*) from spent)::int as spent, (select count(*) from used)::int as used`);

/**
 * Verifies a response of the browser and returns its person. Each challenge is accepted once.
 * @throws ApiError UNAUTHORIZED if the response proves nothing, GONE if its challenge was used
 */
export async function verifyPasskey(
  { platform, settings, party }: PasskeyContext,
  response: BrowserResponse,
): Promise<string> {
  const named = namedIn(response);
  if (!named) throw passkeyRefused();
  const { personId, externalId } = named;
  const [passkey] = await platform.run(find, { person: personId, external_id: externalId });
  if (!passkey) throw passkeyRefused();
  let challenge: Spendable | undefined;
  const publicKey = passkey.secret as Buffer;
  const counter = await verifyAssertion(party, response, { externalId, publicKey }, (text) => {
    challenge = readChallenge(settings.secrets, proving, text);
    return challenge !== undefined;
  });
  if (counter === undefined || !challenge) throw passkeyRefused();
  const [outcome] = await platform.run(use, {
    ...spendParameters(challenge),
    person: personId,
    id: passkey.id,
    counter,
  });
  if (outcome?.spent === 0) throw challengeExpired();
  if (outcome?.used === 0) throw copied(settings, personId, passkey);
  return personId;
}

/** Error for a counter that went back: the passkey may have been copied. */
function copied({ services }: Settings, personId: string, { id, name }: Row): ApiError {
  services?.log.warn(
    { person: personId, passkey: id },
    'a passkey was refused: its counter went backwards, so it may have been copied',
  );
  return new ApiError(
    'UNAUTHORIZED',
    `The passkey ${JSON.stringify(name)} was refused: its counter went backwards, so it may have been copied. Sign in another way, remove it, and add a new one.`,
  );
}
