import { paths } from '../route/paths.ts';
import { Link } from '../route/router.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { Section } from '../ui/layout.tsx';
import { useSignInMethodWords } from '../words/sign-in-methods/use.ts';

/** Replaces a team's screens until the member has set up the required second factor. */
export default function NeedsSecondFactor() {
  const words = useSignInMethodWords();
  return (
    <div className="flex max-w-[720px] flex-col gap-4">
      <h1 className="font-semibold text-page">{words.needed}</h1>
      <Section title={words.neededTitle} about={words.neededAbout}>
        <Link href={paths.security()} className={buttonClass('primary', 'self-start')}>
          {words.neededAction}
        </Link>
      </Section>
    </div>
  );
}
