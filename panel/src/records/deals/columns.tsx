import { useMemo } from 'react';
import { dealFields } from '#panel/api/records/deals.ts';
import type { Deal } from '#panel/api/types.ts';
import { Starred } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { useFieldTexts } from '../shared/fields/use-field-texts.ts';
import { fieldColumns } from '../shared/list/field-columns.tsx';

/** Default columns. */
export const defaultColumns = ['client', 'value', 'phase', 'responsible', 'expected_close_date'];

/** All columns of the deal table; the first is always shown. */
export function useDealColumns(seesValues: boolean) {
  const { card } = useDealWords();
  const texts = useFieldTexts('deals');
  return useMemo(
    () =>
      fieldColumns<Deal>({
        fields: dealFields,
        texts,
        columns: {
          title: {
            width: 260,
            cell: ({ title, is_starred }) => (
              <>
                {title}
                {is_starred ? (
                  <span className="ml-1 inline-block align-middle text-warn">
                    <Starred size={12} />
                    <span className="sr-only">{card.starred}</span>
                  </span>
                ) : null}
              </>
            ),
          },
          client_id: { width: 170 },
          ...(seesValues && { value: { width: 120, isPinned: true } }),
          phase: { width: 130, cell: ({ phase }) => <Badge>{phaseName(phase)}</Badge> },
          responsible_id: { width: 110 },
          expected_close_date: { width: 110 },
        },
        hidden: ['value', 'currency', 'is_starred', 'ai_win_probability'],
      }),
    [card, texts, seesValues],
  );
}
