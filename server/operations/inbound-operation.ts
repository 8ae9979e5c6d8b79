import type { IncomingHttpHeaders } from 'node:http';
import type { TeamDb } from '../db/database.ts';
import type { Context, Settings } from './context.ts';
import type { Allow, Output } from './operation.ts';

/*
 * Operations that other systems call at one of our URLs: hooks of webhook endpoints, callbacks of gateways. Such calls have no
 * API key; each operation authenticates its sender.
 */

/** HTTP route of an inbound operation. */
interface InboundRoute {
  readonly methods: readonly ('GET' | 'POST')[];
  /** After /api: `:team`, and the name of the called endpoint. */
  readonly path: string;
  readonly status: 200 | 202;
}

/** A call as received. */
interface InboundCall {
  readonly method: 'GET' | 'POST';
  readonly headers: IncomingHttpHeaders;
  readonly query: unknown;
  readonly body: Buffer;
  /** Called once the sender is authenticated, before any change; an error it throws ends the call. */
  proven(): void | Promise<void>;
}

/** Context of an inbound operation. */
interface InboundContext
  extends Pick<Context, 'actor' | 'db' | 'settings' | 'requestId' | 'address'> {
  readonly team: Pick<Context['team'], 'slug'>;
}

/** An operation that other systems trigger. */
export interface InboundOperation<At = unknown, O = unknown> {
  readonly scope: 'inbound';
  /** `webhooks.receive`: the plural of the records, and a verb. */
  readonly name: string;
  /** Name in SDKs: `receiveWebhook`. */
  readonly id: string;
  /** One line in the imperative. */
  readonly summary: string;
  /** Additional text for the reference, in Markdown. */
  readonly note?: string;
  /** Describes its response, if the kind of its output does not suffice. */
  readonly returns?: string;
  readonly allow: Allow;
  readonly inbound: InboundRoute;
  /** Kinds of events that it may emit. */
  readonly emits: readonly string[];
  readonly output: Output;
  /** Looks up the target of the path before anything is read; undefined if the team has none of this name. */
  find(db: TeamDb, settings: Settings, name: string): Promise<At | undefined>;
  /** @param at result of {@link find} @throws ApiError UNAUTHORIZED if the sender is not authenticated */
  run(ctx: InboundContext, at: At, call: InboundCall): Promise<O>;
}

/** Declares an inbound operation. */
export const inboundOperation = <At, O>(
  declaration: Omit<InboundOperation<At, O>, 'scope'>,
): InboundOperation<At, O> => ({ scope: 'inbound', ...declaration });
