import { useEffect, useState } from 'react';
import { later } from '../parts/later.tsx';
import { paths } from '../route/paths.ts';
import { useTeam } from './places.tsx';

const UnreadCount = later(() => import('./UnreadCount.tsx'), 'nothing');
/** How long the first screen has the network for itself. */
const settledAfterMs = 1_500;

interface Props {
  /** Where the entry leads that it belongs to. */
  readonly href: string;
  /** Whether it stands at the corner of the icon: on the bar of a phone, and where the menu is folded. */
  readonly isAtIcon: boolean;
}

/** What is unread at a place, where that is one of conversations. */
export function UnreadAt({ href, isAtIcon }: Props) {
  const slug = useTeam()?.slug;
  const [isSettled, settle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => settle(true), settledAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled && slug !== undefined && href === paths.conversations(slug) ? (
    <UnreadCount slug={slug} isAtIcon={isAtIcon} />
  ) : null;
}
