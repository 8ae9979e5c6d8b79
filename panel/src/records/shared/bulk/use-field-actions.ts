import { linkChoices } from '#panel/data/link-choices.ts';
import { isLinkTarget } from '#panel/data/record-names.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { addDays } from '#panel/ui/calendar/days.ts';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useFieldTexts } from '../fields/use-field-texts.ts';
import type { BulkAction, FieldAction } from './BulkActions.tsx';
import type { BarProps } from './BulkBar.tsx';

const tagsOf = (row: object): readonly unknown[] =>
  'tags' in row && Array.isArray(row.tags) ? row.tags : [];

/** Bulk actions of a bar, with those of fields made from their declarations. */
export function useFieldActions(props: BarProps): readonly BulkAction[] {
  const { slug, kind, fields, actions, withoutAction = [], rows = [] } = props;
  const texts = useFieldTexts(kind);
  const words = useBulkWords();
  const people = usePeople(slug);
  const today = useToday();
  const tags = [...new Set(rows.flatMap(tagsOf).map(String))].sort();
  const tagging = (label: string, name: 'add_tags' | 'remove_tags', keys: object = {}) => ({
    label,
    ...keys,
    choices: tags.map((tag) => ({ label: tag, change: { [name]: [tag] } })),
  });
  const dates = [
    [words.due.today, today],
    [words.due.tomorrow, addDays(today, 1)],
    [words.due.week, addDays(today, 7)],
    [words.due.none, null],
  ] as const;

  const actionsOf = ({ field, hotkey }: FieldAction): readonly BulkAction[] => {
    const declared = fields[field];
    const action = { label: texts.labelOf(field), ...(hotkey !== undefined && { hotkey }) };
    const among = (choices: readonly (readonly [label: string, value: unknown])[]) => [
      {
        ...action,
        choices: choices.map(([label, value]) => ({ label, change: { [field]: value } })),
      },
    ];
    if (declared?.kind === 'texts')
      return tags.length === 0
        ? []
        : [
            tagging(words.addTag, 'add_tags', hotkey === undefined ? {} : { hotkey }),
            tagging(words.removeTag, 'remove_tags'),
          ];
    if (declared?.kind === 'date') return among(dates);
    if (declared?.kind === 'enum')
      return among(texts.choicesOf(field).map(({ value, label }) => [label, value]));
    if (declared?.target === 'users') return among(people.all.map(({ id, name }) => [name, id]));
    if (declared?.kind === 'link' && isLinkTarget(declared.target))
      return [
        {
          ...action,
          find: linkChoices[declared.target],
          none: words.withoutClient,
          changeTo: (id: string | null) => ({ [field]: id }),
        },
      ];
    return [{ ...action, changeTo: (text: string | null) => ({ [field]: text }) }];
  };
  const acted = actions.flatMap((action) => ('field' in action ? [action.field] : []));
  const others = Object.entries(fields)
    .filter(([name, { isBulk, kind }]) => isBulk && kind === 'text' && !acted.includes(name))
    .filter(([name]) => !withoutAction.includes(name))
    .map(([field]): FieldAction => ({ field }));
  return [...actions, ...others].flatMap((action) =>
    'field' in action ? actionsOf(action) : [action],
  );
}
