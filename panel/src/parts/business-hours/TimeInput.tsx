import { readTime } from '#panel/ui/date/parse-date.ts';
import { inputClass } from '#panel/ui/Field.tsx';
import { useLocale } from '#panel/words/translations.ts';
import { formatTime, readEnd } from './model.ts';

interface Props {
  readonly label: string;
  /** Such as 09:00. */
  readonly value: string;
  /** True if midnight is the end of the day. */
  readonly isEnd: boolean;
  readonly isInvalid: boolean;
  readonly onChange: (value: string) => void;
}

/** Time of day, typed in any usual form: 9, 9h30, 14:00. A text that is no time returns to the last one. */
export function TimeInput({ label, value, isEnd, isInvalid, onChange }: Props) {
  const locale = useLocale();
  const written = formatTime(locale, value);
  return (
    <input
      key={written}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      defaultValue={written}
      inputMode="text"
      autoComplete="off"
      className={`${inputClass} w-20! text-center tabular-nums`}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={({ currentTarget }) => {
        const time = (isEnd ? readEnd : readTime)(currentTarget.value);
        if (time !== undefined && time !== value) onChange(time);
        else currentTarget.value = written;
      }}
    />
  );
}
