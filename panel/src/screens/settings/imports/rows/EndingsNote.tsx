import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#panel/data/team-settings.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import type { Draft } from './mapping.ts';

interface Props {
  readonly slug: string;
  readonly draft: Draft;
}

/** Warns before won and lost deals are imported into a team without phases for them. */
export function EndingsNote({ slug, draft }: Props) {
  const { endings: words } = useImportRowsWords();
  const hasOutcomes = draft.columns.some(({ field }) => field === 'outcome');
  const { data } = useQuery({ ...settingsQuery(slug), enabled: hasOutcomes });
  if (!hasOutcomes || !data || (data.won_phases.length > 0 && data.lost_phases.length > 0))
    return null;
  return (
    <Section>
      <p className="flex items-start gap-2">
        <span className="mt-0.5 shrink-0 text-warn">
          <Warning />
        </span>
        <span>
          {words.text}{' '}
          <Link href={paths.phases(slug)} className="text-accent hover:underline">
            {words.open}
          </Link>
        </span>
      </p>
    </Section>
  );
}
