import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { projectTemplateFields } from '#panel/api/records/project-templates.ts';
import type { ProjectTemplate, ProjectTemplateTask } from '#panel/api/schema.ts';
import { withMoved } from '#panel/commands/positions.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Plus } from '#panel/ui/icons.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { rolesIn, squadsQuery } from '../squads/queries.ts';
import { emptyTask, taskCountName } from './model.ts';
import { TaskFields, tableClass } from './TaskFields.tsx';

interface Props {
  readonly slug: string;
  readonly initial: readonly ProjectTemplateTask[];
  readonly columns: ProjectTemplate['columns'];
  /** Called when tasks are added, removed or moved. */
  readonly onChange: () => void;
}

interface Row {
  readonly key: string;
  readonly task: ProjectTemplateTask;
  readonly isNew?: true;
}

const { maxItems } = projectTemplateFields.tasks;

/** Tasks of a template in order, each with its form fields. */
export function TaskList({ slug, initial, columns, onChange }: Props) {
  const words = useProjectTemplateWords();
  const { order } = useSettingsWords();
  const { labels } = useFieldWords();
  const rolesId = useId();
  const adding = useRef<HTMLButtonElement>(null);
  const nextKey = useRef(initial.length);
  const [rows, setRows] = useState<readonly Row[]>(() =>
    initial.map((task, place) => ({ key: String(place), task })),
  );
  const { data: squads } = useInfiniteQuery(squadsQuery(slug));
  const roles = rolesIn(squads?.rows ?? [], initial);
  const change = (next: readonly Row[]) => {
    setRows(next);
    onChange();
  };
  const isFull = rows.length >= maxItems;
  const addAt = (place: number) => {
    if (isFull) return;
    const row: Row = { key: String(nextKey.current), task: emptyTask, isNew: true };
    nextKey.current += 1;
    change([...rows.slice(0, place), row, ...rows.slice(place)]);
  };
  const entries = rows.map((row, place) => ({
    ...row,
    place,
    name: row.task.title || words.taskAt({ place: place + 1 }),
  }));
  return (
    <>
      <input type="hidden" name={taskCountName} value={rows.length} />
      <datalist id={rolesId}>
        {roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      {rows.length === 0 ? <p className="text-muted">{words.noTasks}</p> : null}
      <div>
        {rows.length > 0 ? (
          <div
            aria-hidden="true"
            className={`${tableClass(columns)} px-9 text-meta text-muted max-lg:hidden`}
          >
            <span>{labels.title}</span>
            <span>{words.dueAfter}</span>
            <span>{words.role}</span>
            <span>{words.hours}</span>
            {columns ? <span>{labels.column}</span> : null}
          </div>
        ) : null}
        <OrderedList
          label={words.tasksTitle}
          entries={entries}
          isTall
          words={order}
          onMove={(key, to) => {
            const row = rows.find((each) => each.key === key);
            if (row) change(withMoved(rows, row, to));
          }}
          items={({ key }) => [
            {
              label: words.removeTask,
              isDangerous: true,
              act: () => {
                change(rows.filter((row) => row.key !== key));
                // The menu, which returns the focus to its button, is removed as well.
                setTimeout(() => adding.current?.focus());
              },
            },
          ]}
        >
          {({ key, task, place, isNew = false }) => (
            <TaskFields
              task={task}
              place={place}
              columns={columns}
              rolesId={rolesId}
              isNew={isNew}
              onTitle={(title) =>
                setRows((all) =>
                  all.map((row) => (row.key === key ? { ...row, task: { ...task, title } } : row)),
                )
              }
              onEnter={() => addAt(place + 1)}
            />
          )}
        </OrderedList>
      </div>
      {isFull ? <p className="text-meta text-muted">{words.full({ max: maxItems })}</p> : null}
      <Button
        ref={adding}
        className="self-start"
        disabled={isFull}
        onClick={() => addAt(rows.length)}
      >
        <Plus /> {words.addTask}
      </Button>
    </>
  );
}
