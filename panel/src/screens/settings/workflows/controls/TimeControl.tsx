import { dayIn, localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { DateInput } from '#panel/parts/DateInput.tsx';
import type { Kind } from '../model/catalogue.ts';
import type { Json } from '../model/json.ts';
import { useEditing } from './context.ts';
import { type ControlProps, inputLook } from './Labelled.tsx';
import { SourceControl } from './SourceControl.tsx';

interface Props extends ControlProps {
  readonly kind: Kind;
  readonly value: Json | undefined;
}

/** Day, or date and time in the team's time zone. */
export function TimeControl(props: Props) {
  const { kind, path, value, emptied } = props;
  const { change, isFrozen } = useEditing();
  const timeZone = useTimeZone();
  const text = typeof value === 'string' ? value : '';
  const isDay = kind === 'date';
  const localTime =
    isDay || text === '' || Number.isNaN(Date.parse(text)) ? text : localTimeIn(timeZone, text);
  const today = dayIn(timeZone, new Date());
  const write = (to: string) => {
    if (to === '') change(path, emptied);
    else change(path, isDay ? to : momentOf(timeZone, to));
  };
  return (
    <SourceControl {...props} initial={isDay ? today : momentOf(timeZone, `${today}T09:00`)}>
      {(id) => (
        <DateInput
          id={id}
          kind={isDay ? 'day' : 'moment'}
          value={localTime}
          disabled={isFrozen}
          onChange={write}
          className={`${inputLook} control`}
        />
      )}
    </SourceControl>
  );
}
