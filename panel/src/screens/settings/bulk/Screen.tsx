import { useQuery } from '@tanstack/react-query';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { BulkProgress, BulkUndo } from '#panel/records/shared/bulk/BulkProgress.tsx';
import { type BulkJob, bulkJobsQuery } from '#panel/records/shared/bulk/bulk-changes.ts';
import { isKind, listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { fieldLabel, formatValue } from '#panel/words/audit/describe-change.ts';
import { useAuditWords } from '#panel/words/audit/use.ts';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';

/** The user's bulk changes that can still be undone. */
export default function BulkJobs() {
  const { page: words } = useBulkWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(bulkJobsQuery(slug));
  return (
    <Page title={words.title} about={words.about}>
      <QueryContent query={query} rows={3}>
        {(jobs) =>
          jobs.length === 0 ? (
            <Section>
              <Empty text={words.none} ghost={<Ghost of="rows" />}>
                <Link
                  href={`${listPath(slug, 'tasks')}?view=list`}
                  className={buttonClass('plain')}
                >
                  {words.toTasks}
                </Link>
              </Empty>
            </Section>
          ) : (
            <ul aria-label={words.title} className="flex flex-col gap-4">
              {jobs.map((job) => (
                <li key={job.id}>
                  <Job slug={slug} job={job} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </Page>
  );
}

interface JobProps {
  readonly slug: string;
  readonly job: BulkJob;
}

function Job({ slug, job }: JobProps) {
  const words = useBulkWords();
  const description = useJobDescription(slug, job);
  return (
    <Section title={description} about={<RelativeTime at={job.created_at} />}>
      <BulkProgress job={job} />
      <div className="flex flex-wrap items-center gap-3">
        <BulkUndo slug={slug} job={job} />
        {job.state === 'undone' || job.state === 'undoing' ? null : (
          <span className="text-muted">
            {words.page.until} <RelativeTime at={job.undo_until} />
          </span>
        )}
      </div>
    </Section>
  );
}

/** Description of a bulk change: `Tarefas · Prioridade: Alta`. */
function useJobDescription(slug: string, { kind, action, change }: BulkJob): string {
  const words = useBulkWords();
  const { app } = useWords();
  const audit = useAuditWords();
  const fields = useFieldWords();
  const locale = useLocale();
  const { all } = usePeople(slug);
  const { data: session } = useQuery(sessionQuery);
  const of = isKind(kind) ? app.places[kind] : kind;
  const client = typeof change?.client_id === 'string' ? change.client_id : undefined;
  const clientNamed = useQuery({
    ...recordNameQuery(slug, 'clients', client ?? ''),
    enabled: client !== undefined,
  });
  if (action === 'delete') return `${of}: ${words.removed}`;
  const timeZone = session?.time_zone ?? 'America/Sao_Paulo';
  const names = new Map(all.map(({ id, name }) => [id, name]));
  if (client !== undefined && clientNamed.data !== undefined) names.set(client, clientNamed.data);
  const context = { words: audit, fields, kind, locale, timeZone, names };
  const tagging: Readonly<Record<string, string>> = {
    add_tags: words.addTag,
    remove_tags: words.removeTag,
    add_assignee_ids: words.addPerson,
    remove_assignee_ids: words.removePerson,
  };
  const parts = Object.entries(change ?? {}).map(
    ([field, value]) =>
      `${tagging[field] ?? fieldLabel(context, field)}: ${formatValue(value, context, field)}`,
  );
  return `${of} · ${parts.join(', ')}`;
}
