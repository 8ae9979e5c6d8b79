import type { Caller } from '../auth/keys.ts';
import type { TeamDb } from '../db/database.ts';
import type { Secrets } from '../secrets.ts';

/** What the operator configured that resources need. */
export interface Settings {
  readonly secrets: Secrets;
  readonly jidSuffix: string;
}

/** What one request carries through the house: who calls, the data of that team, and the settings. */
export interface Context {
  readonly caller: Caller;
  readonly db: TeamDb;
  readonly settings: Settings;
}
