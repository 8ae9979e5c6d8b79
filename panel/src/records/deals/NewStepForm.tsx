import { type FormEvent, useRef, useState } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import type { Deal } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { activityFieldsOf, TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';

interface Props {
  readonly slug: string;
  readonly deal: Pick<Deal, 'id' | 'client_id'>;
}

const create = createRecord('activities');

/** Plans an activity of a deal: a title, in which a day and an hour are recognized, and a date. */
export default function NewStepForm({ slug, deal }: Props) {
  const { step: words } = useDealWords();
  const { me } = useCurrentTeam();
  const timeZone = useTimeZone();
  const [title, setTitle] = useState('');
  const [date, setDate] = useState('');
  const typed = useTitleDate(title);
  const input = useRef<HTMLInputElement>(null);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const read = activityFieldsOf(title, typed.date, timeZone);
    if (read.title === '') return;
    void runWithToast(create, {
      slug,
      fields: {
        type: 'follow_up',
        due_date: date || null,
        deal_id: deal.id,
        client_id: deal.client_id,
        assigned_to: me?.user_id ?? null,
        ...read,
      },
    });
    setTitle('');
    setDate('');
    input.current?.focus();
  };
  return (
    <form onSubmit={add} className="flex flex-wrap items-start gap-2">
      <div className="min-w-40 flex-1">
        <Field
          ref={input}
          label={words.what}
          name="title"
          placeholder={words.example}
          value={title}
          maxLength={activityFields.title.maxLength}
          autoComplete="off"
          required
          onChange={(event) => setTitle(event.target.value)}
          hint={
            typed.date ? (
              <TitleDateChip typed={typed} hasTime onRefuse={() => input.current?.focus()} />
            ) : null
          }
        />
      </div>
      <LabelledDate label={words.when} name="due_date" value={date} onChange={setDate} />
      <Button type="submit" className="mt-6">
        {words.addSubmit}
      </Button>
    </form>
  );
}
