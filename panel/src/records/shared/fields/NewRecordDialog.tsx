import type { ReactNode } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { linkChoices } from '#panel/data/link-choices.ts';
import { isLinkTarget } from '#panel/data/record-names.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import type { WorkKind } from '#panel/route/record-paths.ts';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { Declarations, FieldDeclaration } from './declaration.ts';
import { useFieldTexts } from './use-field-texts.ts';

/** Value of a field in a form, by its declaration. */
type FormValue<D extends FieldDeclaration> =
  | (D extends { readonly kind: 'enum'; readonly values: readonly (infer V)[] }
      ? V
      : D extends { readonly kind: 'money' | 'number' }
        ? number
        : string)
  | (D extends { readonly isNullable: true } ? null : never);

type FormValues<F extends Declarations, N extends keyof F> = {
  readonly [Name in N]: FormValue<F[Name]>;
};

interface ControlProps {
  readonly slug: string;
  readonly kind: string;
  readonly name: string;
  readonly declared: FieldDeclaration;
  readonly initial: string | undefined;
}

/** Control of a field, by its declaration. */
function FieldControl({ slug, kind, name, declared, initial }: ControlProps) {
  const texts = useFieldTexts(kind);
  const label = texts.labelOf(name);
  const required = declared.isRequired ?? false;
  const { maxLength } = declared;
  switch (declared.kind) {
    case 'link':
      return isLinkTarget(declared.target) ? (
        <Picker
          label={label}
          name={name}
          slug={slug}
          find={linkChoices[declared.target]}
          isRequired={required}
        />
      ) : null;
    case 'date':
      return <LabelledDate label={label} name={name} defaultValue={initial} required={required} />;
    case 'enum':
      return <Select label={label} name={name} choices={texts.choicesOf(name)} />;
    case 'money':
    case 'number':
      return (
        <NumberInput
          label={label}
          name={name}
          kind={declared.kind}
          min={declared.minimum}
          max={declared.maximum}
          required={required}
        />
      );
    case 'prose':
      return <Area label={label} name={name} maxLength={maxLength} required={required} />;
    default:
      return (
        <Field
          label={label}
          name={name}
          maxLength={maxLength}
          autoComplete="off"
          required={required}
        />
      );
  }
}

interface Props<F extends Declarations, N extends keyof F & string> {
  readonly slug: string;
  readonly kind: WorkKind;
  readonly fields: F;
  /** Fields of the form, in order. */
  readonly names: readonly N[];
  /** Initial values of date fields. */
  readonly initial?: { readonly [Name in N]?: string | undefined };
  /** Label of the button. */
  readonly submit?: string;
  /** Sends the values; `done` receives the record, `values` those of all controls. @returns the failure */
  readonly create: (
    fields: FormValues<F, N>,
    done: (record: { readonly id: string }) => void,
    values: Values,
  ) => Promise<Failure | undefined>;
  readonly onClose: () => void;
  /** Further controls. */
  readonly children?: ReactNode;
}

/** Creates a record from some of its fields, and opens it. */
export function NewRecordDialog<F extends Declarations, N extends keyof F & string>(
  props: Props<F, N>,
) {
  const { slug, kind, fields, names, initial, submit, create, onClose, children } = props;
  const { kinds } = useFieldWords();
  const { common } = useWords();
  const valueIn = (name: N, text: string) => {
    const isNumber = ['money', 'number'].includes(fields[name]?.kind ?? '');
    return text === '' ? null : isNumber ? Number(text) : text;
  };
  const act = useAction(async (values: Values) => {
    const entries = names.map((name) => [name, valueIn(name, values(name).trim())]);
    // The controls have the values of the declaration.
    const done = ({ id }: { readonly id: string }) => {
      onClose();
      openPeek(kind, id);
    };
    const failure = await create(Object.fromEntries(entries) as FormValues<F, N>, done, values);
    if (failure) throw failure;
  });
  return (
    <Dialog title={kinds[kind].create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={submit ?? common.save}>
        {names.map((name) => {
          const declared = fields[name];
          return declared ? (
            <FieldControl
              key={name}
              slug={slug}
              kind={kind}
              name={name}
              declared={declared}
              initial={initial?.[name]}
            />
          ) : null;
        })}
        {children}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
