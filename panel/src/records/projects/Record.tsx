import { useQuery } from '@tanstack/react-query';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { recordQuery } from '#panel/data/records.ts';
import { focusField } from '#panel/parts/fields/FieldRow.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { Files } from '../shared/files/Files.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { OverviewParts } from './OverviewParts.tsx';
import { ProjectProperties } from './Properties.tsx';
import { useProjectActions } from './use-project-actions.ts';

/** Record of a project: its description, properties and overview. */
export default function Record({ slug, id, isPeek }: RecordProps) {
  const words = useProjectWords();
  const { labels } = useFieldWords();
  const query = useQuery(recordQuery(slug, 'projects', id));
  const withPending = useWithPending();
  const { save, remove } = useProjectActions(slug, id);
  useRecordShortcuts(isPeek, {
    p: () => focusField('priority'),
    d: () => focusField('due_date'),
  });
  return (
    <RecordOrDeleted slug={slug} kind="projects" query={query}>
      {(loaded) => {
        const project = withPending(`projects/${id}`, loaded);
        const properties = (
          <ProjectProperties slug={slug} project={project} save={save} onRemove={remove} />
        );
        const texts = (
          <>
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
          </>
        );
        const title = (
          <TitleField
            label={labels.name}
            name="name"
            value={project.name}
            isPage={!isPeek}
            onSave={(name) => save({ name })}
          />
        );
        const amounts = (
          <>
            <OverviewParts slug={slug} id={id} />
            <Files slug={slug} kind="projects" id={id} />
            <RecordActivity slug={slug} kind="projects" id={id} label={words.activity} />
          </>
        );
        if (isPeek)
          return (
            <div className="flex flex-col gap-5">
              {title}
              {properties}
              {texts}
              {amounts}
            </div>
          );
        return (
          <div className="flex flex-col gap-5">
            {title}
            <div className="grid items-start gap-6 @min-[720px]/record:grid-cols-[minmax(0,1fr)_300px]">
              <div className="flex min-w-0 flex-col gap-5 @max-[719px]/record:order-2">
                {texts}
                {amounts}
              </div>
              {properties}
            </div>
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
