import { useQuery } from '@tanstack/react-query';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { recordQuery } from '#panel/data/records.ts';
import { useToday } from '#panel/data/use-today.ts';
import { ProjectDot } from '#panel/display/ProjectDot.tsx';
import { focusField } from '#panel/parts/fields/FieldRow.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { projectTabIn, recordPath } from '#panel/route/record-paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { ContractsOf } from '../shared/contracts/ContractsOf.tsx';
import { RecordFiles } from '../shared/files/RecordFiles.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { Due } from '../tasks/TaskBadges.tsx';
import { isLate, Status } from './model.tsx';
import { OverviewParts, Progress } from './OverviewParts.tsx';
import { ProjectTab, ProjectTabs } from './ProjectTabs.tsx';
import { ProjectProperties } from './Properties.tsx';
import { RecurringTasks } from './recurrences/RecurringTasks.tsx';
import { useProjectActions } from './use-project-actions.ts';

/** Record of a project: its description, properties and overview. */
export default function Record({ slug, id, isPeek }: RecordProps) {
  const words = useProjectWords();
  const { labels } = useFieldWords();
  const query = useQuery(recordQuery(slug, 'projects', id));
  const withPending = useWithPending();
  const pathname = usePathname();
  const tab = isPeek ? undefined : projectTabIn(pathname);
  const today = useToday();
  const { save, remove } = useProjectActions(slug, id);
  useRecordShortcuts(isPeek, {
    p: () => focusField('priority'),
    d: () => focusField('due_date'),
  });
  return (
    <RecordOrDeleted slug={slug} kind="projects" query={query}>
      {(loaded) => {
        const project = withPending(`projects/${id}`, loaded);
        return (
          <div className="flex flex-col gap-4">
            <RecordHead
              slug={slug}
              kind="projects"
              isPeek={isPeek}
              parent={project.client && { kind: 'clients', ...project.client }}
              title={
                <div className="flex items-start gap-2.5">
                  <span className="inline-flex h-9 items-center">
                    <ProjectDot project={project} />
                  </span>
                  <div className="min-w-0 flex-1">
                    <TitleField
                      label={labels.name}
                      name="name"
                      value={project.name}
                      isPage={!isPeek}
                      parent={project.client?.name}
                      tab={tab && words.tabs[tab]}
                      onSave={(name) => save({ name })}
                    />
                  </div>
                </div>
              }
              facts={
                tab ? undefined : (
                  <>
                    <Status of={project.status} />
                    {project.due_date === null ? null : (
                      <Due
                        due={project.due_date}
                        isDone={!isLate(project, today) && project.due_date < today}
                        today={today}
                      />
                    )}
                    <Progress slug={slug} id={id} />
                  </>
                )
              }
              actions={
                isPeek ? (
                  <Link
                    href={`${recordPath(slug, 'projects', id)}/board`}
                    className={buttonClass('primary')}
                  >
                    {words.toTasks}
                  </Link>
                ) : null
              }
            />
            {isPeek ? null : <ProjectTabs slug={slug} project={project} tab={tab} />}
            {tab ? (
              <ProjectTab slug={slug} project={project} tab={tab} />
            ) : (
              <RecordBody
                isPeek={isPeek}
                label={words.properties}
                properties={
                  <ProjectProperties slug={slug} project={project} save={save} onRemove={remove} />
                }
              >
                <LongTextField
                  label={labels.briefing}
                  name="briefing"
                  value={project.briefing}
                  onSave={(briefing, base) => save({ briefing }, { briefing: base })}
                />
                <LongTextField
                  label={labels.description}
                  name="description"
                  value={project.description}
                  onSave={(description, base) => save({ description }, { description: base })}
                />
                <OverviewParts slug={slug} id={id} />
                <RecurringTasks slug={slug} id={id} />
                <ContractsOf slug={slug} of="projects" id={id} />
                {isPeek ? <RecordFiles slug={slug} kind="projects" id={id} /> : null}
                <RecordActivity slug={slug} kind="projects" id={id} label={words.activity} />
              </RecordBody>
            )}
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
