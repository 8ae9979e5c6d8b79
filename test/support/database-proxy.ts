import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/** A connection proxy to a database that can fail in ways that a server itself cannot. */
export interface Line {
  /** Connection settings that lead through it. */
  readonly connection: pg.ClientConfig;
  /** Silences all current connections permanently without closing them: half-open connections. */
  silence(): void;
  /** If true, new connections are accepted and left unanswered too, as if the host had vanished. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

/** Opens a proxy to the database of a connection. */
export async function openLine(connection: pg.ClientConfig): Promise<Line> {
  const { connectionString } = connection;
  const url = connectionString === undefined ? undefined : new URL(connectionString);
  const target = url
    ? { host: url.hostname, port: Number(url.port || 5432) }
    : { path: join(connection.host ?? '', `.s.PGSQL.${connection.port}`) };
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isAway = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((inner) => {
    keep(inner);
    if (isAway) return;
    const outer = connect(target);
    keep(outer);
    const pair = [inner, outer] as const;
    pairs.add(pair);
    for (const [socket, peer] of [pair, [outer, inner] as const]) {
      socket.once('close', () => {
        pairs.delete(pair);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    connection: url
      ? { connectionString: Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href }
      : { ...connection, host: '127.0.0.1', port },
    silence() {
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer);
        outer.unpipe(inner);
      }
    },
    setAway(now) {
      isAway = now;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
