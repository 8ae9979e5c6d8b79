import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import type pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { newKey } from '#server/platform/api-key.ts';
import { somePdf } from '#test/support/files/fixture.ts';
import { request } from '#test/support/http.ts';
import { addSignedIn } from '#test/support/people.ts';
import { type Env, newDatabase, onDatabase } from '#test/support/processes.ts';
import { type Answer, answerFrom, type Call, makeTeam, type TestTeam } from '#test/support/team.ts';

/*
 * The fixture of most torture tests: a migrated database, teams in it, and HTTP clients.
 */

/** A migrated database for the test on the run's server. */
export interface TestDatabase {
  readonly connection: pg.ClientConfig;
  /** Environment variables that point `serve` to it, without a rate limit, and with a key that need not be logged. */
  readonly env: Env;
}

/** Removed by cleanUp(). */
export async function newTestDatabase(): Promise<TestDatabase> {
  const connection = await newDatabase('migrated');
  return {
    connection,
    env: {
      ...onDatabase(connection, randomBytes(32)),
      RATE_LIMIT_PER_MINUTE: '0',
      BOOTSTRAP_API_KEY: newKey(),
    },
  };
}

/**
 * Calls the service at an address, with kept-alive connections.
 * @param address such as http://127.0.0.1:3000/api, or a function that returns the current one
 * @param sockets the maximum number of connections
 * @throws if the connection fails or there is no response for 20 s
 */
export function callerOf(address: string | (() => string), sockets = 16): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  return async (key, method, path, body, headers = {}): Promise<Answer> => {
    const raw = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : undefined;
    const at = typeof address === 'string' ? address : address();
    const reply = await request(`${at}/v1${path}`, {
      method,
      agent,
      headers,
      ...(key === undefined ? {} : { key }),
      ...(raw !== undefined ? { raw } : body === undefined ? {} : { body }),
    });
    return answerFrom(reply.status, reply.headers as Answer['headers'], reply.text);
  };
}

/** Creates teams in a database whose requests go through `call`. */
export async function newTeams(
  connection: pg.ClientConfig,
  call: Call,
  count: number,
): Promise<TestTeam[]> {
  const database = openDatabase(connection, 'torture', 2, () => {});
  try {
    const teams: TestTeam[] = [];
    for (let i = 1; i <= count; i += 1) teams.push(await makeTeam(database, call, `Equipe ${i}`));
    return teams;
  } finally {
    await database.close();
  }
}

/** Creates a team and an owner who is signed in. @returns the team, and the token of the owner's session */
export async function newTeamWithOwner(
  connection: pg.ClientConfig,
  call: Call,
): Promise<{ readonly team: TestTeam; readonly token: string }> {
  const [team] = await newTeams(connection, call, 1);
  if (!team) throw new Error('there is no team');
  const database = openDatabase(connection, 'torture', 1, () => {});
  const { token } = await addSignedIn(database.platform, team.id, 'owner').finally(() =>
    database.close(),
  );
  return { team, token };
}

/** Sends a file in a message, which stores it. @throws Error if it is not sent */
export async function sendFile(
  origin: string,
  { key, inbox }: TestTeam,
  phone: string,
): Promise<void> {
  const form = new FormData();
  form.set('inbox_id', inbox);
  form.set('phone', phone);
  form.set(
    'file',
    new File([new Uint8Array(somePdf())], 'proposta.pdf', { type: 'application/pdf' }),
  );
  const answer = await fetch(`${origin}/api/v1/msgapp/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  });
  if (answer.status !== 201) throw new Error(`a file was not sent: ${await answer.text()}`);
}
