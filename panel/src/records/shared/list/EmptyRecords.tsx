import { Button } from '#panel/ui/Button.tsx';
import { Ghost, type GhostShape } from '#panel/ui/Ghost.tsx';
import { Plus } from '#panel/ui/icons.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import type { FilterField } from './filter-fields.ts';
import { ImportOffer } from './ImportOffer.tsx';
import type { ListState } from './list-state.ts';
import { withoutFilters } from './several-values.ts';

export interface EmptyRecordsProps {
  readonly list: ListState;
  readonly fields: readonly FilterField[];
  /** Absent if the columns of a board follow, which have their own. */
  readonly ghost?: GhostShape | undefined;
  /** Text of a list that filters do not explain; undefined if they do. */
  readonly none: string | undefined;
  /** Creates the first record. */
  readonly create?: { readonly label: string; readonly act: () => void } | undefined;
}

/** Empty list: creates the first record, offers admins to import what is elsewhere, or clears the filters that match nothing. */
export default function EmptyRecords({
  list,
  fields,
  ghost: shape,
  none,
  create,
}: EmptyRecordsProps) {
  const words = useListWords();
  const ghost = shape && <Ghost of={shape} />;
  if (none === undefined)
    return (
      <Empty text={words.nothingMatches({ of: list.resource })} ghost={ghost}>
        <Button onClick={() => list.set({ ...withoutFilters(fields), search: undefined })}>
          {words.clearAll}
        </Button>
      </Empty>
    );
  return (
    <Empty
      text={none}
      ghost={ghost}
      create={
        create ? (
          <Button look="primary" onClick={create.act}>
            <Plus /> {create.label}
          </Button>
        ) : null
      }
    >
      {create ? <ImportOffer /> : null}
    </Empty>
  );
}
