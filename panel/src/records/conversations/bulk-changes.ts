import { request } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Conversation } from '#panel/api/types.ts';
import type { Action } from '#panel/commands/action.ts';
import type { Fields } from '#panel/commands/diff.ts';
import type { ActionOutcome } from '#panel/commands/undo-history.ts';
import { batchesOf } from '#panel/data/batches.ts';
import { writeRecord } from '#panel/data/records.ts';
import type { ConversationLabel } from './labels.ts';
import type { State } from './queries.ts';

/* One action on several conversations, in one request, shown and undone together. */

export type ChangedConversation = Pick<
  Conversation,
  'id' | 'status' | 'snoozed_until' | 'assignee_id' | 'assignee' | 'squad_id' | 'squad' | 'labels'
>;

/** New assignee, squad or state, or a label to add or remove. */
export type WantedState =
  | { readonly assignee: { readonly id: string; readonly name: string } | null }
  | { readonly squad: { readonly id: string; readonly name: string } | null }
  | { readonly state: State }
  | { readonly add: ConversationLabel }
  | { readonly remove: ConversationLabel };

const path = 'POST /teams/{team_slug}/msgapp/conversations/bulk';
type Body = Operations[typeof path]['body'];
type Answer = Operations[typeof path]['answer'];
type BulkAction = Omit<Body, 'ids'>;

/** Max conversations in one request, and max of whose states one request reads. */
const maxChanged = 1_000;
const maxRead = 100;

function actionOf(to: WantedState): BulkAction {
  if ('add' in to) return { action: 'label', add_labels: [to.add.id] };
  if ('remove' in to) return { action: 'label', remove_labels: [to.remove.id] };
  if ('assignee' in to)
    return to.assignee ? { action: 'assign', assignee_id: to.assignee.id } : { action: 'unassign' };
  if ('squad' in to)
    return to.squad ? { action: 'assign', squad_id: to.squad.id } : { action: 'unassign_squad' };
  const { status, snoozed_until: until } = to.state;
  if (status === 'snoozed' && until !== null) return { action: 'snooze', until };
  return { action: status === 'resolved' ? 'resolve' : 'reopen' };
}

const withoutLabel = (labels: readonly ConversationLabel[], { id }: ConversationLabel) =>
  labels.filter((label) => label.id !== id);

/** Fields of a conversation after the change. */
function fieldsOf(to: WantedState, { labels }: ChangedConversation): Fields {
  if ('add' in to) return { labels: [...withoutLabel(labels, to.add), to.add] };
  if ('remove' in to) return { labels: withoutLabel(labels, to.remove) };
  if ('squad' in to) return { squad_id: to.squad?.id ?? null, squad: to.squad };
  return 'state' in to
    ? { ...to.state }
    : { assignee_id: to.assignee?.id ?? null, assignee: to.assignee };
}

/** The change that restores a conversation. */
function backOf(of: ChangedConversation, to: WantedState): WantedState {
  if ('add' in to) return { remove: to.add };
  if ('remove' in to) return { add: to.remove };
  const { assignee, squad, status, snoozed_until } = of;
  if ('squad' in to) return { squad };
  return 'state' in to ? { state: { status, snoozed_until } } : { assignee };
}

/** True if a conversation is as the change left it. */
function isOurs(now: ChangedConversation, to: WantedState): boolean {
  if ('add' in to) return now.labels.some(({ id }) => id === to.add.id);
  if ('remove' in to) return now.labels.every(({ id }) => id !== to.remove.id);
  if ('squad' in to) return now.squad_id === (to.squad?.id ?? null);
  return 'state' in to
    ? now.status === to.state.status
    : now.assignee_id === (to.assignee?.id ?? null);
}

/** Sends an action. @returns the outcomes of all conversations */
async function sendAction(slug: string, ids: readonly string[], action: BulkAction) {
  const answers: Answer[] = [];
  for (const some of batchesOf(ids, maxChanged))
    answers.push(
      await request(path, { at: { team_slug: slug }, body: { ...action, ids: [...some] } }),
    );
  return answers.flatMap(({ outcomes }) => outcomes);
}

/** Changes conversations and their copies. @returns the outcomes */
async function change(slug: string, all: readonly ChangedConversation[], to: WantedState) {
  const outcomes = await sendAction(
    slug,
    all.map(({ id }) => id),
    actionOf(to),
  );
  const isFailed = new Set(outcomes.flatMap(({ id, outcome }) => (outcome === 'failed' ? id : [])));
  for (const of of all)
    if (!isFailed.has(of.id))
      writeRecord(slug, of.id, (copy) => ({ ...copy, ...fieldsOf(to, of) }));
  return outcomes;
}

/** Current states of conversations that the user may see. */
async function readStates(slug: string, ids: readonly string[]) {
  const states: ChangedConversation[] = [];
  for (const some of batchesOf(ids, maxRead))
    states.push(
      ...(
        await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
          at: { team_slug: slug },
          query: { view: 'all', status: 'any', ids: some.join(), limit: maxRead },
        })
      ).rows,
    );
  return states;
}

type Outcomes = Answer['outcomes'];
const saysMany = (outcomes: Outcomes): ActionOutcome => {
  const of = (name: Outcomes[number]['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === name).length;
  return { kind: 'many', done: of('changed'), same: of('unchanged'), refused: of('failed') };
};

interface Input {
  readonly slug: string;
  readonly conversations: readonly ChangedConversation[];
  readonly to: WantedState;
}

/** Assigns, snoozes, resolves, reopens or labels conversations. A refusal of one does not stop the others. */
export function changeConversations({ slug, conversations, to }: Input): Action<Outcomes> {
  const meanwhile = conversations.map((of) => ({
    record: `conversations/${of.id}`,
    fields: fieldsOf(to, of),
  }));
  return {
    records: meanwhile.map(({ record }) => record),
    meanwhile,
    send: () => change(slug, conversations, to),
    says: saysMany,
    undo: {
      meanwhile: () => [],
      async send(outcomes) {
        const changed = new Set(
          outcomes.flatMap(({ id, outcome }) => (outcome === 'changed' ? id : [])),
        );
        const ours = (await readStates(slug, [...changed])).filter((now) => isOurs(now, to));
        const before = new Map(conversations.map((of) => [of.id, of]));
        const groups = Map.groupBy(ours, ({ id }) => {
          const was = before.get(id);
          return JSON.stringify(was && backOf(was, to));
        });
        let restored = 0;
        for (const [text, some] of groups) {
          const back = await change(slug, some, JSON.parse(text) as WantedState);
          restored += back.filter(({ outcome }) => outcome !== 'failed').length;
        }
        return restored === changed.size ? { kind: 'undone' } : { kind: 'changed', by: undefined };
      },
    },
  };
}

interface MarkInput {
  readonly slug: string;
  readonly ids: readonly string[];
  readonly isRead: boolean;
}

/** Marks conversations as read or unread by the user; the stream updates the counts. */
export const markConversations = ({ slug, ids, isRead }: MarkInput): Action<Outcomes> => ({
  records: ids.map((id) => `conversations/${id}`),
  meanwhile: [],
  send: () => sendAction(slug, ids, { action: isRead ? 'read' : 'unread' }),
  says: saysMany,
});
