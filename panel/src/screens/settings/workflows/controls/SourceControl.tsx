import { type ReactNode, useId } from 'react';
import { SelectInput } from '#panel/parts/Select.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { type Kind, pathOf, triggerFieldsFor } from '../model/catalogue.ts';
import type { Json } from '../model/json.ts';
import { templateOf, wholePath } from '../model/template.ts';
import { useLabels } from '../use-labels.ts';
import { useEditing } from './context.ts';
import { type ControlProps, Labelled } from './Labelled.tsx';

interface Props extends ControlProps {
  readonly kind: Kind;
  readonly value: Json | undefined;
  /** Initial fixed value. */
  readonly initial: Json;
  readonly children: (id: string) => ReactNode;
}

/**
 * Chooses between a fixed value and a field of the trigger's record, for days and numbers. Without a record only a fixed value is possible.
 */
export function SourceControl(props: Props) {
  const { label, path, value, kind, hasTemplates = false, initial, emptied, children } = props;
  const { change, trigger, subject, isFrozen } = useEditing();
  const words = useWorkflowWords();
  const { triggerFieldLabel } = useLabels();
  const id = useId();
  const offered = hasTemplates ? triggerFieldsFor(kind, trigger) : [];
  const template = wholePath(value);
  if (offered.length === 0 && template === undefined)
    return (
      <Labelled id={id} {...props}>
        {children(id)}
      </Labelled>
    );
  const paths = subject ? offered.map((field) => [pathOf(subject, field), field] as const) : [];
  const source = template ?? (value === undefined || value === null ? '' : 'own');
  const { fixed } = words.control;
  const isOther = template !== undefined && !paths.some(([path]) => path === template);
  return (
    <Labelled {...props}>
      <div className="flex flex-wrap gap-2">
        <SelectInput
          label={words.control.source({ label })}
          value={source}
          disabled={isFrozen}
          onChange={({ target }) => {
            if (target.value === '') change(path, emptied);
            else change(path, target.value === 'own' ? initial : templateOf(target.value));
          }}
          choices={[
            { value: '', label: words.control.nothing },
            {
              value: 'own',
              label: kind === 'date' ? fixed.date : kind === 'moment' ? fixed.moment : fixed.number,
            },
            ...paths.map(([path, field]) => ({
              value: path,
              label: subject ? triggerFieldLabel(subject, field) : path,
            })),
            ...(isOther ? [{ value: template, label: templateOf(template) }] : []),
          ]}
          className="flex-1 basis-40"
        />
        {source === 'own' ? (
          <div className="min-w-0 flex-1 basis-40">
            <label htmlFor={id} className="sr-only">
              {label}
            </label>
            {children(id)}
          </div>
        ) : null}
      </div>
    </Labelled>
  );
}
