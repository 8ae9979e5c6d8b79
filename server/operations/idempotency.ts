import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Row, TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { hour, usageCtes } from '../db/usage.ts';
import type { ErrorReason } from '../platform/error-reasons.ts';
import {
  ApiError,
  conflict,
  errorBody,
  invalid,
  isPassing,
  quotaExhausted,
} from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { constraintOf } from '../platform/violated-constraint.ts';
import type { Actor } from './context.ts';
import { seesAll } from './masking.ts';
import type { Answer } from './response-envelope.ts';

/** A keyed request, and its identity: method, path and the bytes of the body. */
export interface KeyedRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
  readonly caller: KeyCaller;
  /** Maximum bytes of keys and responses stored for the team; 0: unlimited. */
  readonly mostBytes: number;
}

/** The caller of a keyed request, as far as it decides who may receive the stored response. */
interface KeyCaller {
  /** The member, by session or by an API key with a member's permissions; null for other API keys, which belong to the team. */
  readonly userId: string | null;
  readonly seesValues: boolean;
}

export const keyCallerOf = (actor: Actor): KeyCaller => ({
  userId:
    actor.kind === 'user' || (actor.kind === 'key' && actor.member !== undefined)
      ? actor.userId
      : null,
  seesValues: seesAll(actor),
});

/**
 * Maximum running time of a request with external work, after which its process counts as dead. Longer than the work can take: a
 * gateway's timeout plus the database's.
 */
const runningMs = 20_000;

/** Counted usage: bytes of keys and their responses. The usage of an hour counts for 24 hours after its end. */
const bytesKept = 'idempotency';
const retentionHours = 24;
/** Size of a key without its response. */
const bytesOfKey = 500;

const claim = teamStatement(`
  select pg_try_advisory_xact_lock(hashtextextended($team::text || $key, 8)) as free, i.fingerprint, i.status, i.response,
    i.intent, i.user_id, coalesce(i.saw_values, true) as saw_values, i.created_at > now() - $running * interval '1 millisecond' as running,
    (select coalesce(sum(u.n), 0) from team_usage u
      where u.team_id = $team and u.what = '${bytesKept}' and u.since >= $since::timestamptz)::float8 as bytes_kept
  from (select) one left join idempotency_keys i
    on i.team_id = $team and i.key = $key and i.created_at > now() - interval '24 hours'`);

const store = teamStatement(`
  with kept as (
    insert into idempotency_keys as i (team_id, key, fingerprint, status, response, intent, user_id, saw_values, created_at)
    values ($team, $key, $fingerprint, $status, $response, $intent, $user_id, $saw_values, clock_timestamp())
    on conflict (team_id, key) do update
      set fingerprint = excluded.fingerprint, status = excluded.status, response = excluded.response,
        intent = excluded.intent, user_id = excluded.user_id, saw_values = excluded.saw_values, created_at = excluded.created_at
      where excluded.created_at - i.created_at >= interval '24 hours'
    returning 1 as stored)${usageCtes(bytesKept, '$bytes::bigint', 'kept')}
  select stored from kept`);

/** Stores the response of an intent; an existing response is kept and returned. */
const storeResponse = teamStatement(`
  with kept as (
    update idempotency_keys set status = coalesce(status, $status), response = coalesce(response, $response)
    where team_id = $team and key = $key and intent = $intent
    returning status, response)${usageCtes(bytesKept, '$bytes::bigint', 'kept')}
  select status, response from kept`);

/** @param name of the header @throws ApiError VALIDATION_ERROR if it is not a valid key */
export function readIdempotencyKey(header: string, name = 'Idempotency-Key'): string {
  if (header.length < 1 || header.length > 255 || !/^[\x20-\x7e]+$/.test(header)) {
    throw invalid(`${name} must be 1 to 255 printable ASCII characters.`, name, 'invalid_format');
  }
  return header;
}

/** True for responses to store: completed work, and errors that a retry would not change. A file may be scanned by then. */
const isKept = (status: number, reason?: ErrorReason) =>
  status < 500 && status !== 401 && status !== 429 && reason !== 'scanning';

