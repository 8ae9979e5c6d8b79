import { type FormEvent, useRef, useState } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { activityFieldsOf, TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { TypeSelect } from './TypeSelect.tsx';

/** Subject of the next step. */
export interface NextStepSubject {
  /** Name of the deal or client. */
  readonly name: string;
  readonly deal_id?: string | null;
  readonly client_id?: string | null;
  /** Type of the activity just finished, preselected for the next step. */
  readonly type?: string | undefined;
}

const types = ['call', 'meeting', 'email', 'task', 'follow_up', 'deadline'] as const;
type Type = (typeof types)[number];

/** Plans the next step of a deal or client: title, type and date. Enter saves, Escape skips. */
export default function NextStepPrompt({
  of,
  onClose,
}: {
  readonly of: NextStepSubject;
  readonly onClose: () => void;
}) {
  const words = useActivityWords();
  const { common } = useWords();
  const { slug, me } = useCurrentTeam();
  const today = useToday();
  const [title, setTitle] = useState('');
  const [date, setDate] = useState(addDays(today, 1));
  const [type, setType] = useState<Type>(types.find((each) => each === of.type) ?? 'follow_up');
  const timeZone = useTimeZone();
  const typed = useTitleDate(title);
  const input = useRef<HTMLInputElement>(null);
  const plan = (event: FormEvent) => {
    event.preventDefault();
    const read = activityFieldsOf(title, typed.date, timeZone);
    if (read.title === '') return;
    onClose();
    void runWithToast(createRecord('activities'), {
      slug,
      fields: {
        type,
        due_date: date || null,
        deal_id: of.deal_id ?? null,
        client_id: of.client_id ?? null,
        assigned_to: me?.user_id ?? null,
        ...read,
      },
    });
  };
  return (
    <Dialog title={words.next.title} closeLabel={common.close} onClose={onClose}>
      <p className="text-muted">{words.next.about({ name: of.name })}</p>
      <form onSubmit={plan} className="flex flex-col gap-3">
        <Field
          label={words.next.what}
          ref={input}
          hint={
            typed.date ? (
              <TitleDateChip typed={typed} hasTime onRefuse={() => input.current?.focus()} />
            ) : null
          }
          value={title}
          required
          maxLength={activityFields.title.maxLength}
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="grid grid-cols-2 gap-3">
          <TypeSelect types={types} value={type} onChange={setType} />
          <LabelledDate label={words.date} value={date} onChange={setDate} />
        </div>
        <div className="flex gap-2">
          <Button type="submit" look="primary">
            {words.next.submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.next.skip}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
