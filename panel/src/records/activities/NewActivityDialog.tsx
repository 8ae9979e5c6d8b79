import { type FormEvent, useRef, useState } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { findClients } from '#panel/data/choices.ts';
import { createRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { activityFieldsOf, TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { focusWhenShown } from '#panel/ui/focusable-items.ts';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { TypeSelect } from './TypeSelect.tsx';

const types = activityFields.type.values;

interface Props {
  readonly slug: string;
  /** Initial date; null for none. */
  readonly date: string | null;
  readonly onClose: () => void;
}

/** Creates an activity: title, type, date and linked record. */
export default function NewActivityDialog({ slug, date: initialDate, onClose }: Props) {
  const words = useActivityWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { me } = useCurrentTeam();
  const today = useToday();
  const [title, setTitle] = useState('');
  const [type, setType] = useState<(typeof types)[number]>('task');
  const [date, setDate] = useState(initialDate ?? today);
  const [client, setClient] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const timeZone = useTimeZone();
  const typed = useTitleDate(title);
  const input = useRef<HTMLInputElement>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const read = activityFieldsOf(title, typed.date, timeZone);
    if (read.title === '') return;
    onClose();
    void runWithToast(createRecord('activities'), {
      slug,
      fields: {
        type,
        due_date: date || null,
        client_id: client?.id ?? null,
        assigned_to: me?.user_id ?? null,
        ...read,
      },
      done: ({ id }) => focusWhenShown(id),
    });
  };
  return (
    <Dialog title={words.create} closeLabel={common.close} onClose={onClose}>
      <form onSubmit={save} className="flex flex-col gap-3">
        <Field
          label={labels.title}
          ref={input}
          hint={
            typed.date ? (
              <TitleDateChip typed={typed} hasTime onRefuse={() => input.current?.focus()} />
            ) : null
          }
          required
          value={title}
          maxLength={activityFields.title.maxLength}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <TypeSelect types={types} value={type} onChange={setType} />
          <LabelledDate label={labels.due_date} value={date} onChange={setDate} />
        </div>
        <LinkField
          label={labels.client_id}
          slug={slug}
          value={client}
          onSave={setClient}
          find={findClients}
        />
        <p className="text-meta text-muted">{words.createAbout}</p>
        <Button type="submit" look="primary" className="self-start">
          {words.submit}
        </Button>
      </form>
    </Dialog>
  );
}
