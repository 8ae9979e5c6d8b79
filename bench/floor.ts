import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { clientConfig, type Parameters } from '../server/db/database.ts';
import type { Caller } from '../server/features/accounts/keys.ts';
import projects from '../server/features/work/projects/table.ts';
import { type ListQuery, readCreate, readListQuery, readUpdate } from '../server/records/input.ts';
import { type Use, useIn } from './use.ts';

/*
 * The least that can answer the same requests: bare node:http, the same driver with the same
 * options, the very statements that the service runs. No keys, no checks, no log. It is started by
 * run.ts, which sends it a Start and is sent its address.
 */

export interface Start {
  readonly connection: pg.ClientConfig;
  /** How many connections to the database. */
  readonly pool: number;
  readonly caller: Caller;
}

async function serve({ connection, pool: max, caller }: Start): Promise<string> {
  const get = await useIn(caller, (context) => projects.get.run(context, { id: '' }));
  const update = await useIn(caller, (context) =>
    projects.update.run(context, {
      id: '',
      values: readUpdate(projects.table, { description: 'floor' }),
    }),
  );
  const lists = new Map<string, { query: ListQuery; use: Use }>();
  /** Addresses are read once. */
  async function listAt(url: string) {
    const known = lists.get(url);
    if (known) return known;
    const { searchParams } = new URL(url, 'http://floor');
    const query = readListQuery(projects.table, Object.fromEntries(searchParams));
    const made = {
      query,
      use: await useIn(caller, (context) => projects.list.run(context, { query })),
    };
    lists.set(url, made);
    return made;
  }
  const create = await useIn(caller, (context) =>
    projects.create.run(context, { values: readCreate(projects.table, { name: 'floor' }) }),
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
    const { url = '' } = request;
    const id = url.slice('/api/v1/projects/'.length);
    if (request.method === 'PUT') {
      const given = JSON.parse(await bodyOf(request)) as Parameters;
      return `{"success":true,"data":${(await run(update, { ...given, id })).data}}`;
    }
    if (!url.includes('?') && id) return `{"success":true,"data":${(await run(get, { id })).data}}`;
    const { query, use } = await listAt(url);
    const { data, total } = await run(use, {});
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
