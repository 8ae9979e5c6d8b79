interface Props {
  readonly day: string;
  readonly holidays: ReadonlyMap<string, string>;
}

/** Name of a closed day below its date. */
export function HolidayName({ day, holidays }: Props) {
  const name = holidays.get(day);
  return name === undefined ? null : (
    <span title={name} className="mx-auto block max-w-20 truncate font-normal">
      {name}
    </span>
  );
}
