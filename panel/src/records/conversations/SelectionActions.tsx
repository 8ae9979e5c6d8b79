import { useQuery } from '@tanstack/react-query';
import { runWithToast } from '#panel/commands/command.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Down, People } from '#panel/ui/icons.tsx';
import { Menu, MoreMenu } from '#panel/ui/Menu.tsx';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { SelectionBar } from '../shared/bulk/SelectionBar.tsx';
import {
  type ChangedConversation,
  changeConversations,
  markConversations,
  type WantedState,
} from './bulk-changes.ts';
import { LabelChip } from './LabelChip.tsx';
import { labelsQuery } from './labels.ts';
import { useSnoozeOptions } from './Snooze.tsx';
import { useCurrentUser } from './use-current-user.ts';

interface Props {
  readonly slug: string;
  readonly conversations: readonly ChangedConversation[];
  /** Called as soon as the change is shown, with the conversations that may leave the list immediately. */
  readonly onDone: (ids: readonly string[]) => void;
  readonly onClear: () => void;
}

const control = 'control inline-flex items-center gap-1 rounded px-2 hover:bg-tint';

/** Bulk actions on conversations: assign, snooze, resolve, reopen, label, mark as read. */
export default function SelectionActions({ slug, conversations, onDone, onClear }: Props) {
  const words = useConversationWords();
  const bulk = useBulkWords();
  const { all } = usePeople(slug);
  const me = useCurrentUser(slug);
  const untils = useSnoozeOptions();
  const change = (to: WantedState) => {
    void runWithToast(changeConversations, { slug, conversations, to });
    onDone(conversations.map(({ id }) => id));
  };
  const { data: labels = [] } = useQuery(labelsQuery(slug));
  const { data: squads = [] } = useQuery(linkChoices.squads(slug, ''));
  const mark = (isRead: boolean) => {
    void runWithToast(markConversations, { slug, ids: conversations.map(({ id }) => id), isRead });
    onDone([]);
  };
  const labelItems = labels.map((label) => {
    const isOnAll = conversations.every((of) => of.labels.some(({ id }) => id === label.id));
    return {
      label: label.name,
      icon: <LabelChip label={{ name: '●', color: label.color }} />,
      isChosen: isOnAll,
      act: () => change(isOnAll ? { remove: label } : { add: label }),
    };
  });
  const assign = (to: { readonly id: string; readonly name: string } | null) =>
    change({ assignee: to && { id: to.id, name: to.name } });
  return (
    <SelectionBar about={bulk.selected({ count: conversations.length })} onClear={onClear}>
      {(returnTo) => (
        <>
          {me ? (
            <Button look="quiet" data-key="i" onClick={() => assign(me)}>
              {words.acts.toMe}
            </Button>
          ) : null}
          <Menu
            label={words.head.assignee}
            isLabelShown
            side="above"
            keys="a"
            returnTo={returnTo}
            className={control}
            items={[
              ...all.map((person) => ({ label: person.name, act: () => assign(person) })),
              { label: words.row.nobody, act: () => assign(null) },
              ...squads.map(({ id, name }) => ({
                label: name,
                icon: <People />,
                act: () => change({ squad: { id, name } }),
              })),
              ...(conversations.some(({ squad_id }) => squad_id !== null)
                ? [
                    {
                      label: words.squads.none,
                      icon: <People />,
                      act: () => change({ squad: null }),
                    },
                  ]
                : []),
            ]}
          >
            <Down />
          </Menu>
          <Menu
            label={words.acts.snooze}
            isLabelShown
            side="above"
            keys="s"
            returnTo={returnTo}
            className={control}
            items={untils().map(({ label, at }) => ({
              label,
              act: () => change({ state: { status: 'snoozed', snoozed_until: at } }),
            }))}
          >
            <Down />
          </Menu>
          <Button
            look="quiet"
            data-key="e"
            onClick={() => change({ state: { status: 'resolved', snoozed_until: null } })}
          >
            {words.acts.resolve}
          </Button>
          {labelItems.length > 0 ? (
            <Menu
              label={words.labels.short}
              isLabelShown
              side="above"
              keys="l"
              returnTo={returnTo}
              className={control}
              items={labelItems}
            >
              <Down />
            </Menu>
          ) : null}
          <MoreMenu
            label={words.acts.more}
            side="above"
            returnTo={returnTo}
            items={[
              ...(conversations.every(({ status }) => status === 'open')
                ? []
                : [
                    {
                      label: words.acts.reopen,
                      act: () => change({ state: { status: 'open', snoozed_until: null } }),
                    },
                  ]),
              { label: words.acts.markRead, act: () => mark(true) },
              { label: words.acts.markUnread, act: () => mark(false) },
            ]}
          />
        </>
      )}
    </SelectionBar>
  );
}
