import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isWellFormedKey } from '#server/platform/api-key.ts';
import type { Left } from '#test/support/processes.ts';

/* Places where secrets may have ended up: in the output of every process of the run, and in every database before it is dropped. */

/** Keys and secrets by their shape, and the same as PostgreSQL shows bytes. */
const shapes = /pauta_[0-9A-Za-z]{38}|whsec_[A-Za-z0-9+/]{43}=/g;
const shapesInHex = '70617574615f([0-9a-f]{2}){38}|77687365635f([0-9a-f]{2}){44}';

/** The greeting of the very first start, the one time that the key is shown. */
const greeting = /^ {2}(API key {3}|curl .* )\S.*$/gm;

const isSecret = (text: string) => text.startsWith('whsec_') || isWellFormedKey(text);

class Ledger {
  readonly #found: string[] = [];
  readonly #others = new Map<string, string>();
  #directory = '';
  /** The run's database server's data directory; undefined if it is not ours. */
  serverDirectory: string | undefined;
  /** Number of searched rows. */
  rows = 0;
  bytes = 0;
  /** Searched rows by table; emptied by tests that count their own. */
  readonly tables = new Map<string, number>();

  /** @param directory with the output of processes */
  open(directory: string, serverDirectory: string | undefined): void {
    this.#directory = directory;
    this.serverDirectory = serverDirectory;
  }

  /** A secret without a recognisable shape, such as a gateway's credential. @param what its name in findings */
  add(what: string, secret: string): void {
    this.#others.set(secret, what);
  }

  /** The secrets in a text, by kind. */
  inText(text: string): string[] {
    const shaped = [...text.matchAll(shapes)].map(([match]) => match).filter(isSecret);
    const others = [...this.#others].filter(([secret]) => text.includes(secret));
    return [...shaped.map((match) => `${match.slice(0, 10)}…`), ...others.map(([, what]) => what)];
  }

  /** Searches everything that a test leaves behind: databases, files, its processes' output. @returns the findings */
  async search({ databases, directories }: Left): Promise<string[]> {
    for (const connection of databases) await this.#searchDatabase(connection);
    for (const directory of directories) await this.searchDirectory(directory);
    await this.#searchOutput();
    return this.#found.splice(0);
  }

  /** Searches every table, each row as text. */
  async #searchDatabase(connection: pg.ClientConfig): Promise<void> {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      const tables = await client.query<{ name: string }>(
        `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
      );
      const others = [...this.#others.keys()].flatMap((secret) => [
        secret,
        Buffer.from(secret).toString('hex'),
      ]);
      for (const { name } of tables.rows) {
        const { rows } = await client.query<{ n: number; found: string[] }>(
          `select count(*)::int as n,
            coalesce(array_agg(r.t) filter (where r.t ~ $1 or exists (
              select from unnest($2::text[]) s where position(s in r.t) > 0)), '{}') as found
          from (select t::text as t from ${name} t) r`,
          [`${shapes.source}|${shapesInHex}`, others],
        );
        const count = rows[0]?.n ?? 0;
        this.rows += count;
        this.tables.set(name, (this.tables.get(name) ?? 0) + count);
        for (const text of rows[0]?.found ?? [])
          this.#found.push(`a row of ${name}: ${text.slice(0, 60)}…`);
      }
    } finally {
      await client.end();
    }
  }

  /** Searches and deletes the output of ended processes, except where a key is shown once on purpose. */
  async #searchOutput(): Promise<void> {
    for (const name of readdirSync(this.#directory)) {
      const path = join(this.#directory, name);
      if (!/^(team-create|key-create|user-link)-/.test(name)) await this.#searchFile(path);
      rmSync(path);
    }
  }

  /** The same for every file in a directory. */
  async searchDirectory(directory: string): Promise<void> {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await this.#searchFile(join(entry.parentPath, entry.name));
  }

  /** Searches a file of any size. */
  async #searchFile(path: string): Promise<void> {
    let rest = '';
    const parts = createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 });
    try {
      for await (const part of parts as AsyncIterable<string>) {
        this.bytes += part.length;
        const text = (rest + part).replace(greeting, '');
        for (const what of this.inText(text)) this.#found.push(`${path}: ${what}`);
        rest = text.slice(-200);
      }
    } catch (error) {
      // A running server removes its own files in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

export const ledger = new Ledger();
