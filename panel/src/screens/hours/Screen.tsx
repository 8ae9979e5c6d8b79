import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { findProjects } from '#panel/data/choices.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { SelectInput } from '#panel/parts/Select.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { addDays, formatDays, isDay, mondayOf } from '#panel/ui/calendar/days.ts';
import { Left, Right } from '#panel/ui/icons.tsx';
import { Badge, Page } from '#panel/ui/layout.tsx';
import { useHoursWords } from '#panel/words/hours/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { Grid } from './Grid.tsx';
import { cellsOf, daysFrom, type Entry, noProject } from './model.ts';
import { enterHours, entriesQuery, locksQuery, setLock, type Week } from './queries.ts';
import { TeamWeek } from './TeamWeek.tsx';

/** Value of the address for the hours of all members. */
const everyone = 'team';

/** Hours of a member, or of all, week by week. */
export default function Hours() {
  const words = useHoursWords();
  const locale = useLocale();
  const { slug, me, can } = useCurrentTeam();
  const { all } = usePeople(slug);
  const timeZone = useTimeZone();
  const current = mondayOf(useToday());
  const [wanted, setWanted] = useParam('week');
  const [person, setPerson] = useParam('user');
  const isManager = can('timesheets.get_team');
  const isTeam = isManager && person === everyone;
  const user = (isManager ? person : undefined) ?? me?.user_id;
  const open = (user: string) => setPerson(user === me?.user_id ? undefined : user);
  const monday = isDay(wanted) ? mondayOf(wanted) : current;
  const go = (day: string) => setWanted(day === current ? undefined : day);
  if (user === undefined) return <Page title={words.title} />;
  return (
    <Page title={words.title}>
      <div className="flex flex-wrap items-center gap-2">
        <Button aria-label={words.previous} onClick={() => go(addDays(monday, -7))}>
          <Left />
        </Button>
        <Button aria-label={words.next} onClick={() => go(addDays(monday, 7))}>
          <Right />
        </Button>
        <h2 className="min-w-44 font-semibold" aria-live="polite">
          {formatDays(monday, addDays(monday, 6), locale)}
        </h2>
        {monday === current ? null : (
          <Button look="quiet" onClick={() => go(current)}>
            {words.current}
          </Button>
        )}
        {isManager ? (
          <div className="max-w-56 md:ml-auto">
            <SelectInput
              label={words.member}
              value={user}
              choices={[
                { value: everyone, label: words.everyone },
                ...all.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={({ target }) => open(target.value)}
            />
          </div>
        ) : null}
      </div>
      {isTeam ? (
        <TeamWeek slug={slug} monday={monday} timeZone={timeZone} onOpen={open} />
      ) : (
        <WeekHours key={`${user} ${monday}`} week={{ slug, user, week: monday, timeZone }} />
      )}
    </Page>
  );
}

function WeekHours({ week }: { readonly week: Week }) {
  const entries = useQuery(entriesQuery(week));
  return (
    <QueryContent query={entries} rows={5}>
      {(entries) => <Loaded week={week} entries={entries} />}
    </QueryContent>
  );
}

function Loaded({ week, entries }: { readonly week: Week; readonly entries: readonly Entry[] }) {
  const words = useHoursWords();
  const { slug, user, timeZone } = week;
  const { can } = useCurrentTeam();
  const [added, setAdded] = useState<readonly string[]>([]);
  const locks = useQuery(locksQuery(slug, user));
  const before = useQuery(entriesQuery({ ...week, week: addDays(week.week, -7) }));
  const lock = useAction((isLocked: boolean) => setLock(week, isLocked));
  const cells = cellsOf(entries, timeZone);
  const last = cellsOf(before.data ?? [], timeZone);
  const projects = [...new Set([...cells.projects, ...added])].filter(
    (each) => each !== noProject || cells.projects.includes(noProject),
  );
  const isLocked = locks.data?.some((each) => each.week === week.week) ?? false;
  const isEditable = !isLocked || can('timesheets.reopen');
  /** Hours of the last week on days of this one that have none. */
  const copies = daysFrom(week.week).flatMap((day) =>
    last.projects
      .map((project) => ({ project, day, minutes: last.at(project, addDays(day, -7)).minutes }))
      .filter(({ project, minutes }) => minutes > 0 && cells.at(project, day).minutes === 0),
  );
  const copy = useAction(() => enterHours(week, copies));
  return (
    <>
      {isLocked ? (
        <p className="flex flex-wrap items-center gap-2 text-muted">
          <Badge tone="ok">{words.locked}</Badge> {words.lockedAbout}
        </p>
      ) : null}
      {projects.length === 0 ? (
        <p className="py-6 text-center text-muted">{words.none}</p>
      ) : (
        <Grid week={week} cells={cells} projects={projects} isEditable={isEditable} />
      )}
      <div className="flex flex-wrap items-end gap-2">
        {isEditable ? (
          <div className="w-64">
            <Picker
              label={words.add}
              slug={slug}
              find={findProjects}
              except={projects}
              onChoose={({ id }) => setAdded((all) => [...all, id])}
            />
          </div>
        ) : null}
        {isEditable && copies.length > 0 ? (
          <Button busy={copy.isBusy} onClick={() => copy.act(undefined)}>
            {words.copy}
          </Button>
        ) : null}
        <span className="flex-1" />
        {isLocked ? null : (
          <Button look="primary" busy={lock.isBusy} onClick={() => lock.act(true)}>
            {words.lock}
          </Button>
        )}
        {isLocked && can('timesheets.reopen') ? (
          <Button busy={lock.isBusy} onClick={() => lock.act(false)}>
            {words.reopen}
          </Button>
        ) : null}
      </div>
      {isEditable ? <p className="text-meta text-muted">{words.hint}</p> : null}
      <FailureNotice failure={lock.failure ?? copy.failure} />
    </>
  );
}
