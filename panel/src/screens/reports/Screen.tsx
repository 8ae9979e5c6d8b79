import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Right } from '#panel/ui/icons.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { useReportWords } from '#panel/words/reports/use.ts';
import { reportNames } from './model.ts';
import { ReportIcon } from './ReportIcon.tsx';

/** All reports. */
export default function Reports() {
  const words = useReportWords();
  const { slug } = useCurrentTeam();
  return (
    <Page title={words.title} about={words.about}>
      <ul data-wide className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {reportNames.map((name) => (
          <li key={name}>
            <Link
              href={paths.report(slug, name)}
              data-item={name}
              className="flex h-full items-start gap-3 rounded-card border border-border bg-raised p-4 hover:bg-surface"
            >
              <span className="flex size-9 shrink-0 items-center justify-center rounded-card bg-tint text-accent">
                <ReportIcon of={name} />
              </span>
              <span className="flex min-w-0 flex-1 flex-col">
                <span className="font-semibold text-title">{words.names[name]}</span>
                <span className="text-muted">{words.abouts[name]}</span>
              </span>
              <span className="pt-1 text-faint">
                <Right />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
