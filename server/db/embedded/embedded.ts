import { join, resolve } from 'node:path';
import type { Cluster, EmbeddedOptions } from './cluster.ts';
import { explained } from './errors.ts';
import { isCluster, rootsDataDir } from './files.ts';
import { endSession, openSession } from './session.ts';
import { port, socketDirectory, superuser } from './socket.ts';
import { supervise } from './supervise.ts';
import { canReach, serverUser } from './user.ts';

/*
 * The PostgreSQL that runs when the operator names none: real processes, a unix socket in DATA_DIR.
 *
 * The server belongs to nobody in particular. Whoever comes first starts it, whoever comes later
 * joins it, the last one stops it; it outlives a killed service and is then adopted. Two advisory
 * locks in the database `postgres` say who is there, and vanish with the process that held them:
 * `use`, shared by all, taken alone by whoever wants to stop the server; `serve`, held by the one
 * service.
 */

export interface Embedded {
  /** What pg.Pool and pg.Client take; `ssl` so that no PGSSLMODE of the environment gets in. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** Stops supervising, and the server too unless another pauta uses it. End your pool first. */
  stop(): Promise<void>;
}

/**
 * Starts or joins the embedded PostgreSQL of a DATA_DIR.
 * @throws EmbeddedError with a one-line message for people
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
 * DATA_DIR when the operator set none: ./data; for root, whose PostgreSQL runs as an unprivileged
 * user, /var/lib/pauta where that user cannot reach ./data.
 */
export function defaultDataDir(cwd: string): string {
  const local = resolve(cwd, 'data');
  return canReach(local, serverUser(local)) ? local : rootsDataDir;
}

/** Whether a DATA_DIR holds a database. */
export const isEmbeddedIn = (dataDir: string): boolean => isCluster(join(dataDir, 'postgres'));
