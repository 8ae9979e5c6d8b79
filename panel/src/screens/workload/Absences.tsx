import type { Absence } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useRowDialogs } from '#panel/parts/use-row-dialogs.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { useWorkloadWords } from '#panel/words/workload/use.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import { removeAbsence } from './queries.ts';

/** Absences from the shown week on, earliest first. Members change theirs, admins those of everybody. */
export function Absences({ absences }: { readonly absences: readonly Absence[] }) {
  const { absences: words } = useWorkloadWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const locale = useLocale();
  const today = useToday();
  const { slug, me, can } = useCurrentTeam();
  const { find } = usePeople(slug);
  const nameOf = ({ user_id }: Absence) => find(user_id)?.name ?? '…';
  const { openNew, editing, menuOf, confirmation } = useRowDialogs<Absence>({
    nameOf,
    remove: (absence) => removeAbsence(slug, absence),
    words,
  });
  const mayChange = ({ user_id }: Absence) => user_id === me?.user_id || can('absences.manage');
  return (
    <Section
      title={words.title}
      about={words.about}
      actions={<Button onClick={openNew}>{words.create}</Button>}
    >
      {absences.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <Table
          label={words.title}
          rows={absences.toReversed()}
          keyOf={({ id }) => id}
          actionsTitle={common.actions}
          columns={[
            {
              key: 'person',
              title: labels.user_id,
              cell: (absence) => <span className="break-words">{nameOf(absence)}</span>,
            },
            {
              key: 'days',
              title: words.days,
              cell: ({ starts_on, ends_on }) => formatDays(starts_on, ends_on, locale, today),
            },
            {
              key: 'reason',
              title: words.reason,
              cell: ({ reason }) => (reason === null ? words.hidden : words.reasons[reason]),
            },
            {
              key: 'note',
              title: labels.note,
              isWide: true,
              cell: ({ note }) => <span className="break-words">{note}</span>,
            },
          ]}
          actions={(absence) => (mayChange(absence) ? menuOf(absence) : null)}
        />
      )}
      {editing ? (
        <AbsenceDialog absence={editing.row} onClose={editing.onClose} onDone={editing.onDone} />
      ) : null}
      {confirmation}
    </Section>
  );
}
