import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { runWithToast } from '#panel/commands/command.ts';
import { useKeysAreOn } from '#panel/data/preferences.ts';
import { changeRecord } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Board, type DropTarget } from '#panel/ui/Board.tsx';
import { Archive, Check, Close, Person, Star } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useBoardWords } from '#panel/words/board/use.ts';
import { useDealWords } from '#panel/words/deals/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { BoardData, Group } from './board.ts';
import { CardContent } from './CardContent.tsx';
import {
  type CardField,
  type Column,
  closeDateOf,
  type GroupColumn,
  phasesThatMean,
} from './model.ts';
import type { DealPreset } from './NewDealDialog.tsx';
import { toggleStar } from './star.ts';
import { type Card, useColumns } from './use-columns.tsx';
import { useDealOutcome } from './use-deal-outcome.tsx';

const DealBulkBar = lazyWithWords(() => import('./DealBulkBar.tsx'), 'nothing');

const change = changeRecord('deals');

interface Props {
  readonly board: BoardData;
  /** Columns by phase. */
  readonly columns: readonly Column[];
  /** Columns of another grouping. */
  readonly groupColumns: readonly GroupColumn[];
  readonly cardFields: ReadonlySet<CardField>;
  /** True to draw faint cards in an empty board. */
  readonly hasGhosts: boolean;
  readonly onAdd: (preset: DealPreset) => void;
}

/** Board of deals, with a column per phase, owner, client or month of the expected close date. */
export function BoardView(props: Props) {
  const { board, columns, groupColumns, cardFields, hasGhosts, onAdd } = props;
  const words = useDealWords();
  const plain = useBoardWords();
  const hasLetters = useKeysAreOn();
  const { slug, me, can } = useCurrentTeam();
  const seesValues = can('sees_values');
  const { today, group } = board;
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const outcome = useDealOutcome(slug, board.phases);
  const boardWords = useMemo(() => ({ ...plain, moved: words.moved }), [plain, words]);
  const fields = useMemo(() => {
    // The column already says it.
    const hidden = [group === 'responsible' ? 'people' : group, ...(seesValues ? [] : ['value'])];
    return new Set([...cardFields].filter((field) => !hidden.includes(field)));
  }, [cardFields, group, seesValues]);
  const face = useCallback(
    ({ deal, phase }: Card) => (
      <CardContent slug={slug} deal={deal} phase={phase} today={today} fields={fields} />
    ),
    [slug, today, fields],
  );
  const visibleColumns = useColumns(slug, { board, columns, groupColumns });
  const cards = visibleColumns.flatMap((column) => column.cards);
  const find = (key: string) => cards.find((card) => card.key === key)?.deal;
  const toMe = ({ deal }: Card) => {
    if (me)
      void runWithToast(change, { slug, id: deal.id, change: { responsible_id: me.user_id } });
  };
  const items = (card: Card): MenuItem[] => [
    { label: words.acts.win, icon: <Check />, act: () => outcome.end(card.deal, 'won') },
    { label: words.acts.lose, icon: <Close />, act: () => outcome.end(card.deal, 'lost') },
    {
      label: card.deal.is_starred ? words.card.unstar : words.card.star,
      icon: <Star />,
      act: () => toggleStar(slug, card.deal),
    },
    { label: words.acts.toMe, icon: <Person />, act: () => toMe(card) },
    {
      label: words.acts.archive,
      icon: <Archive />,
      isDangerous: true,
      act: () => outcome.archive(card.deal),
    },
  ];
  const onKey = (card: Card, event: KeyboardEvent) => {
    const act = {
      e: () => outcome.end(card.deal, 'won'),
      E: () => outcome.end(card.deal, 'lost'),
      s: () => toggleStar(slug, card.deal),
      i: () => toMe(card),
      Backspace: () => outcome.archive(card.deal),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const named = (meaning: 'won' | 'lost') => {
    const [phase, ...others] = phasesThatMean(board.phases, meaning);
    return phase && others.length === 0 ? phaseName(phase.phase) : words.phase[meaning];
  };
  const targets: DropTarget[] = [
    { key: 'won', name: named('won'), icon: <Check /> },
    { key: 'lost', name: named('lost'), icon: <Close /> },
    { key: 'archive', name: words.acts.archive, icon: <Archive /> },
  ];
  const move = (key: string, column: string): boolean => {
    const deal = find(key);
    if (!deal) return false;
    if (group === 'phase') return outcome.moveTo(deal, column);
    const changed = presetOf(group, column);
    if (!changed) say(words.pastMonth);
    else void runWithToast(change, { slug, id: key, change: changed });
    return changed !== undefined;
  };
  const add = (key: string) => {
    const column = visibleColumns.find((each) => each.key === key);
    const preset = column && presetOf(group, key);
    if (preset)
      onAdd({ ...preset, ...(preset.client_id && { client: { id: key, name: column.name } }) });
  };
  const href = (card: Card) => recordPath(slug, 'deals', card.key);
  return (
    <>
      <Board
        label={words.title}
        columns={visibleColumns}
        hasGhosts={hasGhosts}
        words={boardWords}
        isSorted
        href={href}
        card={face}
        titleLines={1}
        items={items}
        onMove={(key, { column }) => move(key, column)}
        onAdd={add}
        onOpen={(key) => navigate(recordPath(slug, 'deals', key))}
        onPeek={(key) => openPeek('deals', key)}
        selected={selected}
        onSelect={select}
        targets={targets}
        onTarget={(key, target) => {
          const deal = find(key);
          if (!deal) return;
          if (target === 'archive') outcome.archive(deal);
          else outcome.end(deal, target === 'won' ? 'won' : 'lost');
        }}
        hasLetters={hasLetters}
        onKey={onKey}
        className="h-full min-h-80"
      />
      <DealBulkBar
        slug={slug}
        selected={selected}
        phases={board.phases}
        onDone={() => select(new Set())}
      />
      {outcome.dialog}
    </>
  );
}

/** Fields of the deals in a column; undefined for the column of past dates. */
function presetOf(group: Group, key: string): DealPreset | undefined {
  const id = key === 'none' ? null : key;
  switch (group) {
    case 'phase':
      return { phase: key };
    case 'responsible':
      return { responsible_id: id };
    case 'client':
      return { client_id: id };
    case 'month': {
      const day = closeDateOf(key);
      return day === undefined ? undefined : { expected_close_date: day };
    }
  }
}
