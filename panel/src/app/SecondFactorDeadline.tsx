import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { formatDay } from '../ui/calendar/days.ts';
import { useSignInMethodWords } from '../words/sign-in-methods/use.ts';
import { useLocale } from '../words/translations.ts';

/** Notice above a team's screens for members who must set up a second factor by a date. */
export default function SecondFactorDeadline({ from }: { readonly from: string }) {
  const words = useSignInMethodWords();
  const locale = useLocale();
  const day = formatDay(from, locale, { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 rounded border border-border bg-surface p-3"
    >
      <p className="min-w-0 flex-1">{words.neededFrom({ day })}</p>
      <Link href={paths.security()} className="text-accent hover:underline">
        {words.neededAction}
      </Link>
    </div>
  );
}
