import type { Key, Member } from '#panel/api/types.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useAuditWords } from '#panel/words/audit/use.ts';
import { type AddressFilters, choicesOf } from './model.ts';
import { operations } from './operations.ts';

interface Props {
  readonly filters: AddressFilters;
  readonly members: readonly Member[];
  readonly keys: readonly Key[];
  readonly onAsk: (change: Partial<AddressFilters>) => void;
  readonly onClear: () => void;
}

/** Filters of the audit log, kept in the address. */
export function AuditFilterBar({ filters, members, keys, onAsk, onClear }: Props) {
  const words = useAuditWords();
  const extraOperations =
    filters.what === '' || operations.includes(filters.what) ? [] : [filters.what];
  const isAsked = Object.values(filters).some((value) => value !== '');
  return (
    <fieldset className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{words.filters}</legend>
      <Select
        label={words.who}
        value={filters.who}
        onChange={({ currentTarget }) => onAsk({ who: currentTarget.value })}
        choices={[
          { value: '', label: words.anybody },
          ...members.map(({ id, name }) => ({ value: id, label: name })),
          ...keys.map(({ id, name }) => ({ value: id, label: words.key({ name }) })),
        ]}
      />
      <Select
        label={words.what}
        value={filters.what}
        onChange={({ currentTarget }) => onAsk({ what: currentTarget.value })}
        choices={[
          { value: '', label: words.anything },
          ...choicesOf(words, [...operations, ...extraOperations]),
        ]}
      />
      <LabelledDate label={words.from} value={filters.from} onChange={(from) => onAsk({ from })} />
      <LabelledDate label={words.to} value={filters.to} onChange={(to) => onAsk({ to })} />
      {isAsked ? (
        <Button look="quiet" className="justify-self-start" onClick={onClear}>
          {words.clear}
        </Button>
      ) : null}
    </fieldset>
  );
}
