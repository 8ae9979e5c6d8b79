import { type FormEvent, useRef, useState } from 'react';
import { activityFields } from '#panel/api/records/activities.ts';
import type { Deal, DealCourse } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { createRecord } from '#panel/data/records.ts';
import { localTimeIn } from '#panel/data/time-zone-days.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { activityFieldsOf, TitleDateChip, useTitleDate } from '#panel/parts/title-date.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { TypeSelect } from '../activities/TypeSelect.tsx';

interface Props {
  readonly slug: string;
  readonly deal: Pick<Deal, 'id' | 'client_id'>;
  /** Contacts of the deal's client. */
  readonly contacts: DealCourse['contacts'];
}

const create = createRecord('activities');

/** Kinds of next steps, the usual one first. */
const types = ['follow_up', 'call', 'meeting', 'email', 'task'] as const;
type StepType = (typeof types)[number];

/** Every half hour of a day: '00:00', '00:30'. */
const times = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

/** Plans an activity of a deal: a title, in which a day and an hour are recognized, its kind, date, hour and contact. */
export default function NewStepForm({ slug, deal, contacts }: Props) {
  const { step: words } = useDealWords();
  const { me } = useCurrentTeam();
  const timeZone = useTimeZone();
  const today = useToday();
  const locale = useLocale();
  const [title, setTitle] = useState('');
  const [type, setType] = useState<StepType>('follow_up');
  const [date, setDate] = useState('');
  const [time, setTime] = useState('');
  const [contact, setContact] = useState('');
  const typed = useTitleDate(title);
  const input = useRef<HTMLInputElement>(null);
  const name = contacts.find(({ id }) => id === contact)?.name;
  /** Named in the title, since activities have no contact. */
  const suffix = name === undefined || title.includes(name) ? '' : ` – ${name}`;
  // A step is planned for a moment in the future.
  const now = localTimeIn(timeZone, new Date()).slice(11);
  const day = typed.date?.day ?? (date || today);
  const free = day === today ? times.filter((each) => each > now) : times;
  const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.date?.title ?? title.replace(/\s+/g, ' ').trim();
    const atHour =
      time === '' || typed.date?.time !== undefined
        ? typed.date
        : { title: text, shortTitle: text, day, time, phrase: '' };
    const read = activityFieldsOf(title, atHour, timeZone);
    if (read.title === '') return;
    void runWithToast(create, {
      slug,
      fields: {
        type,
        due_date: date || null,
        deal_id: deal.id,
        client_id: deal.client_id,
        assigned_to: me?.user_id ?? null,
        ...read,
        title: read.title + suffix,
      },
    });
    setTitle('');
    setDate('');
    setTime('');
    input.current?.focus();
  };
  return (
    <form onSubmit={add} className="flex flex-col gap-2">
      <Field
        ref={input}
        label={words.what}
        name="title"
        placeholder={words.example}
        value={title}
        maxLength={activityFields.title.maxLength - suffix.length}
        autoComplete="off"
        required
        onChange={(event) => setTitle(event.target.value)}
        hint={
          typed.date ? (
            <TitleDateChip typed={typed} hasTime onRefuse={() => input.current?.focus()} />
          ) : null
        }
      />
      <div className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
        <TypeSelect types={types} value={type} onChange={setType} />
        <LabelledDate label={words.when} name="due_date" value={date} onChange={setDate} />
        <Select
          label={words.hour}
          value={time}
          choices={[
            { value: '', label: words.anyHour },
            ...free.map((value) => ({
              value,
              label: timeFormat.format(Date.parse(`1970-01-01T${value}Z`)),
            })),
          ]}
          onChange={({ target }) => setTime(target.value)}
        />
        {contacts.length > 0 ? (
          <Select
            label={words.contact}
            value={contact}
            choices={[
              { value: '', label: words.noContact },
              ...contacts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target }) => setContact(target.value)}
          />
        ) : null}
        <Button type="submit">{words.addSubmit}</Button>
      </div>
    </form>
  );
}
