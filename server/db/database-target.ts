import { resolve } from 'node:path';
import type pg from 'pg';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';
import { type Secrets, secretsIn, secretsWith } from '../platform/secrets.ts';
import { defaultDataDir, openEmbedded } from './embedded/embedded.ts';

/** The configured database and its secrets. */
export interface Target {
  readonly connection: pg.ClientConfig;
  readonly secrets: Secrets;
  /** Absent with DATABASE_URL. */
  readonly dataDir?: string;
  stop(): Promise<void>;
}

/** Directory of the embedded database, existing or not. */
export const dataDirOf = ({ DATA_DIR }: Config): string =>
  DATA_DIR ? resolve(DATA_DIR) : defaultDataDir(process.cwd());

/** Encryption with the configured keys or, without any, with those of the directory. */
export const secretsOf = ({ SECRET_KEY }: Config, dataDir: string): Secrets =>
  SECRET_KEY ? secretsWith(...SECRET_KEY) : secretsIn(dataDir);

/**
 * Connects to the database of DATABASE_URL, or starts or joins the embedded one.
 * @param serve true for the service, which supervises the embedded database
 * @throws EmbeddedError or StartError with a one-line message for users
 */
export async function openTarget(config: Config, serve: boolean, log: Logger): Promise<Target> {
  if (config.DATABASE_URL && config.SECRET_KEY) {
    return {
      connection: { connectionString: config.DATABASE_URL },
      secrets: secretsWith(...config.SECRET_KEY),
      stop: async () => {},
    };
  }
  const dataDir = dataDirOf(config);
  const embedded = await openEmbedded({ dataDir, serve, log });
  try {
    return {
      connection: embedded.connection,
      secrets: secretsOf(config, dataDir),
      dataDir,
      stop: () => embedded.stop(),
    };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}
