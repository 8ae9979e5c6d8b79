import { useState } from 'react';
import { SelectInput } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { Problems } from '../controls/Problems.tsx';
import { ValueControl } from '../controls/ValueControl.tsx';
import { type FieldView, stepIn } from '../model/form-view.ts';
import type { Json } from '../model/json.ts';
import { problemsAt, problemsWithoutControl } from '../model/problems.ts';
import { useLabels } from '../use-labels.ts';
import { JsonOnly } from './JsonOnly.tsx';

interface Props {
  readonly step: Json;
  readonly place: number;
}

/** Kinds of fields that take the full width. */
const wide = ['text', 'data', 'line', 'tags'];

/** Fields of a step: the main ones, those with a value, and those added by the user. */
export function StepForm({ step, place }: Props) {
  const { steps: words } = useWorkflowWords();
  const { stepFieldLabel } = useLabels();
  const { problems, subject, isFrozen, change } = useEditing();
  const [added, setAdded] = useState<readonly string[]>([]);
  const path = ['steps', place] as const;
  const view = stepIn(step);
  if (!view)
    return (
      <div className="flex flex-col gap-1">
        <JsonOnly text={words.onlyJson} value={step} />
        <Problems problems={problemsAt(problems, [...path])} />
      </div>
    );
  const { type, kind, fields, others } = view;
  const isThere = ({ field, value }: FieldView) =>
    field.isMain === true ||
    value !== undefined ||
    added.includes(field.name) ||
    problemsAt(problems, [...path, 'with', field.name]).length > 0;
  const visible = fields.filter(isThere);
  const hidden = fields.filter((each) => !isThere(each));
  const isStrange = kind.subject !== undefined && subject !== undefined && kind.subject !== subject;
  return (
    <div className="flex min-w-0 flex-col gap-3 pb-2 pl-1">
      {isStrange ? (
        <p className="text-meta text-warn">
          {words.wrongSubject({ step: words.names[type] ?? type })}
        </p>
      ) : null}
      <div className="grid gap-3 sm:grid-cols-2">
        {visible.map((each) => (
          <div
            key={each.field.name}
            className={wide.includes(each.field.kind) ? 'min-w-0 sm:col-span-2' : 'min-w-0'}
          >
            <StepField
              {...each}
              path={[...path, 'with', each.field.name]}
              changes={kind.changes === true}
              onLeave={() => setAdded(added.filter((name) => name !== each.field.name))}
            />
          </div>
        ))}
      </div>
      {others.length > 0 ? (
        <p className="break-words text-meta text-muted">
          {words.others({ names: others.join(', ') })}
        </p>
      ) : null}
      <Problems
        problems={problemsWithoutControl(
          problems,
          [...path],
          visible.map(({ field }) => [...path, 'with', field.name]),
        )}
      />
      {hidden.length > 0 && !isFrozen ? (
        <SelectInput
          label={words.addField}
          value=""
          onChange={({ target }) => {
            setAdded([...added, target.value]);
            // In a step that changes the record, an added field without a value clears it.
            if (kind.changes) change([...path, 'with', target.value], null);
          }}
          choices={[
            { value: '', label: words.addField },
            ...hidden.map(({ field: { name } }) => ({ value: name, label: stepFieldLabel(name) })),
          ]}
          className="self-start"
        />
      ) : null}
    </div>
  );
}

interface FieldProps extends FieldView {
  readonly path: readonly (string | number)[];
  /** True if the step changes the record, where null clears a field. */
  readonly changes: boolean;
  readonly onLeave: () => void;
}

function StepField({ field, value, isShown, path, changes, onLeave }: FieldProps) {
  const { steps: words, control } = useWorkflowWords();
  const { change, isFrozen } = useEditing();
  const { name, kind, choice, isRequired, isMain } = field;
  const label = useLabels().stepFieldLabel(name);
  const remove = () => {
    change(path, undefined);
    onLeave();
  };
  if (!isShown)
    return (
      <div className="flex flex-col gap-1">
        <span className="font-medium">{label}</span>
        <JsonOnly text={control.raw} value={value} />
        <Button className="self-start" disabled={isFrozen} onClick={() => change(path, undefined)}>
          {control.replace({ label })}
        </Button>
      </div>
    );
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1">
        <ValueControl
          kind={kind}
          choice={choice}
          label={isRequired ? `${label} (${control.required})` : label}
          hint={changes && value === null ? words.clears : words.hints[name]}
          path={path}
          value={value === null ? undefined : value}
          // A removable field need not support an empty value.
          isRequired={isRequired || !isMain}
          hasTemplates
          emptied={changes ? null : undefined}
        />
      </div>
      {isMain ? null : (
        <button
          type="button"
          aria-label={words.removeField({ name: label })}
          disabled={isFrozen}
          onClick={remove}
          className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
        >
          <Close />
        </button>
      )}
    </div>
  );
}
