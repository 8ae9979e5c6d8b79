import type { ReactNode } from 'react';
import { linkChoices } from '#panel/data/link-choices.ts';
import { isLinkTarget } from '#panel/data/record-names.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { ChoiceField, type FieldChoice } from '#panel/parts/fields/ChoiceField.tsx';
import { DateField } from '#panel/parts/fields/DateField.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { MomentField } from '#panel/parts/fields/MomentField.tsx';
import { MoneyField, NumberField } from '#panel/parts/fields/NumberField.tsx';
import { PeopleField } from '#panel/parts/fields/PeopleField.tsx';
import { TagsField } from '#panel/parts/fields/TagsField.tsx';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { type Declarations, linkName } from './declaration.ts';
import { useFieldTexts } from './use-field-texts.ts';

/** Difference of a property from its field's declaration. */
interface Difference {
  readonly hotkey?: string;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly placeholder?: string | undefined;
  readonly note?: ReactNode;
  /** Choices with icons, or those that the team decides. */
  readonly choices?: readonly FieldChoice[];
  /** Linked record, if the record does not contain its name. */
  readonly linked?: { readonly id: string; readonly name: string } | null;
  /** Control of a field that has another one than its declaration says. */
  readonly control?: ReactNode;
  readonly onChoose?: (value: string) => void;
}

interface Props {
  readonly slug: string;
  readonly kind: string;
  readonly fields: Declarations;
  readonly record: object;
  readonly save: (change: Readonly<Record<string, unknown>>) => void;
  /** Properties by field, in order; all other fields that people can change follow. */
  readonly properties: Readonly<Record<string, Difference>>;
  /** Fields without a property, in addition to objects, long texts and switches. */
  readonly hidden: readonly string[];
}

const without = ['boolean', 'id', 'object', 'prose'];

/** Properties of a record, edited inline, from the declaration of its fields. */
export function Properties({ fields, properties, hidden, ...props }: Props) {
  const others = Object.entries(fields)
    .filter(([, { kind, isUpdatable }]) => isUpdatable && !without.includes(kind))
    .filter(([name]) => !(name in properties) && !hidden.includes(name))
    .map(([name]): [string, Difference] => [name, {}]);
  return [...Object.entries(properties), ...others].map(
    ([field, { control, ...difference }]) =>
      control ?? <Property key={field} {...props} fields={fields} field={field} {...difference} />,
  );
}

interface PropertyProps extends Omit<Props, 'properties' | 'hidden'>, Omit<Difference, 'control'> {
  readonly field: string;
}

const idsIn = (value: unknown) =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : [];
const textIn = (value: unknown) => (typeof value === 'string' ? value : null);
const numberIn = (value: unknown) => (typeof value === 'number' ? value : null);

function linkIn(value: unknown): { readonly id: string; readonly name: string } | null {
  if (typeof value !== 'object' || value === null) return null;
  return 'id' in value && 'name' in value
    ? { id: String(value.id), name: String(value.name) }
    : null;
}

function Property(props: PropertyProps) {
  const { slug, kind, fields, record, field, save, linked, choices, placeholder, note } = props;
  const texts = useFieldTexts(kind);
  const { all } = usePeople(slug);
  const timeZone = useTimeZone();
  const declared = fields[field];
  if (!declared) return null;
  const values: Readonly<Record<string, unknown>> = { ...record };
  const value = values[field];
  const set = (next: unknown) => save({ [field]: next });
  const common = {
    label: texts.labelOf(field),
    name: field,
    hotkey: props.hotkey,
    isReadOnly: props.isReadOnly,
  };
  const range = { min: declared.minimum, max: declared.maximum };
  if (choices || declared.kind === 'enum')
    return (
      <ChoiceField
        {...common}
        value={textIn(value)}
        choices={choices ?? texts.choicesOf(field)}
        onSave={props.onChoose ?? set}
      />
    );
  switch (declared.kind) {
    case 'date':
      return <DateField {...common} value={textIn(value)} onSave={set} note={note} />;
    case 'timestamp':
      return (
        <MomentField {...common} value={textIn(value) ?? ''} timeZone={timeZone} onSave={set} />
      );
    case 'money':
      return <MoneyField {...common} {...range} value={numberIn(value)} onSave={set} />;
    case 'number':
      return <NumberField {...common} {...range} value={numberIn(value)} onSave={set} />;
    case 'texts':
      return <TagsField {...common} value={idsIn(value)} onSave={set} />;
    case 'links':
      return <PeopleField {...common} people={all} value={idsIn(value)} onSave={set} />;
    case 'link': {
      if (declared.target === 'users')
        return (
          <PeopleField
            {...common}
            isOne
            people={all}
            value={idsIn(value)}
            onSave={([id = null]) => set(id)}
          />
        );
      const { target } = declared;
      if (!isLinkTarget(target) || target === 'users') return null;
      return (
        <LinkField
          {...common}
          slug={slug}
          find={linkChoices[target]}
          {...(target !== 'squads' && { kind: target })}
          note={note}
          value={linked === undefined ? linkIn(values[linkName(field)]) : linked}
          onSave={(chosen) => set(chosen?.id ?? null)}
        />
      );
    }
    default:
      return (
        <TextField
          {...common}
          value={textIn(value)}
          isRequired={props.isRequired ?? declared.isRequired ?? false}
          maxLength={declared.maxLength}
          placeholder={placeholder}
          note={note}
          onSave={set}
        />
      );
  }
}
