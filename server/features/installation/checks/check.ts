import type pg from 'pg';
import type { Platform } from '../../../db/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** What came of one look. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly found: string;
  /** What to do; only where something is wrong. */
  readonly advice?: string;
}

/** The installation that is looked at. */
export interface Examined {
  readonly platform: Platform;
  readonly connection: pg.ClientConfig;
  readonly secrets: Secrets;
}
