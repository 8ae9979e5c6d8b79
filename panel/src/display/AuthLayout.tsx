import type { ReactNode } from 'react';
import { Link } from '../route/router.tsx';
import { useDocumentTitle } from '../ui/document-title.ts';
import { type Locale, locales, setLanguage, useLocale, useWords } from '../words/translations.ts';
import { Logo } from './Logo.tsx';

/** Layout of signed-out pages: a card and the language switch. */
export function AuthLayout({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  const locale = useLocale();
  useDocumentTitle(title);
  const { signIn, common } = useWords();
  return (
    <div className="flex min-h-dvh flex-col items-center justify-center gap-6 p-4">
      <header>
        <Link href="/" className="flex items-center gap-2 font-semibold text-title">
          <Logo /> <span translate="no">{brand}</span>
        </Link>
      </header>
      <main className="flex w-full max-w-[380px] flex-col gap-4 rounded-card border border-border bg-raised p-6">
        <h1 className="font-semibold text-page">{title}</h1>
        {children}
      </main>
      <nav aria-label={signIn.language} className="flex gap-1">
        {locales.map((each: Locale) => (
          <button
            key={each}
            type="button"
            lang={each}
            aria-pressed={each === locale}
            onClick={() => void setLanguage(each)}
            className="control rounded px-3 text-muted hover:bg-surface aria-pressed:font-semibold aria-pressed:text-text"
          >
            {common.languages[each]}
          </button>
        ))}
      </nav>
    </div>
  );
}

const brand = 'Pauta';
