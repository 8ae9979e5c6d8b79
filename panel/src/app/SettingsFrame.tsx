import type { ReactNode } from 'react';
import { Link, navigate, usePathname } from '../route/router.tsx';
import { Down } from '../ui/icons.tsx';
import { Empty } from '../ui/layout.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useSettingsWords } from '../words/settings/use.ts';
import { useWords } from '../words/translations.ts';
import { useCurrentOrLastTeam } from './navigation.tsx';
import { useSettingsPages } from './settings-pages.ts';

/** Frame of a team's settings pages, with their navigation: a list at the side, or a menu at the top on phones. */
export default function SettingsFrame({ children }: { readonly children: ReactNode }) {
  const { app } = useWords();
  const words = useSettingsWords();
  const pathname = usePathname();
  const team = useCurrentOrLastTeam();
  const pages = useSettingsPages();
  const [first] = pages;
  /** The first page's address is a prefix of all others. */
  const isWithin = (href: string) => href !== first?.href && pathname.startsWith(`${href}/`);
  const isAt = (href: string) => href === pathname || isWithin(href);
  return (
    <div className="flex max-w-[1080px] has-[[data-wide]]:max-w-none flex-col gap-4 lg:flex-row lg:gap-8">
      <nav
        aria-label={app.places.settings}
        className="hidden w-40 shrink-0 flex-col gap-0.5 lg:sticky lg:top-6 lg:flex lg:self-start"
      >
        {pages.map(({ href, name }) => (
          <Link
            key={href}
            href={href}
            data-within={isWithin(href) || undefined}
            className="control flex items-center rounded px-2 text-muted hover:bg-surface hover:text-text aria-[current]:bg-tint aria-[current]:font-medium aria-[current]:text-text data-within:bg-tint data-within:text-text"
          >
            {name}
          </Link>
        ))}
      </nav>
      <nav aria-label={app.places.settings} className="self-start lg:hidden">
        <Menu
          label={app.places.settings}
          isLabelShown
          align="start"
          items={pages.map(({ href, name }) => ({
            label: name,
            isChosen: isAt(href),
            act: () => navigate(href),
          }))}
          className="control flex items-center gap-2 rounded border border-border bg-raised px-3 font-medium"
        >
          <Down />
        </Menu>
      </nav>
      <div className="min-w-0 flex-1">
        {team && !pages.some(({ href }) => isAt(href)) ? (
          <Empty text={words.adminsOnly} />
        ) : (
          children
        )}
      </div>
    </div>
  );
}