/** Another request changed the same row between our read and our write: the transaction must restart. */
export class ConcurrentChange extends Error {}

/** The work itself failed, rather than storing its response. */
class Failed extends Error {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('the work failed');
    this.reason = reason;
  }
}

/** Sealing context of a response. */
export const responseSealContext = (team: string, key: string): string =>
  `idempotency_keys ${team} ${key}`;

/** Accesses the row stored under a team's key. */
function storedUnder(db: TeamDb, secrets: Secrets, keyed: KeyedRequest) {
  const { key, method, path, body, caller, mostBytes } = keyed;
  const place = responseSealContext(db.id, key);
  const fingerprint = createHash('sha256').update(`${method} ${path}\n`).update(body).digest();

  /** Inserts a row. @throws Overtaken if it already exists */
  async function keep(on: TeamDb, answer: Answer | undefined, intent: string | null) {
    // Always sealed: a response may contain a secret.
    const response = answer ? secrets.seal(answer.body, place) : null;
    const values = {
      key,
      fingerprint,
      status: answer?.status ?? null,
      response,
      intent,
      user_id: caller.userId,
      saw_values: caller.seesValues,
      hour: hour(),
      bytes: bytesOfKey + (response?.length ?? 0),
    };
    const [row] = await on.run(store, values).catch((error: unknown) => {
      throw constraintOf(error) === 'idempotency_keys_pkey' ? new ConcurrentChange() : error;
    });
    if (!row) throw new ConcurrentChange();
  }

  /** The stored response; undefined if it cannot be decrypted, for example after a change of SECRET_KEY. */
  function opened({ status, response }: Row): Answer | undefined {
    try {
      return { status: status as number, body: secrets.open(response as Buffer, place) };
    } catch {
      return undefined;
    }
  }

  return {
    keep,
    /**
     * Looks up the result of an earlier request, and locks the key until the transaction ends.
     * @returns its response, or the intent of one that ended without a response; undefined if this request is the first
     * @throws ApiError CONFLICT while the first is running, and if its response cannot be shown to this caller or be decrypted,
     * IDEMPOTENCY_KEY_REUSED for another request or the request of another member
     */
    async look(tx: TeamDb): Promise<Answer | { readonly intent: string } | undefined> {
      const [row] = await tx.run(claim, { key, running: runningMs, since: hour(retentionHours) });
      if (row?.free !== true) throw stillRunning();
      if (row.fingerprint === null) {
        if (mostBytes > 0 && Number(row.bytes_kept) >= mostBytes) throw tooManyBytes(mostBytes);
        return undefined;
      }
      if (!fingerprint.equals(row.fingerprint as Buffer)) {
        throw new ApiError(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key was already used for a different request (method, path or body); use a new one.',
        );
      }
      refuseCaller(row, caller);
      if (row.response) {
        const answer = opened(row);
        if (!answer) throw unreadable(row.status as number);
        return { ...answer, replayed: true };
      }
      if (row.running === true) throw stillRunning();
      return { intent: row.intent as string };
    },
    /** Stores the response of an intent, unless it already has one. @returns the stored response */
    async storeResponse(tx: TeamDb, intent: string, answer: Answer): Promise<Answer> {
      const response = secrets.seal(answer.body, place);
      const [row] = await tx.run(storeResponse, {
        key,
        intent,
        status: answer.status,
        response,
        hour: hour(),
        bytes: response.length,
      });
      return (row && opened(row)) ?? answer;
    },
  };
}

const tooManyBytes = (most: number) =>
  quotaExhausted(
    `The responses kept for 24 hours under the team's Idempotency-Keys have reached their limit of ${most} bytes. Nothing was done; try again later, or send the request without a key.`,
    'TEAM_IDEMPOTENCY_BYTES',
    3_600,
  );
/**
 * Restricts the response to a member's request to that member, and to the fields they may still see.
 * @throws ApiError IDEMPOTENCY_KEY_REUSED, CONFLICT
 */
