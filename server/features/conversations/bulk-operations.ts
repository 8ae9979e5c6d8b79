import type { Row, TeamDb } from '#server/db/database.ts';
import { withoutActor } from '#server/events/audit.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { withAttribution } from '#server/operations/audit-attribution.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { isPassing } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  distinct,
  kind,
  number,
  oneOf,
  required,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { stored } from '#server/records/input.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { labelIds } from './labels.ts';
import { mark, markUnread, read, unmark } from './read-marks.ts';
import {
  assign,
  assigned,
  conversationUpdated,
  explainOf,
  label,
  labelled,
  parametersOf,
  reopen,
  reopened,
  resolve,
  resolved,
  type StateChange,
  snooze,
  snoozed,
  snoozeFields,
  unassign,
  unknownLabel,
} from './state-operations.ts';

/* One action on many conversations in one request (ADR 185). */

/** Max conversations in one request. */
const maxConversations = 1_000;
/** Number of conversations that one transaction changes: others wait for its locks only briefly. */
const perTransaction = 100;

/** Each action, with the operation that audit entries name. */
const stateChanges = {
  assign: { operation: assign, change: assigned },
  unassign: { operation: unassign, change: assigned },
  unassign_squad: { operation: assign, change: assigned },
  snooze: { operation: snooze, change: snoozed },
  resolve: { operation: resolve, change: resolved },
  reopen: { operation: reopen, change: reopened },
  label: { operation: label, change: labelled },
} as const satisfies Record<string, { operation: { name: string }; change: StateChange }>;
const readMarks = {
  read: { operation: read, statement: mark },
  unread: { operation: markUnread, statement: unmark },
} as const;
const actions = [
  ...(Object.keys(stateChanges) as (keyof typeof stateChanges)[]),
  ...(Object.keys(readMarks) as (keyof typeof readMarks)[]),
] as const;

const ids = required(
  kind(
    Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: maxConversations }),
    `a list of 1 to ${maxConversations} UUIDs`,
    'uuid[]',
    { clean: distinct((id) => (typeof id === 'string' ? id.toLowerCase() : id)) },
  ),
);
const fields = {
  action: about('The action to apply to the conversations.', required(oneOf('text', actions))),
  ids: about('The IDs of the conversations.', ids),
  assignee_id: about('The new assignee, of `assign`.', uuid),
  squad_id: about('The new squad, of `assign`; in addition to assignee_id, or instead.', uuid),
  until: about('When they reopen automatically, of `snooze`.', timestamp),
  add_labels: about('The IDs of the labels to add, of `label`.', labelIds),
  remove_labels: about('The IDs of the labels to remove, of `label`.', labelIds),
};

const outcomeNames = ['changed', 'unchanged', 'failed'] as const;
const failures = ['NOT_FOUND', 'NOT_ALLOWED', 'UNAVAILABLE'] as const;
interface Outcome {
  readonly id: string;
  readonly outcome: (typeof outcomeNames)[number];
  /** Reason of a failure. */
  readonly reason: (typeof failures)[number] | null;
}

const failed = (id: string, reason: Outcome['reason']): Outcome => ({
  id,
  outcome: 'failed',
  reason,
});

/** Outcome of a conversation's row; without one, the team has no such conversation. */
function outcomeOf(id: string, row: Row | undefined): Outcome {
  if (!row) return failed(id, 'NOT_FOUND');
  if (row.may === false) return failed(id, 'NOT_ALLOWED');
  return { id, outcome: row.changed ? 'changed' : 'unchanged', reason: null };
}

/** Changes some conversations in one transaction. */
type Part = (db: TeamDb, ids: readonly string[]) => Promise<readonly Outcome[]>;

/** @param refused error that is thrown if the change is allowed for no conversation */
const stateChange =
  ({ many }: StateChange, values: Record<string, unknown>, refused?: Error): Part =>
  async (db, some) => {
    const rows = await db.run(many, { ...values, ids: some });
    if (refused && rows.some(({ may }) => may === false)) throw refused;
    const byId = new Map(rows.map((row) => [row.id, row]));
    return some.map((id) => outcomeOf(id, byId.get(id)));
  };

const readMark =
  (statement: typeof mark, user: string): Part =>
  (db, some) =>
    db.transaction(async (tx) => {
      const outcomes: Outcome[] = [];
      for (const id of some) {
        const [row] = await tx.run(statement, { id, user_id: user, message_id: null });
        outcomes.push(outcomeOf(id, row));
      }
      return outcomes;
    });

