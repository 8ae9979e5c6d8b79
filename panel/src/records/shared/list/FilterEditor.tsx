import { useState } from 'react';
import { linkChoices } from '#panel/data/link-choices.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { numberInAddress } from './address-filters.ts';
import type { FilterField, FilterOperator, FilterValue } from './filter-fields.ts';
import { currentUser, type ListState } from './list-state.ts';
import { changeToValues, valuesIn } from './several-values.ts';
import { ValueName } from './ValueName.tsx';

interface Props {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly list: ListState;
  /** Called when another condition of the field is chosen. */
  readonly onOperator: (operator: FilterOperator) => void;
  readonly onDone: () => void;
}

/** True if the values of one condition are values of another. */
const isAlike = (a: FilterValue, b: FilterValue) =>
  a === b || (a.kind === b.kind && a.kind !== 'choice');

/** Editor of one filter: condition and values, applied immediately. */
export default function FilterEditor({ field, operator, list, onOperator, onDone }: Props) {
  const words = useListWords();
  const values = valuesIn(list.params, operator);
  return (
    <>
      {field.operators.length > 1 ? (
        <Select
          label={words.operator}
          value={operator.param}
          onChange={({ currentTarget }) => {
            const next = field.operators.find(({ param }) => param === currentTarget.value);
            if (!next) return;
            const nextValues = isAlike(next.value, operator.value) ? values : [];
            list.set({ ...changeToValues(operator, []), ...changeToValues(next, nextValues) });
            onOperator(next);
          }}
          choices={field.operators.map(({ param, name }) => ({ value: param, label: name }))}
        />
      ) : null}
      <FilterControl
        key={operator.param}
        name={`${field.name} ${operator.name}`}
        operator={operator}
        slug={list.slug}
        values={values}
        onSet={(next) => list.set(changeToValues(operator, next))}
        onDone={onDone}
      />
    </>
  );
}

interface ControlProps {
  readonly name: string;
  readonly operator: FilterOperator;
  readonly slug: string;
  readonly values: readonly string[];
  readonly onSet: (values: readonly string[]) => void;
  readonly onDone: () => void;
}

function FilterControl(props: ControlProps) {
  const { name, operator, values, onSet, onDone } = props;
  const words = useListWords();
  const kind = operator.value;
  if (operator.several !== undefined) return <SeveralValues {...props} />;
  if (kind.kind === 'choice')
    return (
      <fieldset className="flex flex-col">
        <legend className="sr-only">{name}</legend>
        {kind.choices.map((choice) => (
          <label key={choice.value} className="control flex items-center gap-2 rounded px-1">
            <input
              type="radio"
              name={operator.param}
              checked={values.includes(choice.value)}
              onChange={() => onSet([choice.value])}
              onClick={({ detail }) => {
                // Chosen with a mouse or finger; arrow keys also fire clicks but keep the editor open.
                if (detail > 0) onDone();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                onSet([choice.value]);
                onDone();
              }}
              className="size-4 accent-accent"
            />
            {choice.label}
          </label>
        ))}
      </fieldset>
    );
  if (kind.kind === 'record')
    return (
      <RecordPicker
        {...props}
        onAdd={(id) => {
          onSet([id]);
          onDone();
        }}
      />
    );
  const [value = ''] = values;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSet([String(new FormData(event.currentTarget).get('value') ?? '').trim()]);
        onDone();
      }}
    >
      {kind.kind === 'text' ? (
        <Field
          label={name}
          name="value"
          defaultValue={value}
          maxLength={kind.maxLength}
          autoComplete="off"
        />
      ) : kind.kind === 'date' ? (
        <LabelledDate label={name} name="value" defaultValue={value} />
      ) : (
        <NumberInput label={name} name="value" {...kind} defaultValue={numberInAddress(value)} />
      )}
      <Button type="submit" className="self-start">
        {words.apply}
      </Button>
    </form>
  );
}

/** Values to check, and a control that adds more. Enter closes the editor. */
function SeveralValues(props: ControlProps) {
  const { name, operator, slug, values, onSet, onDone } = props;
  const kind = operator.value;
  // Values that are no longer checked stay in the list, so that the focus does too.
  const [listed, setListed] = useState<readonly string[]>(() => {
    if (kind.kind === 'choice') return kind.choices.map(({ value }) => value);
    const isUser = kind.kind === 'record' && kind.target === 'users';
    return [...new Set(isUser ? [currentUser, ...values] : values)];
  });
  const add = (value: string) => {
    if (!listed.includes(value)) setListed([...listed, value]);
    if (!values.includes(value)) onSet([...values, value]);
  };
  return (
    <>
      {listed.length === 0 ? null : (
        <fieldset className="flex flex-col">
          <legend className="sr-only">{name}</legend>
          {listed.map((value) => (
            <label key={value} className="control flex items-center gap-2 rounded px-1">
              <input
                type="checkbox"
                checked={values.includes(value)}
                onChange={({ currentTarget: { checked } }) =>
                  onSet(checked ? [...values, value] : values.filter((each) => each !== value))
                }
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  event.preventDefault();
                  onDone();
                }}
                className="size-4"
              />
              <span className="min-w-0 truncate">
                <ValueName operator={operator} slug={slug} value={value} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {kind.kind === 'record' ? <RecordPicker {...props} onAdd={add} /> : null}
      {kind.kind === 'text' ? (
        <TextAdder name={name} maxLength={kind.maxLength} onAdd={add} onDone={onDone} />
      ) : null}
    </>
  );
}

interface RecordPickerProps extends Pick<ControlProps, 'operator' | 'slug' | 'values'> {
  readonly onAdd: (id: string) => void;
}

function RecordPicker({ operator: { value }, slug, values, onAdd }: RecordPickerProps) {
  const words = useListWords();
  if (value.kind !== 'record') return null;
  return (
    <Picker
      label={words.value}
      slug={slug}
      find={linkChoices[value.target]}
      except={values}
      onChoose={({ id }) => onAdd(id)}
    />
  );
}

interface AdderProps {
  readonly name: string;
  readonly maxLength: number | undefined;
  readonly onAdd: (value: string) => void;
  readonly onDone: () => void;
}

/** Text field that adds a value on Enter; an empty one closes the editor. */
function TextAdder({ name, maxLength, onAdd, onDone }: AdderProps) {
  const words = useListWords();
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const value = String(new FormData(event.currentTarget).get('value') ?? '').trim();
        event.currentTarget.reset();
        if (value === '') onDone();
        else onAdd(value);
      }}
    >
      <Field label={name} name="value" maxLength={maxLength} autoComplete="off" />
      <Button type="submit" className="self-start">
        {words.add}
      </Button>
    </form>
  );
}
