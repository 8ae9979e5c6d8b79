import { join, resolve } from 'node:path';
import type { Cluster, EmbeddedOptions } from './cluster.ts';
import { explained } from './errors.ts';
import { isCluster, rootsDataDir } from './files.ts';
import { endSession, openSession } from './session.ts';
import { port, socketDirectory, superuser } from './socket.ts';
import { supervise } from './supervise.ts';
import { canReach, serverUser } from './user.ts';

/*
 * PostgreSQL for installations without a configured database: real processes, a unix socket in DATA_DIR.
 *
 * The server belongs to no single process. The first process starts it, later ones join it, and the last one stops it; it
 * outlives a killed service and is then adopted. Two advisory locks in the database `postgres` track the processes and are
 * released when their holder dies: `use` is shared by all processes, and taken exclusively by the one that stops the server;
 * `serve` is held by the single service.
 */

export interface Embedded {
  /** Options for pg.Pool and pg.Client; `ssl` overrides PGSSLMODE of the environment. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** Stops supervising, and stops the server unless another pauta process uses it. End your pool first. */
  stop(): Promise<void>;
}

/**
 * Starts or joins the embedded PostgreSQL of a DATA_DIR.
 * @throws EmbeddedError with a one-line message for users
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await open(options);
  } catch (error) {
    throw explained(options.dataDir, error);
  }
}

async function open(options: EmbeddedOptions): Promise<Embedded> {
  const files = join(options.dataDir, 'postgres');
  const socket = socketDirectory(files);
  const logFile = join(options.dataDir, 'postgres.log');
  const cluster: Cluster = { ...options, files, logFile, host: socket.path };
  const first = await openSession(cluster, true).catch((error: unknown) => {
    socket.remove();
    throw error;
  });

  const stopping = new AbortController();
  const session = options.serve
    ? supervise(cluster, first, stopping.signal)
    : Promise.resolve(first);
  const stop = async () => {
    stopping.abort();
    const last = await session;
    if (last) await endSession(cluster, last, options.serve);
    socket.remove();
  };
  let stopped: Promise<void> | undefined;
  return {
    connection: { host: cluster.host, port, user: superuser, database: 'pauta', ssl: false },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * Default DATA_DIR: ./data; for root, whose PostgreSQL runs as an unprivileged user, /var/lib/pauta if that user cannot reach
 * ./data.
 */
export function defaultDataDir(cwd: string): string {
  const local = resolve(cwd, 'data');
  return canReach(local, serverUser(local)) ? local : rootsDataDir;
}

/** True if a DATA_DIR contains a database. */
export const isEmbeddedIn = (dataDir: string): boolean => isCluster(join(dataDir, 'postgres'));
