import { useQuery } from '@tanstack/react-query';
import { projectTemplatesQuery } from '#panel/data/project-templates.ts';
import { Select } from '#panel/parts/Select.tsx';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';

interface Props {
  readonly slug: string;
  /** Id of the template; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Form field with the template of a new project. Renders nothing if the team has no templates. */
export function TemplateSelect({ slug, value, onChange }: Props) {
  const words = useProjectTemplateWords();
  const { data: templates = [] } = useQuery(projectTemplatesQuery(slug));
  const chosen = templates.find(({ id }) => id === value);
  if (templates.length === 0) return null;
  return (
    <Select
      label={words.template}
      hint={chosen && words.creates({ count: chosen.tasks.length, duration: chosen.duration_days })}
      name="template_id"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={[
        { value: '', label: words.noTemplate },
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
