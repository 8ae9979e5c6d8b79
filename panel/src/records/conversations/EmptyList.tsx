import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Skeleton } from '#panel/ui/layout.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { ListState } from '../shared/list/list-state.ts';
import { narrowing, narrowingNames } from './address.ts';
import type { RowFilters } from './list-rows.ts';
import { useInboxes } from './use-inboxes.ts';

const nothing = Object.fromEntries(['search', ...narrowingNames].map((name) => [name, undefined]));

interface Props {
  readonly slug: string;
  readonly filters: RowFilters;
  readonly list: ListState;
}

/** Reason why the list is empty, and an action. */
export default function EmptyList({ slug, filters, list }: Props) {
  const { none } = useConversationWords();
  const { common } = useWords();
  const { can } = useCurrentTeam();
  const { search, status, view } = filters;
  const isNarrowed =
    Boolean(search) || narrowingNames.some((name) => filters[narrowing[name]] !== undefined);
  const inboxes = useInboxes(slug);
  if (isNarrowed)
    return (
      <Empty text={none.matching} ghost={<Ghost of="people" />}>
        <Button onClick={() => list.set(nothing)}>{none.clear}</Button>
      </Empty>
    );
  if (!inboxes) return <Skeleton label={common.loading} />;
  if (inboxes.length === 0)
    return can('inboxes.create') ? (
      <Empty text={none.noInbox} ghost={<Ghost of="people" />}>
        <Link href={paths.newInbox(slug)} className={buttonClass('primary')}>
          {none.connect}
        </Link>
      </Empty>
    ) : (
      <Empty text={none.askAdmin} ghost={<Ghost of="people" />} />
    );
  return (
    <Empty text={status === 'open' ? none[view] : none[status]} ghost={<Ghost of="people" />} />
  );
}
