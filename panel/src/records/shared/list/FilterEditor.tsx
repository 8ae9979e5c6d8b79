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
import type { FilterField, FilterOperator } from './filter-fields.ts';
import { currentUser, type ListState } from './list-state.ts';

interface Props {
  readonly field: FilterField;
  readonly operator: FilterOperator;
  readonly list: ListState;
  readonly onDone: () => void;
}

/** Editor of one filter: condition and value, both applied immediately. */
export default function FilterEditor({ field, operator: first, list, onDone }: Props) {
  const words = useListWords();
  const [operator, choose] = useState(first);
  const value = list.params[operator.param] ?? '';
  const set = (next: string) => list.set({ [operator.param]: next });
  return (
    <>
      {field.operators.length > 1 ? (
        <Select
          label={words.operator}
          value={operator.param}
          onChange={({ currentTarget }) => {
            const next = field.operators.find(({ param }) => param === currentTarget.value);
            if (!next) return;
            const isAlike = next.value.kind === operator.value.kind;
            list.set({ [operator.param]: undefined, [next.param]: isAlike ? value : undefined });
            choose(next);
          }}
          choices={field.operators.map(({ param, name }) => ({ value: param, label: name }))}
        />
      ) : null}
      <FilterControl
        key={operator.param}
        name={`${field.name} ${operator.name}`}
        operator={operator}
        slug={list.slug}
        value={value}
        onSet={set}
        onDone={onDone}
      />
    </>
  );
}

interface ControlProps {
  readonly name: string;
  readonly operator: FilterOperator;
  readonly slug: string;
  readonly value: string;
  readonly onSet: (value: string) => void;
  readonly onDone: () => void;
}

function FilterControl({ name, operator, slug, value, onSet, onDone }: ControlProps) {
  const words = useListWords();
  const kind = operator.value;
  if (kind.kind === 'choice')
    return (
      <fieldset className="flex flex-col">
        <legend className="sr-only">{name}</legend>
        {kind.choices.map((choice) => (
          <label key={choice.value} className="control flex items-center gap-2 rounded px-1">
            <input
              type="radio"
              name={operator.param}
              checked={choice.value === value}
              onChange={() => onSet(choice.value)}
              onClick={({ detail }) => {
                // Chosen with a mouse or finger; arrow keys also fire clicks but keep the editor open.
                if (detail > 0) onDone();
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                onSet(choice.value);
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
      <>
        {kind.target === 'users' ? (
          <Button
            className="self-start"
            onClick={() => {
              onSet(currentUser);
              onDone();
            }}
          >
            {words.me}
          </Button>
        ) : null}
        <Picker
          label={words.value}
          slug={slug}
          find={linkChoices[kind.target]}
          onChoose={({ id }) => {
            onSet(id);
            onDone();
          }}
        />
      </>
    );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSet(String(new FormData(event.currentTarget).get('value') ?? '').trim());
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
