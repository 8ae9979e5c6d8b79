import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { startSession } from '#server/features/accounts/sessions.ts';
import type { Role } from '#server/operations/roles.ts';
import { type Contract, contractOf, type Operation } from './contract.ts';
import { type Answer, answerFrom, type Json, type TestTeam } from './team.ts';

/* Signed-in people without going through a sign-in, for tests of later steps. */

/** Headers of a browser on one of our pages. */
export const ownPage = { 'sec-fetch-site': 'same-origin' };

export interface TestPerson {
  readonly personId: string;
  readonly userId: string;
  readonly email: string;
  /** The session's token. */
  readonly token: string;
  readonly sessionId: string;
  /** Calls a path below /api/panel. */
  own(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Calls a path below /api/panel/teams/{slug}, of the person's own team. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

const addPerson = platformStatement(
  `insert into people (id, email, email_confirmed_at, name) values ($id, $email, now(), $name)`,
);
const addUser = platformStatement(`
  insert into users (team_id, id, person_id, name, email, role, sees_values, may_export)
  values ($team, $id, $person, $name, $email, $role, $sees_values, $may_export)`);

/** Promises of the panel's document, with the operations' paths as patterns, the most specific first. */
interface Promised {
  readonly contract: Contract;
  readonly shapes: readonly (Operation & { readonly shape: RegExp })[];
}

const parametersIn = ({ path }: Operation) => path.split('{').length;
const promisedBy = (contract: Contract): Promised => ({
  contract,
  shapes: contract.operations
    .map((each) => ({
      ...each,
      shape: new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }))
    .sort((a, b) => parametersIn(a) - parametersIn(b)),
});

let promised: Promise<Promised> | undefined;

/** The panel's document, as an app serves it. */
export async function panelContract(app: FastifyInstance): Promise<Contract> {
  return (await promisedWith(app)).contract;
}

/** Fetches the document from the first app only: generating it and compiling its schemas take half a second, and every app serves the same. */
function promisedWith(app: FastifyInstance): Promise<Promised> {
  promised ??= app
    .inject('/api/panel/openapi.json')
    .then((answer) => promisedBy(contractOf(JSON.parse(answer.payload) as Json)));
  return promised;
}

/** @throws Error if an answer does not match the document; paths outside the document are not checked */
async function holdTo(app: FastifyInstance, method: string, path: string, answer: Answer) {
  const { contract, shapes } = await promisedWith(app);
  const [template = ''] = `/panel${path}`.split('?');
  const operation = shapes.find((each) => each.method === method && each.shape.test(template));
  const wrong = operation && contract.wrongAnswer(operation, answer.status, answer.body);
  if (wrong !== undefined)
    throw new Error(`${method} ${path} answered what its document does not say: ${wrong}`);
}

/**
 * Calls the panel's API as a browser with this session would; with an Origin, as one that does not send Sec-Fetch-Site. Every answer is
 * checked against the panel's document.
 */
export async function callPanel(
  app: FastifyInstance,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.inject({
    method: method as 'GET',
    url: `/api/panel${path}`,
    headers: {
      ...(headers.origin === undefined && ownPage),
      ...(token === undefined ? {} : { cookie: `pauta_session=${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const answer = answerFrom(response.statusCode, response.headers, response.payload);
  await holdTo(app, method, path, answer);
  return answer;
}

/** A person with a session, who is a member of a team. */
export type SignedIn = Pick<TestPerson, 'personId' | 'userId' | 'email' | 'token' | 'sessionId'>;

/** Creates a person with a session, as a member of the team with the role. */
export async function addSignedIn(
  platform: Platform,
  team: string,
  role: Role,
  { seesValues = true, mayExport = false, name = 'Dora' } = {},
): Promise<SignedIn> {
  const [personId, userId] = [uuidv7(), uuidv7()];
  const email = `${personId}@example.com`;
  await platform.run(addPerson, { id: personId, email, name });
  await platform.run(addUser, {
    ...{ team, id: userId, person: personId, name, email, role },
    ...{ sees_values: seesValues, may_export: mayExport },
  });
  const { token, id: sessionId } = await startSession(platform, {
    personId,
    methods: ['pwd'],
    address: '127.0.0.1',
    userAgent: 'Test',
  });
  return { personId, userId, email, token, sessionId };
}

/** The same, with calls of the panel's API. */
export async function makePerson(
  { app, database }: { readonly app: FastifyInstance; readonly database: Database },
  team: Pick<TestTeam, 'id' | 'slug'>,
  role: Role,
  options: Parameters<typeof addSignedIn>[3] = {},
): Promise<TestPerson> {
  const person = await addSignedIn(database.platform, team.id, role, options);
  const callAs: TestPerson['own'] = (method, path, body, headers) =>
    callPanel(app, person.token, method, path, body, headers);
  const call: TestPerson['call'] = (method, path, body, headers) =>
    callAs(method, `/teams/${team.slug}${path}`, body, headers);
  return {
    ...person,
    own: callAs,
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}, headers) => call('POST', path, body, headers),
    put: (path, body = {}) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}
