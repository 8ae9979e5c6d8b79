import { Checkbox } from '#panel/ui/Field.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { cardFieldsIn, cardFieldsParam } from './card-fields.ts';
import type { ListState } from './list-state.ts';

interface Props<F extends string> {
  readonly list: ListState;
  /** Fields that cards can show, in their order, and their names. */
  readonly fields: readonly (readonly [field: F, name: string])[];
  readonly standard: readonly F[];
}

/** Fields that the cards of a board show. */
export function CardFieldChoices<F extends string>({ list, fields, standard }: Props<F>) {
  const words = useListWords();
  const all = fields.map(([field]) => field);
  const visible = cardFieldsIn(list.get('card'), all, standard);
  return (
    <fieldset className="flex flex-col">
      <legend className="font-medium">{words.onCards}</legend>
      {fields.map(([field, name]) => (
        <Checkbox
          key={field}
          label={name}
          checked={visible.has(field)}
          onChange={({ currentTarget: { checked } }) => {
            const next = all.filter((each) => (each === field ? checked : visible.has(each)));
            list.set({ card: cardFieldsParam(next, standard) });
          }}
        />
      ))}
    </fieldset>
  );
}
