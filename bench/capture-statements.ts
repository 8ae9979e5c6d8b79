import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase, type Parameters, type TeamDb } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Statement } from '#server/db/statement.ts';
import type { Caller } from '#server/features/accounts/key-lookup.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import type { Actor, Context } from '#server/operations/context.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { embeddedDatabase, type Undo } from './fixture.ts';

/** The actor of a caller's key. */
const actorOf = ({ keyId, scope, userId }: Caller): Actor => ({
  kind: 'key',
  keyId,
  scope,
  userId,
});

/** A statement with its parameters. */
export interface CapturedStatement {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

/** Opens an embedded database with a team and the caller of its key. */
export async function newCaller(undo: Undo) {
  const { connection } = await embeddedDatabase(undo);
  await migrate(connection);
  const database = openDatabase(connection, 'bench', 2, () => {});
  undo.push(() => database.close());
  const team = await createTeam(database.platform, 'Bench');
  const caller: Caller = {
    team: { ...team, strictTaxIds: false },
    keyId: uuidv7(),
    userId: null,
    scope: 'full',
    perMinute: null,
    hiddenInboxes: [],
  };
  return { connection, database, caller };
}

/** Finds out which statements a verb runs, by running it on a database. */
export async function captureStatements(
  { team }: Database,
  caller: Caller,
  verb: (context: Context) => Promise<unknown>,
): Promise<CapturedStatement[]> {
  const uses: CapturedStatement[] = [];
  const real = team(caller.team.id);
  const seen =
    (way: 'run' | 'read' | 'lookUp' | 'scan' | 'scanFew'): TeamDb['run'] =>
    (statement, parameters) => {
      uses.push({ statement, parameters: { ...parameters, team: real.id, hidden_inboxes: [] } });
      return real[way](statement, parameters);
    };
  const db: TeamDb = {
    ...real,
    run: seen('run'),
    read: seen('read'),
    lookUp: seen('lookUp'),
    scan: seen('scan'),
    scanFew: seen('scanFew'),
  };
  await verb({ actor: actorOf(caller), team: caller.team, db, settings: benchSettings });
  return uses;
}

const benchSettings = { secrets: secretsWith(randomBytes(32)), jidSuffix: 's.msgapp.net' };

/** Finds out which single statement a verb runs, without a database. */
export async function captureStatement(
  caller: Caller,
  verb: (context: Context) => Promise<unknown>,
): Promise<CapturedStatement> {
  const uses: CapturedStatement[] = [];
  const run: TeamDb['run'] = async (statement, parameters) => {
    uses.push({
      statement,
      parameters: { ...parameters, team: caller.team.id, hidden_inboxes: [] },
    });
    return [{ data: '', total: 0, size: 0 }];
  };
  const db: TeamDb = {
    id: caller.team.id,
    hiddenInboxes: [],
    run,
    read: run,
    lookUp: run,
    scan: run,
    scanFew: run,
    aggregate: run,
    transaction: (work) => work(db),
    snapshot: () => Promise.reject(new Error('a verb reads no snapshot')),
  };
  await verb({ actor: actorOf(caller), team: caller.team, db, settings: benchSettings });
  const [use] = uses;
  if (!use || uses.length > 1)
    throw new Error(`a verb runs ${uses.length} statements; the floor runs one`);
  return use;
}
