import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Conversation, Label } from '#panel/api/types.ts';
import { type Command, defineCommand } from '#panel/commands/command.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { folded } from '#panel/ui/filter-by-words.ts';
import { hues } from '#panel/ui/hues.ts';
import { commandOfConversation } from './queries.ts';

/* Labels of conversations: the team's list, and those of a conversation. */

const key = (slug: string) => ['team', slug, 'labels'];

export const labelsQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/msgapp/labels', { at: { team_slug: slug }, signal }),
  });

export type LabelFields = Pick<Label, 'name' | 'color'>;

export const labelActions = (slug: string) => {
  const again = thenRefetch(key(slug));
  return {
    create: (body: LabelFields) =>
      again(request('POST /teams/{team_slug}/msgapp/labels', { at: { team_slug: slug }, body })),
    change: (id: string, body: LabelFields) =>
      again(
        request('PUT /teams/{team_slug}/msgapp/labels/{id}', { at: { team_slug: slug, id }, body }),
      ),
    remove: (id: string) =>
      again(
        request('DELETE /teams/{team_slug}/msgapp/labels/{id}', { at: { team_slug: slug, id } }),
      ),
  };
};

/** Colour of a new label: each in turn. */
export const nextColor = (labels: readonly Label[]): Label['color'] =>
  hues[labels.length % hues.length] ?? 'blue';

export type ConversationLabel = Conversation['labels'][number];

/** Ids of the labels in the first list that are not in the second. */
const without = (all: readonly ConversationLabel[], others: readonly ConversationLabel[]) =>
  all.filter(({ id }) => others.every((label) => label.id !== id)).map(({ id }) => id);

interface LabelInput {
  readonly slug: string;
  readonly id: string;
  readonly from: readonly ConversationLabel[];
  readonly to: readonly ConversationLabel[];
}

/** Adds and removes labels of a conversation. */
export const labelConversation: Command<LabelInput, Conversation> = defineCommand({
  ...commandOfConversation,
  patch: ({ to }: LabelInput) => ({ labels: to }),
  send: ({ slug, id, from, to }: LabelInput) =>
    request('POST /teams/{team_slug}/msgapp/conversations/{id}/labels', {
      at: { team_slug: slug, id },
      body: { add_labels: without(to, from), remove_labels: without(from, to) },
    }),
  back: (input: LabelInput) => ({ ...input, from: input.to, to: input.from }),
});

/** True if one of the labels has this name, as the service compares names. */
export const hasLabel = (labels: readonly { readonly name: string }[], name: string) =>
  labels.some((label) => folded(label.name) === folded(name.trim()));

/** Text of a conversation's chosen labels in the address. */
export const labelParam = (ids: readonly string[]) => ids.join(',') || undefined;
export const labelsInParam = (text: string | undefined): readonly string[] =>
  text ? text.split(',') : [];