function refuseCaller(row: Row, { userId, seesValues }: KeyCaller): void {
  if (row.user_id !== null && row.user_id !== userId)
    throw new ApiError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was already used by another member; use a new one.',
    );
  if (row.saw_values === true && !seesValues)
    throw conflict(
      'A request with this Idempotency-Key was already answered and is not repeated; its response may hold values that you do not see. Read the record instead.',
      'already_done',
    );
}

/** The only conflict that resolves itself, and therefore the only one with Retry-After. */
const stillRunning = () =>
  new ApiError('CONFLICT', 'A request with this Idempotency-Key is still running.', {
    reason: 'still_running',
    retryAfter: 1,
  });
const unreadable = (status: number) =>
  conflict(
    `A request with this Idempotency-Key was already answered with ${status} and is not repeated, but its response can no longer be decrypted because the secret key of the service has changed. Check what became of it; to repeat it, use another Idempotency-Key.`,
    'malformed',
  );

/** Retries until no other request interferes. */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConcurrentChange)) throw error;
    }
  }
}

/** Runs work, distinguishing its failures from those of storing its response. */
async function working<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Failed(error);
  }
}

/**
 * Runs work once for a team's key: the first request runs it and stores its response in the same transaction; later identical
 * requests receive that response.
 * @param work does everything inside the given transaction and returns a response; its ApiErrors are responses too
 * @param explain turns a database refusal into an ApiError, after the transaction is rolled back
 * @throws ApiError CONFLICT while the first is running, IDEMPOTENCY_KEY_REUSED for another request
 */
export function runOncePerKey(
  db: TeamDb,
  secrets: Secrets,
  keyed: KeyedRequest,
  work: (db: TeamDb) => Promise<Answer>,
  explain: (error: unknown) => Promise<unknown>,
): Promise<Answer> {
  const stored = storedUnder(db, secrets, keyed);
  return retryOnConflict(async () => {
    try {
      return await db.transaction(async (tx) => {
        const earlier = await stored.look(tx);
        if (earlier && 'body' in earlier) return earlier;
        const answer = await working(() => work(tx));
        await stored.keep(tx, answer, null);
        return answer;
      });
    } catch (failure) {
      return refusalOf(failure, db, keyed, stored, explain);
    }
  });
}

/** Stores and returns the refusal that rolled back the transaction. @throws errors that must not be stored */
async function refusalOf(
  failure: unknown,
  db: TeamDb,
  keyed: KeyedRequest,
  stored: ReturnType<typeof storedUnder>,
  explain: (error: unknown) => Promise<unknown>,
): Promise<Answer> {
  if (!(failure instanceof Failed)) throw failure;
  const error = await explain(failure.reason);
  if (!(error instanceof ApiError) || !isKept(error.status, error.reason)) throw error;
  const answer = {
    status: error.status,
    body: errorBody(error, keyed.path.startsWith('/api/panel/')),
  };
  await stored.keep(db, answer, null);
  return answer;
}

/** External work: first stored as an intent, then done outside any transaction, and its result stored afterwards. */
export interface ExternalWork<I extends { readonly id: string }> {
  /** Stores the intent under its id. Its ApiErrors are responses; after ConcurrentChange it is called again. */
  intend(db: TeamDb): Promise<I>;
  /** Does the work, outside any transaction. @returns a function that stores the result and returns the response */
  perform(intent: I): Promise<(db: TeamDb) => Promise<Answer>>;
  /** Response for an intent whose process ended before storing one. */
  recall(db: TeamDb, id: string): Promise<Answer>;
  /** Response if the result cannot be stored for now. */
  unstored(intent: I): Answer;
  /** Called if the result could not be stored at all. */
  onLost(error: unknown): void;
}

/** Identity of external work: a retry with the same identity receives a response, and the work is not repeated. */
export interface WorkIdentity {
  /** Stores the intent, unless an earlier request with this identity did. @returns the intent, or the response to the retry */
  begin<I extends { readonly id: string }>(
    work: Pick<ExternalWork<I>, 'intend' | 'recall'>,
  ): Promise<Answer | { readonly intent: I }>;
  /** Stores the result of an intent. @param store stores it and returns the response */
  finish(intent: string, store: (db: TeamDb) => Promise<Answer>): Promise<Answer>;
}

