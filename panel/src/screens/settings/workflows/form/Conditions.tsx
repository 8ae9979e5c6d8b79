import { SelectInput } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Close, Plus } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { Problems } from '../controls/Problems.tsx';
import { ValueControl } from '../controls/ValueControl.tsx';
import { fieldsOf } from '../model/catalogue.ts';
import {
  type ConditionOperator,
  conditionIn,
  conditionOf,
  listAt,
  operatorsOf,
} from '../model/form-view.ts';
import type { Json } from '../model/json.ts';
import { problemsAt, problemsWithoutControl } from '../model/problems.ts';
import { useLabels } from '../use-labels.ts';
import { JsonOnly } from './JsonOnly.tsx';

/** Conditions as sentences: field, operator, value. */
export function Conditions({ value }: { readonly value: Json }) {
  const { conditions: words } = useWorkflowWords();
  const { change, trigger, problems, isFrozen } = useEditing();
  const list = listAt(value, 'conditions');
  const fields = fieldsOf(trigger).filter(({ isPlain }) => !isPlain);
  const [first] = fields;
  return (
    <Section title={words.title} about={words.about}>
      {list === undefined ? (
        <JsonOnly text={words.onlyJson} value={undefined} />
      ) : list.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ol className="flex flex-col gap-3">
          {list.map((condition, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition is identified by its index
            <li key={place} className="flex items-start gap-2">
              <fieldset className="grid min-w-0 flex-1 gap-2 sm:grid-cols-[1fr_minmax(0,150px)_1fr]">
                <legend className="sr-only">{words.one({ place: place + 1 })}</legend>
                <Sentence condition={condition} place={place} />
              </fieldset>
              <button
                type="button"
                aria-label={words.remove({ place: place + 1 })}
                disabled={isFrozen}
                onClick={() => change(['conditions', place], undefined)}
                className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
              >
                <Close />
              </button>
            </li>
          ))}
        </ol>
      )}
      <Problems
        problems={problemsWithoutControl(
          problems,
          ['conditions'],
          (list ?? []).map((_, i) => ['conditions', i]),
        )}
      />
      {first && list ? (
        <Button
          className="self-start"
          disabled={isFrozen}
          onClick={() => {
            const [says = 'eq'] = operatorsOf(first.kind);
            change(['conditions'], [...list, conditionOf(first, says)]);
          }}
        >
          <Plus />
          {words.add}
        </Button>
      ) : null}
    </Section>
  );
}

function Sentence({ condition, place }: { readonly condition: Json; readonly place: number }) {
  const words = useWorkflowWords();
  const { fieldLabel } = useLabels();
  const { change, trigger, subject, problems, isFrozen } = useEditing();
  const path = ['conditions', place];
  const view = conditionIn(condition, trigger);
  if (!view || !subject)
    return (
      <div className="col-span-full">
        <JsonOnly text={words.conditions.onlyJson} value={condition} />
        <Problems problems={problemsAt(problems, path)} />
      </div>
    );
  const { field, says, operand, value } = view;
  const fields = fieldsOf(trigger).filter(({ isPlain }) => !isPlain);
  const isTime = field.kind === 'date' || field.kind === 'moment';
  const { operators, dates } = words.conditions;
  const sayingOf = (each: ConditionOperator) =>
    isTime && each in dates ? dates[each as keyof typeof dates] : operators[each];
  return (
    <>
      <SelectInput
        label={words.conditions.field}
        value={field.path}
        disabled={isFrozen}
        onChange={({ target }) => {
          const next = fields.find((each) => each.path === target.value);
          const sayings = next ? operatorsOf(next.kind) : [];
          const operator = sayings.find((each) => each === says) ?? sayings[0] ?? 'eq';
          if (next) change(path, conditionOf(next, operator));
        }}
        choices={fields.map((each) => ({ value: each.path, label: fieldLabel(subject, each) }))}
      />
      <SelectInput
        label={words.conditions.says}
        value={says}
        disabled={isFrozen}
        onChange={({ target }) =>
          change(path, conditionOf(field, target.value as ConditionOperator, value))
        }
        choices={operatorsOf(field.kind).map((each) => ({ value: each, label: sayingOf(each) }))}
      />
      {operand ? (
        <ValueControl
          key={`${field.path} ${says}`}
          kind={operand.kind}
          choice={operand.kind === 'choice' ? field.choice : undefined}
          isMany={operand.isMany}
          label={words.conditions.value}
          path={[...path, 'value']}
          value={value === null ? undefined : value}
          emptied={null}
          isLabelHidden
        />
      ) : (
        <span />
      )}
      <div className="col-span-full empty:hidden">
        <Problems
          problems={problemsWithoutControl(problems, path, operand ? [[...path, 'value']] : [])}
        />
      </div>
    </>
  );
}
