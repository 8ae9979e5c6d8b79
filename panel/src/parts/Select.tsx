import { useId } from 'react';
import { hintIdOf, type Labelled, Row } from '../ui/Field.tsx';
import { SelectInput as Input, type SelectInputProps } from '../ui/select/SelectInput.tsx';
import { useWords } from '../words/translations.ts';

/** Select in the panel's language. */
export const SelectInput = (props: SelectInputProps) => (
  <Input {...props} words={useWords().common.select} />
);

/** `SelectInput` with a visible label, for forms. */
export function Select({ hint, ...rest }: Labelled & SelectInputProps) {
  const id = useId();
  return (
    <Row id={id} label={rest.label} hint={hint}>
      <SelectInput {...rest} id={id} aria-describedby={hintIdOf(id, hint)} />
    </Row>
  );
}
