import { useEffect } from 'react';
import { readFields } from '../data/records.ts';
import { teamIn } from '../route/paths.ts';
import { peekIn, recordIn } from '../route/record-paths.ts';
import { usePathname, useSearch } from '../route/router.tsx';
import { addRecentlyViewed } from './recently-viewed.ts';

/** Time after which a record counts as viewed. */
const looksMs = 1_500;

/** Records the viewed records for the palette. */
export function useTrackViewed(): void {
  const pathname = usePathname();
  const search = useSearch();
  useEffect(() => {
    const slug = teamIn(pathname);
    const at = peekIn(search) ?? recordIn(pathname);
    if (slug === undefined || !at) return;
    const timer = setTimeout(() => {
      const { title, name, custom_name, phone, contact } = readFields(slug, at.kind, at.id) ?? {};
      const whose = contact as { readonly name: string } | null | undefined;
      const called = [title, name, custom_name, phone, whose?.name].find(
        (each) => typeof each === 'string',
      );
      if (typeof called === 'string') addRecentlyViewed(slug, { ...at, name: called });
    }, looksMs);
    return () => clearTimeout(timer);
  }, [pathname, search]);
}
