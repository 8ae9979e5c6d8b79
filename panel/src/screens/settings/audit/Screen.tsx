import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { saveFile } from '#panel/display/download.ts';
import { LoadMore } from '#panel/display/LoadMore.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate, useSearch } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { useAuditWords } from '#panel/words/audit/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { keysQuery } from '../keys/queries.ts';
import { membersQuery } from '../people/queries.ts';
import { workflowsQuery } from '../workflows/queries.ts';
import { AuditEntry } from './AuditEntry.tsx';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { type AddressFilters, addressFiltersIn, filtersOf, searchOf } from './model.ts';
import { auditFile, auditQuery } from './queries.ts';

export default function Audit() {
  const words = useAuditWords();
  const locale = useLocale();
  const { slug, can } = useCurrentTeam();
  const addressFilters = addressFiltersIn(useSearch());
  const timeZone = useQuery(sessionQuery).data?.time_zone ?? 'America/Sao_Paulo';
  const filters = filtersOf(addressFilters, timeZone);
  const query = useInfiniteQuery(auditQuery(slug, filters));
  const download = useAction(
    () => auditFile(slug, filters),
    (file) => saveFile(file, `audit-${slug}.csv`),
  );
  const members = useQuery(membersQuery(slug)).data ?? [];
  const keys = useInfiniteQuery(keysQuery(slug)).data?.rows ?? [];
  const workflows = useInfiniteQuery(workflowsQuery(slug)).data?.rows ?? [];
  const names = new Map([...members, ...keys, ...workflows].map(({ id, name }) => [id, name]));
  const to = (change: Partial<AddressFilters>) =>
    paths.audit(slug) + searchOf({ ...addressFilters, ...change });
  const ask = (change: Partial<AddressFilters>) => navigate(to(change), { replace: true });
  // New entries shift the later pages, so entries are deduplicated.
  const entries = [...new Map(query.data?.rows.map((entry) => [entry.id, entry])).values()];
  const subject = entries.find(({ record_id }) => record_id === addressFilters.record)?.record_name;
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        can('may_export') ? (
          <Button onClick={() => download.act(undefined)} busy={download.isBusy}>
            {words.download}
          </Button>
        ) : null
      }
    >
      <FailureNotice failure={download.failure} />
      <Section
        title={
          addressFilters.record === ''
            ? words.title
            : words.record({ name: subject ?? words.thisRecord })
        }
      >
        <AuditFilterBar
          filters={addressFilters}
          members={members}
          keys={keys}
          onAsk={ask}
          onClear={() => navigate(paths.audit(slug), { replace: true })}
        />
        <QueryContent query={query}>
          {() =>
            entries.length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="people" />}>
                <Button onClick={() => navigate(paths.audit(slug), { replace: true })}>
                  {words.clearAll}
                </Button>
              </Empty>
            ) : (
              <ul aria-label={words.title} className="border-border border-t">
                {entries.map((entry) => (
                  <AuditEntry
                    key={entry.id}
                    slug={slug}
                    entry={entry}
                    context={{ locale, timeZone, names }}
                    history={
                      entry.record_id === null || addressFilters.record !== ''
                        ? undefined
                        : paths.audit(slug) + searchOf({ record: entry.record_id })
                    }
                  />
                ))}
              </ul>
            )
          }
        </QueryContent>
        <LoadMore query={query} shown={entries.length} />
      </Section>
    </Page>
  );
}
