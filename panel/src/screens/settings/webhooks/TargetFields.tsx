import { useQuery } from '@tanstack/react-query';
import { type Choice, findProjects } from '#panel/data/choices.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { targetPipelinesQuery } from './queries.ts';

export interface Target {
  readonly project: Choice | null;
  readonly pipeline: string;
  readonly column: string;
}

interface Props {
  readonly slug: string;
  readonly target: Target;
  readonly onChange: (target: Target) => void;
}

/** Target of tasks created by calls: a pipeline of a project or of the team, and a column of it. */
export function TargetFields({ slug, target, onChange }: Props) {
  const { form: words } = useWebhookWords();
  const { project, pipeline, column } = target;
  const { data: pipelines = [] } = useQuery(targetPipelinesQuery(slug, project?.id));
  const chosen = pipelines.find(({ id }) => id === pipeline);
  return (
    <>
      <Picker
        label={words.project}
        hint={words.projectHint}
        slug={slug}
        find={findProjects}
        initial={project}
        onTake={(choice) => onChange({ project: choice, pipeline: '', column: '' })}
        onEmpty={() => onChange({ project: null, pipeline: '', column: '' })}
      />
      <Select
        label={words.pipeline}
        name="target_pipeline_id"
        value={pipeline}
        onChange={({ target }) => onChange({ project, pipeline: target.value, column: '' })}
        choices={[
          { value: '', label: words.pipelineNone },
          ...pipelines.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        hint={pipeline && !project ? words.needsProject : undefined}
      />
      {chosen ? (
        <Select
          label={words.column}
          name="target_column_id"
          value={column}
          onChange={({ target }) => onChange({ project, pipeline, column: target.value })}
          choices={[
            { value: '', label: words.columnFirst },
            ...chosen.columns.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
    </>
  );
}
