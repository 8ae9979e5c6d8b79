import type { TeamDb } from '../db/database.ts';
import type { Caller } from '../features/accounts/keys.ts';
import type { Bounds } from '../platform/config.ts';
import type { Secrets } from '../platform/secrets.ts';

/** What the operator configured that resources need. */
export interface Settings {
  readonly secrets: Secrets;
  readonly jidSuffix: string;
  /** What callers are held to. Absent: nobody calls. */
  readonly bounds?: Bounds;
}

/** Who does something, as far as records tell. */
export interface Actor {
  readonly userId: string | null;
  readonly team: { readonly strictTaxIds: boolean };
}

/** What is done because something happened, not because a user asked for it. */
export const nobody: Actor = { userId: null, team: { strictTaxIds: false } };

/** What the verbs work with: who does it, the data of that team, and the settings. */
export interface Context {
  readonly caller: Actor;
  readonly db: TeamDb;
  readonly settings: Settings;
  /** Whether an address leads back to this service. Absent: nobody asked it over HTTP, and nobody can tell. */
  readonly leadsHere?: (address: URL) => boolean;
}

/** What one request carries through the house: who calls, the data of that team, and the settings. */
export interface RequestContext extends Context {
  readonly caller: Caller;
}
