import { isIP } from 'node:net';
import { type Attribution, type AuditClass, attributedTo } from '../events/audit.ts';
import { type Actor, type Context, userIdOf } from './context.ts';

/* Attributes changes to their actor for the audit log (docs/adr/0046-audit.md). */

/** Operations that control access: who may sign in, their permissions, and addresses that grant access. */
const access =
  /^(session|account|password|keys|users|members|invitations|roles|identity|settings|teams|audit|exports|agents|calendar_feeds)\b/;

/** Retention class of an operation's audit entries. */
const classOf = (operation: string): AuditClass => (access.test(operation) ? 'access' : 'change');

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
      return 'approvalId' in actor ? actor.approvalId : actor.reportLinkId;
    default:
      return null;
  }
};

/** Converts an address for the database; null if it is invalid. */
export function storableAddress(address: string | undefined): string | null {
  // The zone of a link-local address is meaningful only on this machine.
  const [bare = ''] = address?.split('%') ?? [];
  return isIP(bare) === 0 ? null : bare;
}

type Attributable = Pick<Context, 'actor' | 'requestId' | 'address'>;

/** Parameters that attribute a change to its actor and operation. */
export const attributionOf = (
  { actor, requestId, address }: Attributable,
  operation: string,
): Attribution => ({
  acting_kind: actor.kind,
  acting_id: idOf(actor),
  acting_for: actor.kind === 'key' ? userIdOf(actor) : null,
  acting_in: operation,
  acting_class: classOf(operation),
  acting_request: requestId ?? null,
  acting_session: actor.kind === 'user' ? actor.sessionId : null,
  acting_from: storableAddress(address),
});

/** Returns the context with its changes attributed to its actor and this operation. */
export const withAttribution = <C extends Attributable & Pick<Context, 'db'>>(
  context: C,
  { name }: { readonly name: string },
): C => ({ ...context, db: attributedTo(context.db, attributionOf(context, name)) });
