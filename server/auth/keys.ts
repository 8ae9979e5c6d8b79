import type { Platform } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { isWellFormedKey, keyHash } from './key.ts';

/** Who calls: the team that a key stands for, and what the key allows. */
export interface Caller {
  readonly keyId: string;
  readonly scope: 'full' | 'read';
  /** The user who made the key. */
  readonly userId: string | null;
  readonly team: { readonly id: string; readonly slug: string; readonly strictTaxIds: boolean };
}

export interface Keys {
  /**
   * The caller whose key the Authorization header carries; undefined when there is none: missing, malformed,
   * unknown, expired and revoked look the same.
   */
  find(authorization: string | undefined): Promise<Caller | undefined>;
  /**
   * The team of the key that the Authorization header carries, as far as it is remembered without asking: the key was valid when
   * it was last asked for. That is good enough to tell whose turn it is, and opens nothing.
   */
  known(authorization: string | undefined): string | undefined;
  /** Writes down which keys were used since the last time. */
  recordUse(): Promise<void>;
}

const find = platformStatement(`
  select k.id, k.scope, k.user_id, k.expires_at, t.id as team_id, t.slug, t.strict_tax_ids
  from api_keys k join teams t on t.id = k.team_id
  where k.hash = $hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`);

const use = platformStatement(`
  update api_keys k set last_used_at = now() from unnest($teams::uuid[], $ids::uuid[]) used (team_id, id)
  where k.team_id = used.team_id and k.id = used.id`);

/** How long a key is believed without asking again: revocation has to hold within a second on every node. */
const believedFor = 500;
const mostRemembered = 10_000;

/** The key that an Authorization header carries, whether there is such a key or not. */
const keyOf = (authorization: string | undefined): string | undefined =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];

interface Remembered {
  caller: Caller;
  /** By a clock that nobody sets: one that is put back must not make a key believed for longer. */
  until: number;
  /** By the clock that its expiry goes by. */
  expires: number;
}

/** Looks keys up by their hash and remembers each for half a second. Unknown keys are never remembered. */
export function keysIn(platform: Platform): Keys {
  const remembered = new Map<string, Remembered>();
  const asking = new Map<string, { since: number; caller: Promise<Caller | undefined> }>();
  const used = new Map<string, Caller>();

  async function ask(key: string): Promise<Caller | undefined> {
    // Counted from before the question: the answer is at least this old.
    const asked = performance.now();
    const [row] = await platform.run(find, { hash: keyHash(key) });
    if (!row) {
      remembered.delete(key);
      return undefined;
    }
    const caller: Caller = {
      keyId: row.id as string,
      scope: row.scope as Caller['scope'],
      userId: row.user_id as string | null,
      team: {
        id: row.team_id as string,
        slug: row.slug as string,
        strictTaxIds: row.strict_tax_ids as boolean,
      },
    };
    const expires =
      row.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.expires_at as string);
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(key, { caller, until: asked + believedFor, expires });
    return caller;
  }

  return {
    async find(authorization) {
      const key = keyOf(authorization);
      if (key === undefined || !isWellFormedKey(key)) return undefined;
      const known = remembered.get(key);
      let caller =
        known && known.until > performance.now() && known.expires > Date.now()
          ? known.caller
          : undefined;
      if (!caller) {
        let question = asking.get(key);
        // A question that is slow to be answered would answer what was true when it was asked.
        if (!question || question.since + believedFor < performance.now()) {
          const mine = { since: performance.now(), caller: ask(key) };
          question = mine;
          asking.set(key, mine);
          const forget = () => {
            if (asking.get(key) === mine) asking.delete(key);
          };
          mine.caller.then(forget, forget);
        }
        caller = await question.caller;
      }
      if (caller) used.set(caller.keyId, caller);
      return caller;
    },
    known(authorization) {
      const key = keyOf(authorization);
      return key === undefined ? undefined : remembered.get(key)?.caller.team.id;
    },
    async recordUse() {
      if (used.size === 0) return;
      const callers = [...used.values()];
      used.clear();
      await platform.run(use, {
        teams: callers.map((caller) => caller.team.id),
        ids: callers.map((caller) => caller.keyId),
      });
    },
  };
}