interface BulkValues {
  readonly action: (typeof actions)[number];
  readonly assignee_id: string | null;
  readonly squad_id: string | null;
  readonly until: string | null;
  readonly add_labels: readonly string[] | null;
  readonly remove_labels: readonly string[] | null;
}

const missing = (name: string) =>
  new InvalidValues([{ name, problem: 'is required', code: 'required' }]);

/** @throws InvalidValues if a value of the action is missing */
function partOf(ctx: Context, values: BulkValues): Part {
  const { action } = values;
  if (action === 'read' || action === 'unread')
    return readMark(readMarks[action].statement, actingUserOf(ctx.actor, null, 'user_id'));
  const { change } = stateChanges[action];
  switch (action) {
    case 'assign':
      if (values.assignee_id === null && values.squad_id === null) throw missing('assignee_id');
      return stateChange(
        change,
        parametersOf({
          assignee_id: values.assignee_id ?? undefined,
          squad_id: values.squad_id ?? undefined,
        }),
      );
    case 'unassign':
      return stateChange(change, parametersOf({ assignee_id: null }));
    case 'unassign_squad':
      return stateChange(change, parametersOf({ squad_id: null }));
    case 'snooze': {
      if (values.until === null) throw missing('until');
      const past = { name: 'until', problem: 'must be in the future', code: 'too_small' } as const;
      const until = stored(snoozeFields, { until: values.until });
      return stateChange(change, until, new InvalidValues([past]));
    }
    case 'label': {
      const labels = {
        add_labels: values.add_labels ?? [],
        remove_labels: values.remove_labels ?? [],
      };
      return stateChange(change, labels, unknownLabel());
    }
    default:
      return stateChange(change, {});
  }
}

const count = required(number(0, maxConversations));

export const changeConversations: Operation = operation({
  name: 'conversations.bulk',
  id: 'changeConversations',
  summary: 'Change many conversations',
  note: `Assigns to a user or a squad or both, removes the assignee or the squad, snoozes, resolves, reopens, labels, or marks as read or unread up to ${maxConversations} conversations. Each is changed as by its own operation, with its event and its audit log entry, ${perTransaction} in a transaction; one that fails does not affect the others.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/msgapp/conversations/bulk', status: 200 },
  emits: [conversationUpdated],
  input: { fields },
  output: {
    kind: 'fields',
    name: 'ChangedConversations',
    fields: {
      changed: about('The number of changed conversations.', count),
      unchanged: about('The number of conversations that were so already.', count),
      failed: about('The number of conversations that could not be changed.', count),
      outcomes: about(
        'The outcome for each conversation, in the order of the IDs.',
        required(
          kind(
            Type.Array(
              Type.Object({
                id: Type.String({ format: 'uuid' }),
                outcome: about('The outcome.', Type.Enum([...outcomeNames])),
                reason: about(
                  'Reason of a failure. NOT_ALLOWED: the assignee, or every member of the squad, may not see the conversation. UNAVAILABLE: the request may be repeated.',
                  Type.Union([Type.Enum([...failures]), Type.Null()]),
                ),
              }),
            ),
            'a list of outcomes',
            'json',
          ),
        ),
      ),
    },
  },
  one: 'conversation',
  async run(ctx, { values }) {
    const { action } = values;
    const change = partOf(ctx, values);
    const { operation: named } = { ...stateChanges, ...readMarks }[action];
    const { db } = withAttribution({ ...ctx, db: withoutActor(ctx.db) }, named);
    const all = [...values.ids].sort();
    const outcomes = new Map<string, Outcome>();
    for (let at = 0; at < all.length; at += perTransaction) {
      const some = all.slice(at, at + perTransaction);
      try {
        for (const outcome of await change(db, some)) outcomes.set(outcome.id, outcome);
      } catch (error) {
        // The conversations before it are changed, which the answer reports.
        if (at === 0 || !isPassing(error)) throw error;
        for (const id of all.slice(at)) outcomes.set(id, failed(id, 'UNAVAILABLE'));
        break;
      }
    }
    const inOrder = values.ids.flatMap((id) => outcomes.get(id) ?? []);
    const of = (name: Outcome['outcome']) =>
      inOrder.filter(({ outcome }) => outcome === name).length;
    return {
      changed: of('changed'),
      unchanged: of('unchanged'),
      failed: of('failed'),
      outcomes: inOrder,
    };
  },
  explain: (error, db, { values }) => explainOf(error, db, values),
});
