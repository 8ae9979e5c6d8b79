import { createReadStream, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isWellFormedKey } from '../server/platform/api-key.ts';
import type { Left } from '../test/processes.ts';

/*
 * Where secrets may have got to: what every process of the run wrote, and every database before it is dropped.
 */

/** Keys and secrets by their shape, and the same as PostgreSQL shows bytes. */
const shapes = /pauta_[0-9A-Za-z]{38}|whsec_[A-Za-z0-9+/]{43}=/g;
const shapesInHex = '70617574615f([0-9a-f]{2}){38}|77687365635f([0-9a-f]{2}){44}';

/** What the very first start says to people, the one time that the key is shown. */
const greeting = /^ {2}(API key {3}|curl .* )\S.*$/gm;

const isSecret = (text: string) => text.startsWith('whsec_') || isWellFormedKey(text);

class Ledger {
  readonly #found: string[] = [];
  readonly #others = new Map<string, string>();
  #directory = '';
  /** Where the run's database server keeps its files; undefined where that is not ours. */
  serverDirectory: string | undefined;
  /** How much was searched. */
  rows = 0;
  bytes = 0;

  /** @param directory where the processes' output is kept */
  open(directory: string, serverDirectory: string | undefined): void {
    this.#directory = directory;
    this.serverDirectory = serverDirectory;
  }

  /** A secret that has no shape of its own, such as a gateway's credential. @param what it is called in findings */
  add(what: string, secret: string): void {
    this.#others.set(secret, what);
  }

  /** The secrets that a text holds, by what they are. */
  inText(text: string): string[] {
    const shaped = [...text.matchAll(shapes)].map(([match]) => match).filter(isSecret);
    const others = [...this.#others].filter(([secret]) => text.includes(secret));
    return [...shaped.map((match) => `${match.slice(0, 10)}…`), ...others.map(([, what]) => what)];
  }

  /** Searches what a test leaves behind: databases, files, and what its processes wrote. @returns what was found */
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
        this.rows += rows[0]?.n ?? 0;
        for (const text of rows[0]?.found ?? [])
          this.#found.push(`a row of ${name}: ${text.slice(0, 60)}…`);
      }
    } finally {
      await client.end();
    }
  }

  /** Searches and removes what processes that have ended wrote, but where a key is shown, once and on purpose. */
  async #searchOutput(): Promise<void> {
    for (const name of readdirSync(this.#directory)) {
      const path = join(this.#directory, name);
      if (!/^(team|key)-create-/.test(name)) await this.#searchFile(path);
      rmSync(path);
    }
  }

  /** The same for every file below a directory. */
  async searchDirectory(directory: string): Promise<void> {
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await this.#searchFile(join(entry.parentPath, entry.name));
  }

  /** Searches a file, of any size. */
  async #searchFile(path: string): Promise<void> {
    let rest = '';
    const parts = createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 });
    for await (const part of parts as AsyncIterable<string>) {
      this.bytes += part.length;
      const text = (rest + part).replace(greeting, '');
      for (const what of this.inText(text)) this.#found.push(`${path}: ${what}`);
      rest = text.slice(-200);
    }
  }
}

export const ledger = new Ledger();
