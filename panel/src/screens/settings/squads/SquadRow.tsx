import { useRef, useState } from 'react';
import { squadsChangeMemberLimits } from '#panel/api/input-limits.ts';
import type { Squad } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findUsers } from '#panel/data/choices.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { InlineField } from '../InlineField.tsx';
import type { SquadActions } from './queries.ts';

interface Props {
  readonly squad: Squad;
  readonly slug: string;
  /** Absent for read-only access. */
  readonly acts: SquadActions | undefined;
  /** Id of the list of roles that are suggested. */
  readonly rolesId: string;
}

export function SquadRow({ squad, slug, acts, rolesId }: Props) {
  const { squads: words, people } = useSettingsWords();
  const templateWords = useProjectTemplateWords();
  const { common } = useWords();
  const { id, name, members } = squad;
  const [dialog, ask] = useState<'name' | 'members' | 'removal'>();
  const adding = useRef<HTMLButtonElement>(null);
  const close = () => ask(undefined);
  const saved = () => {
    close();
    say(common.saved);
  };
  const remove = useAction(async () => acts?.remove(id), saved);
  const takeOut = useAction(
    async ({ id: inner }: Squad['members'][number]) => acts?.takeOut(id, inner),
    (_, left) => {
      say(words.tookOut({ name: left.name, squad: name }));
      adding.current?.focus();
    },
  );
  const add = useAction(
    async (choice: { id: string; name: string }) => acts?.add(id, choice.id),
    (_, choice) => say(words.added({ name: choice.name, squad: name })),
  );
  return (
    <li className="flex flex-col gap-1 border-border border-b py-2 last:border-b-0">
      <div className="flex items-center justify-between gap-2">
        <h2 className="min-w-0 break-words font-medium">{name}</h2>
        {acts ? (
          <MoreMenu
            label={people.actionsFor({ name })}
            items={[
              { label: words.rename, act: () => ask('name') },
              { label: words.remove, isDangerous: true, act: () => ask('removal') },
            ]}
          />
        ) : null}
      </div>
      {members.length === 0 ? (
        <p className="text-muted">{words.nobody}</p>
      ) : (
        <ul className="grid gap-x-8 lg:grid-cols-2">
          {members.map((member) => (
            <li key={member.id} className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2">
              <span className="min-w-0 flex-1 truncate">{member.name}</span>
              {acts ? (
                <>
                  <InlineField
                    label={templateWords.roleOf({ name: member.name, squad: name })}
                    placeholder={templateWords.role}
                    value={member.role}
                    limits={squadsChangeMemberLimits.role}
                    listId={rolesId}
                    save={(role) => acts.setRole(id, member.id, role)}
                  />
                  <button
                    type="button"
                    aria-label={words.takeOut({ name: member.name, squad: name })}
                    onClick={() => takeOut.act(member)}
                    className="inline-flex size-7 shrink-0 items-center justify-center rounded text-muted hover:text-text pointer-coarse:size-10"
                  >
                    <Close size={12} />
                  </button>
                </>
              ) : (
                <span className="truncate text-muted">{member.role}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {acts ? (
        <button
          ref={adding}
          type="button"
          onClick={() => ask('members')}
          className="inline-flex h-7 items-center self-start rounded font-medium text-accent hover:bg-surface pointer-coarse:h-10"
        >
          {words.add}
          <span className="sr-only">{`: ${name}`}</span>
        </button>
      ) : null}
      <FailureNotice failure={takeOut.failure} />
      {dialog === 'name' && acts ? (
        <NameDialog
          title={words.rename}
          label={words.name}
          name={name}
          submit={common.save}
          save={(to) => acts.rename(id, to)}
          onClose={close}
          onDone={saved}
        />
      ) : null}
      {dialog === 'members' ? (
        <Dialog title={name} closeLabel={common.close} onClose={close}>
          <Picker
            label={words.person}
            hint={words.personHint}
            slug={slug}
            find={findUsers}
            except={members.map((member) => member.id)}
            onChoose={add.act}
          />
          <FailureNotice failure={add.failure} />
          <Button look="primary" className="self-start" onClick={close}>
            {common.done}
          </Button>
        </Dialog>
      ) : null}
      {dialog === 'removal' ? (
        <ConfirmDialog
          title={words.removeTitle({ name })}
          about={words.removeAbout}
          submit={words.remove}
          act={remove}
          input={undefined}
          onClose={close}
        />
      ) : null}
    </li>
  );
}
