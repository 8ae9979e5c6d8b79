import { useEffect, useState } from 'react';
import { lazyWithWords } from '../display/lazy.tsx';
import { listPath } from '../route/record-paths.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';

const UnreadCount = lazyWithWords(() => import('./UnreadCount.tsx'), 'nothing');
/** Delay that leaves the network to the first screen. */
const settledAfterMs = 1_500;

interface Props {
  /** Target of the entry. */
  readonly href: string;
  /** True if it is shown at the corner of the icon: in the bar of a phone, and in the collapsed sidebar. */
  readonly isAtIcon: boolean;
}

/** Unread count of the conversations entry; nothing for other entries. */
export function NavItemCount({ href, isAtIcon }: Props) {
  const slug = useCurrentOrLastTeam()?.slug;
  const [isSettled, settle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => settle(true), settledAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return isSettled && slug !== undefined && href === listPath(slug, 'conversations') ? (
    <UnreadCount slug={slug} isAtIcon={isAtIcon} />
  ) : null;
}