/** Work without an identity: every request is another one. */
export const unidentified = (db: TeamDb): WorkIdentity => ({
  begin: async ({ intend }) => ({ intent: await retryOnConflict(() => intend(db)) }),
  finish: (_intent, store) => store(db),
});

/**
 * Work identified by the Idempotency-Key of a request. If its process dies, the intent remains without a response; the next request with
 * the key receives what is known by then.
 * @param keyed undefined for a request without a key
 * @throws ApiError as {@link runOncePerKey}
 */
export function identifiedByKey(
  db: TeamDb,
  secrets: Secrets,
  keyed: KeyedRequest | undefined,
): WorkIdentity {
  if (!keyed) return unidentified(db);
  const stored = storedUnder(db, secrets, keyed);
  return {
    begin: ({ intend, recall }) =>
      retryOnConflict(async () => {
        try {
          return await db.transaction(async (tx) => {
            const earlier = await stored.look(tx);
            if (earlier && 'body' in earlier) return earlier;
            if (earlier) {
              const answer = await recall(tx, earlier.intent);
              return {
                ...(await stored.storeResponse(tx, earlier.intent, answer)),
                replayed: true,
              };
            }
            const intent = await working(() => intend(tx));
            await stored.keep(tx, undefined, intent.id);
            return { intent };
          });
        } catch (failure) {
          return refusalOf(failure, db, keyed, stored, async (error) => error);
        }
      }),
    finish: (intent, store) =>
      db.transaction(async (tx) => stored.storeResponse(tx, intent, await store(tx))),
  };
}

/**
 * Response stored under the Idempotency-Key of a request, if it has been answered before: for work that costs much to prepare.
 * @throws ApiError as {@link runOncePerKey}
 */
export async function storedAnswer(
  db: TeamDb,
  secrets: Secrets,
  keyed: KeyedRequest | undefined,
): Promise<Answer | undefined> {
  if (!keyed) return undefined;
  const earlier = await db.transaction((tx) => storedUnder(db, secrets, keyed).look(tx));
  return earlier && 'body' in earlier ? earlier : undefined;
}

/** Runs external work once for a team's key. @throws ApiError as {@link runOncePerKey} */
export async function runExternalWork<I extends { readonly id: string }>(
  db: TeamDb,
  secrets: Secrets,
  keyed: KeyedRequest | undefined,
  work: ExternalWork<I>,
): Promise<Answer> {
  const identity = identifiedByKey(db, secrets, keyed);
  const begun = await identity.begin(work);
  if (!('intent' in begun)) return begun;
  const { intent } = begun;
  const store = await work.perform(intent);
  return finishWithRetries(() => identity.finish(intent.id, store), {
    unstored: () => work.unstored(intent),
    onLost: work.onLost,
  });
}

/** Maximum wait of the caller for the result to be stored, and maximum duration of retries after that. */
const maxStoreWaitMs = 6_000;
const insistMs = 300_000;
const pauseMs = 300;

/**
 * Stores the result of external work, retrying during a database outage: after some seconds the caller gets a response without
 * it, and the retries continue.
 * @param finish stores the result
 */
export async function finishWithRetries(
  finish: () => Promise<Answer>,
  {
    unstored,
    onLost,
  }: { readonly unstored: () => Answer; readonly onLost: (error: unknown) => void },
): Promise<Answer> {
  const until = performance.now() + insistMs;
  const finishing = (async () => {
    for (;;) {
      try {
        return await finish();
      } catch (error) {
        if (!isPassing(error) || performance.now() > until) throw error;
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  })();
  const patience = new AbortController();
  const waited = sleep(maxStoreWaitMs, undefined, { signal: patience.signal }).catch(
    () => undefined,
  );
  try {
    const answer = await Promise.race([finishing, waited]);
    if (answer) return answer;
  } finally {
    patience.abort();
  }
  finishing.catch(onLost);
  return unstored();
}
