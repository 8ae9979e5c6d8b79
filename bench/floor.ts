import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../server/auth/keys.ts';
import { clientConfig, type Parameters, type TeamDb } from '../server/db/database.ts';
import type { Statement } from '../server/db/statement.ts';
import routes from '../server/resources/projects.ts';
import type { Context } from '../server/rest/context.ts';
import { readCreate, readListQuery } from '../server/rest/input.ts';

/*
 * The least that can answer the same three requests: bare node:http, the same driver with the same
 * options, the very statements that the service runs. No keys, no checks, no log. It is started by
 * run.ts, which sends it a Start and is sent its address.
 */

export interface Start {
  readonly connection: pg.ClientConfig;
  /** How many connections to the database. */
  readonly pool: number;
  readonly caller: Caller;
}

/** A statement with the parameters that it was run with. */
interface Use {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

/** Finds out which one statement a verb of the service runs, by running the verb on no database. */
async function useIn(caller: Caller, verb: (context: Context) => Promise<unknown>): Promise<Use> {
  const uses: Use[] = [];
  const db: TeamDb = {
    id: caller.team.id,
    async run(statement, parameters) {
      uses.push({ statement, parameters: { ...parameters, team: caller.team.id } });
      return [{ data: '', total: 0 }];
    },
    transaction: (work) => work(db),
  };
  await verb({ caller, db, settings: {} as Context['settings'] });
  const [use] = uses;
  if (!use || uses.length > 1)
    throw new Error(`a verb runs ${uses.length} statements; the floor runs one`);
  return use;
}

async function serve({ connection, pool: max, caller }: Start): Promise<string> {
  const { resource, verbs } = routes;
  const query = readListQuery(resource, {});
  const get = await useIn(caller, (context) => verbs.get(context, ''));
  const list = await useIn(caller, (context) => verbs.list(context, query));
  const create = await useIn(caller, (context) =>
    verbs.create(context, readCreate(resource, { name: 'floor' })),
  );
  const config = { ...clientConfig(connection, 'floor'), max, idleTimeoutMillis: 60_000 };
  const pool = new pg.Pool(config);
  pool.on('error', (error) => console.error(error.message));

  async function run(
    { statement: { name, text, parameters: names }, parameters }: Use,
    own: Parameters,
  ) {
    const all = { ...parameters, ...own };
    const values = names.map((each) => all[each]);
    const { rows } = await pool.query(name ? { name, text, values } : { text, values });
    return rows[0];
  }

  async function answer(request: IncomingMessage): Promise<string> {
    if (request.method === 'POST') {
      const given = JSON.parse(await bodyOf(request)) as Parameters;
      // The benchmark's names are slugs already.
      const own = { slug: given.name, id: uuidv7(), pipeline_id: uuidv7() };
      const { data } = await run(create, { ...given, ...own });
      return `{"success":true,"data":${data}}`;
    }
    const id = request.url?.slice('/api/v1/projects/'.length);
    if (id) return `{"success":true,"data":${(await run(get, { id })).data}}`;
    const { data, total } = await run(list, {});
    const pagination = {
      page: query.page,
      limit: query.limit,
      total,
      pages: Math.ceil(total / query.limit),
    };
    return `{"success":true,"data":[${data}],"pagination":${JSON.stringify(pagination)}}`;
  }

  const server = createServer((request, response) => {
    const status = request.method === 'POST' ? 201 : 200;
    answer(request).then(
      (body) => send(response, status, body),
      (error) => send(response, 500, String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => resolve(Buffer.concat(parts).toString()));
    request.on('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: string): void {
  const length = Buffer.byteLength(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': length });
  response.end(body);
}

process.once('message', (start) => {
  void serve(start as Start).then((address) => process.send?.({ address }));
});
process.once('disconnect', () => process.exit());
