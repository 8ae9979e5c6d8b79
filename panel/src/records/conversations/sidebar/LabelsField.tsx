import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Conversation } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Chooser } from '#panel/parts/fields/Chooser.tsx';
import { filterByText } from '#panel/ui/filter-by-words.ts';
import { Close, Plus } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { LabelChip } from '../LabelChip.tsx';
import {
  type ConversationLabel,
  hasLabel,
  labelActions,
  labelConversation,
  labelsQuery,
  nextColor,
} from '../labels.ts';

interface Props {
  readonly slug: string;
  readonly conversation: Conversation;
}

/** Id of the option that creates a label. */
const newId = '';

/** Labels of a conversation: added from the team's list, or created, by typing. */
export function LabelsField({ slug, conversation }: Props) {
  const { labels: words } = useConversationWords();
  const { fields } = useRecordWords();
  const { id, labels } = conversation;
  const { data: all = [] } = useQuery(labelsQuery(slug));
  const { act, failure } = useCommand(labelConversation);
  const [isOpen, setOpen] = useState(false);
  const [typed, type] = useState('');
  const save = (to: readonly ConversationLabel[]) => act({ slug, id, from: labels, to });
  const create = useAction(async (name: string) => {
    const label = await labelActions(slug).create({ name, color: nextColor(all) });
    save([...labels, label]);
  });
  const wanted = typed.trim();
  const options = [
    ...filterByText(all, typed),
    ...(wanted === '' || hasLabel(all, wanted)
      ? []
      : [{ id: newId, name: words.create({ name: wanted }) }]),
  ];
  const take = (taken: string) => {
    if (taken === newId) return void create.act(wanted);
    const label = all.find((each) => each.id === taken);
    const isSet = labels.some((each) => each.id === taken);
    if (isSet) save(labels.filter((each) => each.id !== taken));
    else if (label) save([...labels, label]);
  };
  return (
    <section aria-label={words.field} className="flex flex-col gap-1">
      <Chooser
        label={words.add}
        name="conversation-labels"
        hotkey="l"
        className="control flex w-full items-center justify-between rounded font-medium hover:bg-surface"
        options={options}
        typed={typed}
        onType={type}
        isOpen={isOpen}
        onOpen={setOpen}
        chosen={labels.map((label) => label.id)}
        isMany
        onTake={(option) => take(option.id)}
        none={words.none}
      >
        {words.field}
        <Plus />
      </Chooser>
      <div className="flex flex-wrap items-center gap-x-1 empty:hidden">
        {labels.map((label) => (
          <span key={label.id} className="inline-flex max-w-full items-center">
            <LabelChip label={label} />
            <button
              type="button"
              aria-label={fields.remove({ name: label.name })}
              onClick={() => save(labels.filter((each) => each.id !== label.id))}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded text-muted hover:bg-tint pointer-coarse:size-11"
            >
              <Close size={12} />
            </button>
          </span>
        ))}
      </div>
      <FailureNotice failure={failure ?? create.failure} />
    </section>
  );
}
