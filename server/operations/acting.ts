import { isIP } from 'node:net';
import { type Acting, type AuditClass, actingAs } from '../events/audit.ts';
import { type Actor, type Context, userIdOf } from './context.ts';

/*
 * Who makes a change, told to the statements that write it down (docs/adr/0046-audit.md).
 */

/** What access is made of: who may come in, and what they may then do. */
const access =
  /^(session|account|password|keys|users|members|invitations|roles|identity|settings|teams|audit|exports)\b/;

/** How long entries of an operation are kept. */
export const classOf = (operation: string): AuditClass =>
  access.test(operation) ? 'access' : 'change';

const idOf = (actor: Actor): string | null => {
  switch (actor.kind) {
    case 'key':
      return actor.keyId;
    case 'user':
    case 'demo':
      return actor.userId;
    case 'workflow':
      return actor.runId;
    case 'hook':
      return actor.webhookId;
    case 'gateway':
      return actor.inboxId;
    case 'link':
      return actor.fileId;
    case 'client':
      return actor.approvalId;
    default:
      return null;
  }
};

/** An address as the database takes it; null for what is none. */
export function storableAddress(address: string | undefined): string | null {
  // The zone of a link-local address means something on this machine only.
  const [bare = ''] = address?.split('%') ?? [];
  return isIP(bare) === 0 ? null : bare;
}

type Known = Pick<Context, 'actor' | 'requestId' | 'address'>;

/** The parameters that say who makes a change in an operation. */
export const actingOf = ({ actor, requestId, address }: Known, operation: string): Acting => ({
  acting_kind: actor.kind,
  acting_id: idOf(actor),
  acting_for: actor.kind === 'key' ? userIdOf(actor) : null,
  acting_in: operation,
  acting_class: classOf(operation),
  acting_request: requestId ?? null,
  acting_session: actor.kind === 'user' ? actor.sessionId : null,
  acting_from: storableAddress(address),
});

/** The same context, whose changes are known to be made by its actor in this operation. */
export const acting = <C extends Known & Pick<Context, 'db'>>(
  context: C,
  { name }: { readonly name: string },
): C => ({ ...context, db: actingAs(context.db, actingOf(context, name)) });
