import type pg from 'pg';
import type { Platform } from '#server/db/database.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Result of one check. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** Observed state. */
  readonly found: string;
  /** Advice to the operator; only if something is wrong. */
  readonly advice?: string;
}

/** The installation under examination. */
export interface Examined {
  readonly platform: Platform;
  readonly connection: pg.ClientConfig;
  readonly secrets: Secrets;
}
