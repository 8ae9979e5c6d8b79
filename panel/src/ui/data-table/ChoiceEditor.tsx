import { SelectInput, type SelectInputProps, type SelectWords } from '../select/SelectInput.tsx';
import type { SelectListProps } from '../select/SelectList.tsx';

interface Props extends Required<Pick<SelectInputProps, 'label' | 'choices' | 'value'>> {
  readonly words: SelectWords;
  readonly onEnd: SelectListProps['onEnd'];
}

const open = (select: HTMLButtonElement | null) => select?.click();

/** Editor of a cell with a few possible values, whose list opens at once. */
export default function ChoiceEditor({ value, ...rest }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Tab is pressed in the list inside
    <span
      className="flex min-w-0 flex-1"
      onKeyDown={(event) => {
        event.stopPropagation();
        // The table moves the focus.
        if (event.key === 'Tab') event.preventDefault();
      }}
    >
      <SelectInput {...rest} ref={open} defaultValue={value} className="flex-1" />
    </span>
  );
}
