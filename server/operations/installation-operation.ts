import type { Platform } from '../db/database.ts';
import { attributedPlatform } from '../events/audit.ts';
import type { Values } from '../records/crud-queries.ts';
import type { Fields } from '../records/fields.ts';
import { attributionOf } from './audit-attribution.ts';
import { readValues, type ValuesOf } from './call-values.ts';
import type { Actor, Settings } from './context.ts';
import { type Allow, permit } from './operation.ts';

/** Context of an operation on the installation: the data of all teams. */
export interface InstallationContext {
  readonly actor: Actor;
  readonly platform: Platform;
  readonly settings: Settings;
  /** Directory whose secret.key contains the keys; absent if SECRET_KEY does. */
  readonly keyDirectory?: string | undefined;
}

/** An operation beyond a single team's data. */
export interface InstallationOperation<F extends Fields = Fields, O = unknown> {
  readonly scope: 'installation';
  /** `teams.create`: the plural of the records, and a verb. */
  readonly name: string;
  /** Name in SDKs: `createTeam`. */
  readonly id: string;
  /** One line in the imperative: `Create a team`. */
  readonly summary: string;
  /** Command: `team create`. */
  readonly cli?: string;
  readonly allow: Allow;
  /** Kinds of events that it may emit. */
  readonly emits: readonly string[];
  /** Input fields. */
  readonly input: F;
  /** Names of the result's fields. */
  readonly output: readonly string[];
  run(ctx: InstallationContext, values: ValuesOf<F>): Promise<O>;
}

/** Declares an operation on the installation. */
export const installationOperation = <const F extends Fields, O>(
  declaration: Omit<InstallationOperation<F, O>, 'scope'>,
): InstallationOperation<F, O> => ({ scope: 'installation', ...declaration });

/** Validates and runs a call. @throws ApiError FORBIDDEN, VALIDATION_ERROR, and any error of the operation */
export async function manage<F extends Fields, O>(
  operation: InstallationOperation<F, O>,
  ctx: InstallationContext,
  input: Values,
): Promise<O> {
  permit(operation, ctx.actor);
  const platform = attributedPlatform(ctx.platform, attributionOf(ctx, operation.name));
  return operation.run({ ...ctx, platform }, readValues(operation.input, input));
}
