import { useRef } from 'react';
import { run } from '#panel/commands/command.ts';
import { type Choice, findProjects } from '#panel/data/choices.ts';
import { createRecord } from '#panel/data/records.ts';
import type { Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';

interface Props {
  readonly label: string;
  readonly slug: string;
  readonly hint?: string;
  readonly initial?: Choice | null;
  readonly onTake?: (choice: Choice) => void;
}

/** Form field for a project: an existing one, or the name of a new one. `useProject` reads it. */
export function ProjectPicker(props: Props) {
  const words = useSettingsWords();
  return (
    <Picker
      {...props}
      name="project_id"
      find={findProjects}
      isRequired
      creation={{
        name: 'project_name',
        offer: (name) => words.createProject({ name }),
        none: words.noProjects,
      }}
    />
  );
}

/**
 * Reads a `ProjectPicker`: creates the project when it is new, once for all attempts to submit the form.
 * @throws Failure
 */
export function useProject(slug: string): (values: Values) => Promise<Choice> {
  const created = useRef<Choice>(undefined);
  return async (values) => {
    const [id, name] = [values('project_id'), values('project_name')];
    if (id !== '') return { id, name };
    if (created.current?.name === name) return created.current;
    const failure = await run(createRecord('projects'), {
      slug,
      fields: { name, status: 'active' },
      done: (project) => {
        created.current = { id: project.id, name };
      },
    });
    if (failure) throw failure;
    return created.current ?? { id, name };
  };
}
