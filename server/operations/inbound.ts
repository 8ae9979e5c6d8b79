import type { IncomingHttpHeaders } from 'node:http';
import type { TeamDb } from '../db/database.ts';
import type { Context, Settings } from './context.ts';
import type { Allow, Output } from './operation.ts';

/*
 * What other systems call at an address of ours: the hooks of webhook endpoints, the callbacks of gateways. They have no API key; the
 * operation checks what proves who they are.
 */

/** Where an inbound operation is served. */
export interface InboundRoute {
  readonly methods: readonly ('GET' | 'POST')[];
  /** After /api: `:team`, and the name of what is called. */
  readonly path: string;
  readonly status: 200 | 202;
}

/** A call as it came. */
export interface InboundCall {
  readonly method: 'GET' | 'POST';
  readonly headers: IncomingHttpHeaders;
  readonly query: unknown;
  readonly body: Buffer;
  /** Called once the sender has proven who it is, before anything is changed; what it throws ends the call. */
  proven(): void | Promise<void>;
}

/** What an inbound operation works with. */
export interface InboundContext
  extends Pick<Context, 'actor' | 'db' | 'settings' | 'requestId' | 'address'> {
  readonly team: Pick<Context['team'], 'slug'>;
}

/** One thing that other systems make Pauta do. */
export interface InboundOperation<At = unknown, O = unknown> {
  /** `webhooks.receive`: the plural of the records, and a verb. */
  readonly name: string;
  /** As an SDK calls it: `receiveWebhook`. */
  readonly id: string;
  /** One line in the imperative. */
  readonly summary: string;
  /** More for the reference, in Markdown. */
  readonly note?: string;
  readonly allow: Allow;
  readonly inbound: InboundRoute;
  /** The kinds of events that it may emit. */
  readonly emits: readonly string[];
  readonly answers: Output;
  /** What the path names, looked up before anything is read; undefined where the team has no such thing. */
  find(db: TeamDb, settings: Settings, name: string): Promise<At | undefined>;
  /** @param at what {@link find} found @throws ApiError UNAUTHORIZED where the sender proves nothing */
  run(ctx: InboundContext, at: At, call: InboundCall): Promise<O>;
}

/** Declares an inbound operation. */
export const inboundOperation = <At, O>(
  declaration: InboundOperation<At, O>,
): InboundOperation<At, O> => declaration;

/** The path of an inbound operation, after /api, for a team and the name of what is called. */
export const inboundPath = ({ inbound }: InboundOperation, team: string, name: string): string =>
  inbound.path.replace(':team', team).replace(/:\w+$/, name);
