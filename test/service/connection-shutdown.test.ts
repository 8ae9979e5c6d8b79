import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { cleanUp, newDatabase } from '#test/support/processes.ts';

/*
 * A database that answers and, in the same packet, says that it ends this connection. The pool has already handed the connection to the
 * next user, who does not listen to it yet.
 */

const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

afterAll(cleanUp);

/** A message of PostgreSQL's protocol: its type, length and content. */
function message(type: string, content: string | number[]): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(bytes.length + 4, 1);
  return Buffer.concat([head, bytes]);
}
const authenticated = message('R', [0, 0, 0, 0]);
const ready = message('Z', 'I');
const done = message('C', 'SELECT 0\0');
const ending = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');

test('a connection that dies between two uses fails only the second use, as an outage', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticated, ready]));
      socket.once('data', () => socket.end(Buffer.concat([done, ready, ending])));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connection = { host: '127.0.0.1', port, user: 'pauta', ssl: false };
  const database = openDatabase(connection, 'test', 1, () => {});

  const first = database.ping();
  const second = database.team(team).transaction(async () => {});
  await first;
  await expect(second).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  await database.close();
  await new Promise((resolve) => server.close(resolve));
});

test('a shutdown of a node behind a coordinator counts as an outage, though its code is that of internal errors', async () => {
  const database = openDatabase(await newDatabase('empty'), 'test', 1, () => {});
  const fails = (code: string, message: string) =>
    database.platform.run(
      platformStatement(
        `do 'begin raise exception using errcode = ''${code}'', message = ''${message}''; end'`,
      ),
    );
  for (const [code = '', message = ''] of [
    ['XX000', 'failure on connection marked as essential: 127.0.0.1:5511'],
    ['XX000', 'terminating connection due to administrator command'],
    ['XX000', 'failed to prepare transaction citus_0_1_2_3 on host 127.0.0.1:5511'],
    ['58030', 'failed to complete COPY on 127.0.0.1:5511'],
  ])
    await expect(fails(code, message), message).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(fails('XX000', 'cache lookup failed')).rejects.toMatchObject({ code: 'XX000' });
  await database.close();
});
