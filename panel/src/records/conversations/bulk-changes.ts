import { Failure, request } from '#panel/api/call.ts';
import type { Conversation } from '#panel/api/types.ts';
import type { Action } from '#panel/commands/action.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { writeRecord } from '#panel/data/records.ts';
import { assignConversation, type State, sendState } from './queries.ts';

/* One action on several conversations, with one request each, shown and undone together. */

export type ChangedConversation = Pick<
  Conversation,
  'id' | 'status' | 'snoozed_until' | 'assignee_id' | 'assignee'
>;

/** New assignee or new state. */
export type WantedState =
  | { readonly assignee: { readonly id: string; readonly name: string } | null }
  | { readonly state: State };

const fieldsOf = (to: WantedState): Fields =>
  'state' in to ? { ...to.state } : { assignee_id: to.assignee?.id ?? null, assignee: to.assignee };

async function sendOne(slug: string, of: ChangedConversation, to: WantedState): Promise<void> {
  const { id } = of;
  const answer =
    'state' in to
      ? await sendState({ slug, id, to: to.state, from: of })
      : await assignConversation.send({ slug, id, to: to.assignee }, fieldsOf(to));
  writeRecord(slug, id, (copy) => ({ ...copy, ...pick(answer, to) }));
}

/** Changed fields of a response. */
const pick = (answer: Conversation, to: WantedState): Fields =>
  Object.fromEntries(
    Object.keys(fieldsOf(to)).map((name) => [name, answer[name as keyof Conversation]]),
  );

/** The change that restores a conversation. */
const backOf = (of: ChangedConversation, to: WantedState): WantedState => {
  const { assignee, status, snoozed_until } = of;
  return 'state' in to ? { state: { status, snoozed_until } } : { assignee };
};

interface Input {
  readonly slug: string;
  readonly conversations: readonly ChangedConversation[];
  readonly to: WantedState;
}

/** Assigns, snoozes or resolves conversations. A refusal of one does not stop the others. */
export function changeConversations({
  slug,
  conversations,
  to,
}: Input): Action<readonly ChangedConversation[]> {
  const meanwhile = conversations.map(({ id }) => ({
    record: `conversations/${id}`,
    fields: fieldsOf(to),
  }));
  return {
    records: meanwhile.map(({ record }) => record),
    meanwhile,
    async send() {
      const done: ChangedConversation[] = [];
      for (const each of conversations)
        try {
          await sendOne(slug, each, to);
          done.push(each);
        } catch (error) {
          // A refusal concerns one conversation; an unreachable server fails all.
          if (!(error instanceof Failure) || error.status === 0 || error.status >= 500) throw error;
        }
      return done;
    },
    says: (done) => ({
      kind: 'many',
      done: done.length,
      refused: conversations.length - done.length,
    }),
    undo: {
      meanwhile: () => [],
      async send(done) {
        let isWhole = true;
        for (const each of done) {
          const now = await request('GET /teams/{team_slug}/msgapp/conversations/{id}', {
            at: { team_slug: slug, id: each.id },
          });
          const isOurs =
            'state' in to
              ? now.status === to.state.status
              : now.assignee_id === (to.assignee?.id ?? null);
          if (isOurs) await sendOne(slug, each, backOf(each, to));
          else isWhole = false;
        }
        return isWhole ? { kind: 'undone' } : { kind: 'changed', by: undefined };
      },
    },
  };
}
