import { useEffect } from 'react';
import { readFields } from '../data/records.ts';
import { rememberSeen } from '../data/seen.ts';
import { teamIn } from '../route/paths.ts';
import { peekIn, recordIn } from '../route/records.ts';
import { usePathname, useSearch } from '../route/router.tsx';

/** How long one looks at a record before it counts as seen. */
const looksMs = 1_500;

/** Remembers which records are looked at, for the palette. */
export function useSeen(): void {
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
      if (typeof called === 'string') rememberSeen(slug, { ...at, name: called });
    }, looksMs);
    return () => clearTimeout(timer);
  }, [pathname, search]);
}
