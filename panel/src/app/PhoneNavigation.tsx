import { useSyncExternalStore } from 'react';
import { Link, navigate, usePathname } from '../route/router.tsx';
import { More, Warning } from '../ui/icons.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useWords } from '../words/translations.ts';
import { inboxStatusStore } from './inbox-status.ts';
import { NavItemCount } from './NavItemCount.tsx';
import { isWithin, type NavItem, useAccountItems } from './navigation.tsx';

const entry =
  'relative flex min-h-14 w-full flex-1 flex-col items-center justify-center gap-0.5 text-meta text-muted aria-[current]:font-medium aria-[current]:text-accent data-within:text-accent';

/** Navigation bar of phones: daily places, and a menu with the others. */
export function PhoneNavigation({ places }: { readonly places: readonly NavItem[] }) {
  const { app } = useWords();
  const pathname = usePathname();
  const accountItems = useAccountItems();
  const alarm = useSyncExternalStore(inboxStatusStore.subscribe, inboxStatusStore.current);
  const isLoud = alarm?.isLoud === true;
  const others = places
    .filter(({ isDaily, href }) => !isDaily && !accountItems.some((item) => item.href === href))
    .map(({ name, href, Icon }) => ({ label: name, icon: <Icon />, act: () => navigate(href) }));
  return (
    <nav
      aria-label={app.navigation}
      className="fixed inset-x-0 bottom-0 z-10 flex border-border border-t bg-side pb-[env(safe-area-inset-bottom)] group-has-[[data-whole-phone]]/shell:hidden md:hidden"
    >
      {places
        .filter(({ isDaily }) => isDaily)
        .map(({ href, name, Icon }) => (
          <Link key={href} href={href} data-within={isWithin(href, pathname)} className={entry}>
            <Icon /> {name}
            <NavItemCount href={href} isAtIcon />
          </Link>
        ))}
      <div className="flex-1">
        <Menu
          label={app.more}
          isLabelShown
          items={[
            ...(alarm
              ? [
                  {
                    label: alarm.label,
                    ...(isLoud && { icon: <Warning /> }),
                    isDangerous: isLoud,
                    act: () => navigate(alarm.href),
                  },
                ]
              : []),
            ...others,
            ...accountItems,
          ]}
          side="above"
          className={entry}
        >
          {isLoud ? (
            <span className="text-danger">
              <Warning />
              <span className="sr-only">{alarm.label}</span>
            </span>
          ) : (
            <More />
          )}
        </Menu>
      </div>
    </nav>
  );
}
