import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InboxAccess } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { type Choice, type FindChoices, findUsers } from '#panel/data/choices.ts';
import { inboxAccessQuery, setInboxAccess } from '#panel/data/inbox-access.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxSettingsWords } from '#panel/words/inbox-settings/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly isEditable: boolean;
}

/** Members who see the conversations of an inbox, and answer them. */
export function Access({ slug, id, isEditable }: Props) {
  const { access: words } = useInboxSettingsWords();
  const query = useQuery(inboxAccessQuery(slug, id));
  return (
    <Section title={words.title} about={words.about}>
      <QueryContent query={query} rows={2}>
        {(access: InboxAccess) =>
          isEditable ? (
            <AccessForm key={JSON.stringify(access)} slug={slug} access={access} />
          ) : (
            <Facts facts={[[words.label, summaryOf(access, words)]]} />
          )
        }
      </QueryContent>
    </Section>
  );
}

type Words = ReturnType<typeof useInboxSettingsWords>['access'];

const summaryOf = ({ access, users, squads }: InboxAccess, words: Words) =>
  access === 'team'
    ? words.team
    : [...users, ...squads].map(({ name }) => name).join(', ') || words.nobody;

const idsOf = (choices: readonly Choice[]) => choices.map(({ id }) => id);

function AccessForm({
  slug,
  access: saved,
}: {
  readonly slug: string;
  readonly access: InboxAccess;
}) {
  const { access: words } = useInboxSettingsWords();
  const { common } = useWords();
  const [access, setAccess] = useState(saved.access);
  const [users, setUsers] = useState<readonly Choice[]>(saved.users);
  const [squads, setSquads] = useState<readonly Choice[]>(saved.squads);
  const set = useAction(
    () =>
      setInboxAccess(slug, saved.id, { access, user_ids: idsOf(users), squad_ids: idsOf(squads) }),
    () => say(common.saved),
  );
  const isUnchanged =
    access === saved.access &&
    `${idsOf(users)} ${idsOf(squads)}` === `${idsOf(saved.users)} ${idsOf(saved.squads)}`;
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={words.label}
        value={access}
        choices={(['team', 'chosen'] as const).map((value) => ({ value, label: words[value] }))}
        onChange={({ target }) => setAccess(target.value === 'chosen' ? 'chosen' : 'team')}
      />
      {access === 'chosen' ? (
        <>
          {users.length + squads.length === 0 ? <p className="text-muted">{words.nobody}</p> : null}
          <Chosen
            title={words.people}
            add={words.person}
            slug={slug}
            find={findUsers}
            chosen={users}
            onChange={setUsers}
          />
          <Chosen
            title={words.squads}
            add={words.squad}
            slug={slug}
            find={linkChoices.squads}
            chosen={squads}
            onChange={setSquads}
          />
        </>
      ) : null}
      <FailureNotice failure={set.failure} />
      <Button
        className="self-start"
        busy={set.isBusy}
        disabled={isUnchanged}
        onClick={() => set.act(undefined)}
      >
        {words.save}
      </Button>
    </div>
  );
}

interface ChosenProps {
  readonly title: string;
  readonly add: string;
  readonly slug: string;
  readonly find: FindChoices;
  readonly chosen: readonly Choice[];
  readonly onChange: (chosen: readonly Choice[]) => void;
}

function Chosen({ title, add, slug, find, chosen, onChange }: ChosenProps) {
  const { access: words } = useInboxSettingsWords();
  return (
    <div className="flex flex-col gap-1">
      {chosen.length > 0 ? (
        <ul aria-label={title} className="flex flex-wrap gap-1">
          {chosen.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex min-w-0 items-center rounded border border-border bg-surface pl-2"
            >
              <span className="truncate">{name}</span>
              <button
                type="button"
                aria-label={words.remove({ name })}
                onClick={() => onChange(chosen.filter((each) => each.id !== id))}
                className="inline-flex size-7 items-center justify-center rounded text-muted hover:text-text pointer-coarse:size-10"
              >
                <Close size={12} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Picker
        label={add}
        slug={slug}
        find={find}
        except={idsOf(chosen)}
        onChoose={(choice) => onChange([...chosen, choice])}
      />
    </div>
  );
}
