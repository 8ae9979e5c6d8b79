import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../server/db/database.ts';
import { teamStatement } from '../server/db/statement.ts';
import { cleanUp, newDatabase } from './processes.ts';

/*
 * A database that vanishes without a word, as a host does that loses its power: connections stay as they are, and nothing
 * comes over them any more.
 */
afterAll(cleanUp);

const ask = teamStatement('select $team::text as team');
const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

test('counts as away after a while, and new connections are made', async () => {
  const connection = await newDatabase('migrated');
  const target =
    connection.connectionString === undefined
      ? { path: join(connection.host ?? '', `.s.PGSQL.${connection.port}`) }
      : {
          host: new URL(connection.connectionString).hostname,
          port: Number(new URL(connection.connectionString).port || 5432),
        };
  const pairs = new Set<[Socket, Socket]>();
  const server = createServer((inner) => {
    const outer = connect(target);
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    for (const [socket, other] of [pair, [outer, inner] as const]) {
      socket.on('error', () => {});
      socket.once('close', () => other.destroy());
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const silence = () => {
    for (const [inner, outer] of pairs) {
      inner.unpipe(outer);
      outer.unpipe(inner);
    }
  };
  const through =
    connection.connectionString === undefined
      ? { ...connection, host: '127.0.0.1', port }
      : {
          connectionString: Object.assign(new URL(connection.connectionString), {
            host: `127.0.0.1:${port}`,
          }).href,
        };
  const database = openDatabase(through, 'test', 2, () => {}, 300);
  const db = database.team(team);
  expect(await db.run(ask)).toEqual([{ team }]);

  silence();
  const began = performance.now();
  await expect(db.run(ask)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(performance.now() - began).toBeLessThan(2_000);
  expect(await db.run(ask)).toEqual([{ team }]);

  // In the middle of a transaction, too.
  const broken = db.transaction(async (tx) => {
    await tx.run(ask);
    silence();
    await tx.run(ask);
  });
  await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(await db.run(ask)).toEqual([{ team }]);

  for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  await database.close();
  await new Promise((resolve) => server.close(resolve));
});
