import { createHash } from 'node:crypto';
import { constraintOf, type TeamDb } from '../db/database.ts';
import { teamStatement } from '../db/statement.ts';
import { ApiError, conflict, errorBody, invalid } from '../errors.ts';
import type { Secrets } from '../secrets.ts';

/** What a POST answers, as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

/** What makes two requests the same: method, path and the bytes of the body. */
export interface Fingerprinted {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

const claim = teamStatement(`
  select pg_try_advisory_xact_lock(hashtextextended($team::text || $key, 8)) as free, i.fingerprint, i.status, i.response
  from (select) one left join idempotency_keys i
    on i.team_id = $team and i.key = $key and i.created_at > now() - interval '24 hours'`);

const store = teamStatement(`
  insert into idempotency_keys as i (team_id, key, fingerprint, status, response)
  values ($team, $key, $fingerprint, $status, $response)
  on conflict (team_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, response = excluded.response, created_at = now()
    where i.created_at <= now() - interval '24 hours'
  returning 1 as stored`);

/** @throws ApiError VALIDATION_ERROR when the header cannot be a key */
export function readIdempotencyKey(header: string): string {
  if (header.length < 1 || header.length > 255 || !/^[\x20-\x7e]+$/.test(header)) {
    throw invalid('Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  return header;
}

/** Answers that are kept: what was done, and what will not be otherwise when asked again. */
const isKept = (status: number) => status < 500 && status !== 401 && status !== 429;

/** Another request with the same key stored its answer between our look and our write. */
class Overtaken extends Error {}

/**
 * Does the work once for a key of a team: the first request does it and stores its answer in the same transaction,
 * later ones with the same request get that answer.
 * @param work does everything inside the given transaction and answers; its ApiErrors are answers too
 * @param explain turns what the database refused into an ApiError, after the transaction is undone
 * @throws ApiError CONFLICT while the first is running, IDEMPOTENCY_KEY_REUSED for another request
 */
export async function once(
  db: TeamDb,
  secrets: Secrets,
  key: string,
  request: Fingerprinted,
  work: (db: TeamDb) => Promise<Answer>,
  explain: (error: unknown) => Promise<unknown>,
): Promise<Answer> {
  const place = `idempotency_keys ${db.id} ${key}`;
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.path}\n`)
    .update(request.body)
    .digest();

  const keep = async (on: TeamDb, { status, body }: Answer) => {
    // Sealed always: an answer may hold a secret.
    const response = secrets.seal(body, place);
    const [row] = await on
      .run(store, { key, fingerprint, status, response })
      .catch((error: unknown) => {
        throw constraintOf(error) === 'idempotency_keys_pkey' ? new Overtaken() : error;
      });
    if (!row) throw new Overtaken();
  };

  const attempt = async (): Promise<Answer> => {
    try {
      return await db.transaction(async (tx) => {
        const [found] = await tx.run(claim, { key });
        if (found?.free !== true)
          throw conflict('A request with this Idempotency-Key is still running.');
        if (found.response) {
          if (!fingerprint.equals(found.fingerprint as Buffer)) {
            throw new ApiError(
              'IDEMPOTENCY_KEY_REUSED',
              'This Idempotency-Key was used with another request (method, path or body); use a new one.',
            );
          }
          const body = secrets.open(found.response as Buffer, place);
          return { status: found.status as number, body, replayed: true };
        }
        const answer = await work(tx).catch((error: unknown) => {
          throw new Failed(error);
        });
        await keep(tx, answer);
        return answer;
      });
    } catch (failure) {
      if (!(failure instanceof Failed)) throw failure;
      const error = await explain(failure.reason);
      if (!(error instanceof ApiError) || !isKept(error.status)) throw error;
      const answer = { status: error.status, body: errorBody(error) };
      await keep(db, answer);
      return answer;
    }
  };

  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
}

/** The work itself failed, as opposed to the keeping of its answer. */
class Failed extends Error {
  readonly reason: unknown;
  constructor(reason: unknown) {
    super('the work failed');
    this.reason = reason;
  }
}
