import type { ReactNode } from 'react';
import { paths } from '#panel/route/paths.ts';
import { Link, usePathname } from '#panel/route/router.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { useAccountWords } from '#panel/words/account/use.ts';

/** Frame of the account pages, with their navigation. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const words = useAccountWords();
  const pages = [
    [paths.account(), words.profile],
    [paths.security(), words.security],
    [paths.devices(), words.devices],
    [paths.preferences(), words.preferences],
  ] as const;
  const pathname = usePathname();
  const name = pages.find(([href]) => href === pathname)?.[1];
  useDocumentTitle(name && `${name} · ${words.title}`);
  return (
    <div className="flex max-w-[720px] flex-col gap-4">
      <h1 className="font-semibold text-page">{words.title}</h1>
      <nav aria-label={words.title} className="flex gap-x-1 overflow-x-auto border-border border-b">
        {pages.map(([href, name]) => (
          <Link
            key={href}
            href={href}
            className="control inline-flex shrink-0 items-center border-transparent border-b-2 px-2 text-muted hover:text-text aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text"
          >
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
