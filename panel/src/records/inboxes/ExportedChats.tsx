import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';

/** Leads to the import of chats that a phone has exported. */
export function ExportedChats({ slug }: { readonly slug: string }) {
  const { exported: words } = useInboxWords();
  return (
    <Section title={words.title} about={words.about}>
      <Link href={paths.imports(slug)} className={buttonClass('plain', 'self-start')}>
        {words.open}
      </Link>
    </Section>
  );
}
