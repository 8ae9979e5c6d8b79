import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isWellFormedKey } from '../server/auth/key.ts';
import type { Left } from '../test/processes.ts';

/*
 * Where secrets may have got to: what every process of the run wrote, and every database before it is dropped.
 */

/** Keys and secrets by their shape, and the same as PostgreSQL shows bytes. */
const shapes = /pauta_[0-9A-Za-z]{38}|whsec_[A-Za-z0-9+/]{43}=/g;
const shapesInHex = '70617574615f([0-9a-f]{2}){38}|77687365635f([0-9a-f]{2}){44}';

const isSecret = (text: string) => text.startsWith('whsec_') || isWellFormedKey(text);

class Ledger {
  readonly found: string[] = [];
  readonly #others = new Map<string, string>();
  #directory = '';
  /** How much was searched. */
  rows = 0;
  bytes = 0;

  /** @param directory where the processes' output is kept */
  open(directory: string): void {
    this.#directory = directory;
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

  /** Searches what a test leaves behind. */
  async search(title: string, { databases }: Left): Promise<void> {
    for (const connection of databases) await this.#searchDatabase(title, connection);
  }

  /** Searches every table, each row as text. */
  async #searchDatabase(title: string, connection: pg.ClientConfig): Promise<void> {
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
          this.found.push(`${title}: a row of ${name}: ${text.slice(0, 60)}…`);
      }
    } finally {
      await client.end();
    }
  }

  /** Searches what the processes wrote so far. */
  async searchOutput(): Promise<void> {
    for (const name of readdirSync(this.#directory))
      await this.searchFile(join(this.#directory, name));
  }

  /** Searches a file, of any size. */
  async searchFile(path: string): Promise<void> {
    let rest = '';
    for await (const part of createReadStream(path, {
      encoding: 'latin1',
      highWaterMark: 1 << 20,
    })) {
      const text = rest + (part as string);
      this.bytes += (part as string).length;
      for (const what of this.inText(text)) this.found.push(`${path}: ${what}`);
      rest = text.slice(-200);
    }
  }
}

export const ledger = new Ledger();
