import { useQuery } from '@tanstack/react-query';
import type { Export } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { formatSize } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import {
  exportActions,
  exportContent,
  exportsQuery,
} from '#panel/records/shared/exports/queries.ts';
import { isKind, listPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useExportWords } from '#panel/words/exports/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';

/** The user's exports, and that of the whole team for its owners. */
export default function Exports() {
  const words = useExportWords();
  const { pages } = useSettingsWords();
  const { app, common } = useWords();
  const { slug, can } = useCurrentTeam();
  const locale = useLocale();
  const query = useQuery(exportsQuery(slug));
  const remove = useAction((id: string) => exportActions(slug).remove(id));
  const nameOf = ({ resource, format }: Export) =>
    `${isKind(resource) ? app.places[resource] : words.team} (.${format})`;
  return (
    <Page title={pages.exports} about={words.about}>
      <Section title={words.latest} about={words.how}>
        <FailureNotice failure={remove.failure} />
        <QueryContent query={query}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="rows" />}>
                <Link href={listPath(slug, 'contacts')} className={buttonClass('plain')}>
                  {words.toContacts}
                </Link>
              </Empty>
            ) : (
              <Table
                label={words.latest}
                rows={all}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  { key: 'name', title: words.name, cell: nameOf },
                  { key: 'state', title: words.state, cell: (each) => <State of={each} /> },
                  {
                    key: 'size',
                    title: words.size,
                    isWide: true,
                    cell: ({ bytes }) => (bytes === null ? null : formatSize(bytes, locale)),
                  },
                  {
                    key: 'when',
                    title: words.when,
                    isWide: true,
                    cell: ({ created_at: at }) => <RelativeTime at={at} />,
                  },
                ]}
                actions={(each) => (
                  <div className="flex justify-end gap-1">
                    {each.state === 'ready' ? (
                      <a
                        href={exportContent(slug, each.id)}
                        download
                        aria-label={words.downloadOf({ name: nameOf(each) })}
                        className={buttonClass('plain')}
                      >
                        {words.download}
                      </a>
                    ) : null}
                    <Button
                      look="quiet"
                      aria-label={words.deleteOf({ name: nameOf(each) })}
                      busy={remove.isBusy}
                      onClick={() => remove.act(each.id)}
                    >
                      {words.delete}
                    </Button>
                  </div>
                )}
              />
            )
          }
        </QueryContent>
      </Section>
      {can('team.export') ? <WholeTeam slug={slug} /> : null}
    </Page>
  );
}

/** State of an export: its progress, until when its file can be downloaded, or why it failed. */
function State({ of }: { readonly of: Export }) {
  const words = useExportWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { state, done, total, reason_details: details, download_until: until } = of;
  const count = new Intl.NumberFormat(locale).format;
  if (state === 'failed') {
    const reasons: Readonly<Record<string, string>> = words.reasons;
    return (
      <span className="text-danger">{reasons[details?.code ?? ''] ?? words.states.failed}</span>
    );
  }
  if (state === 'running' && total !== null && total > 0)
    return (
      <span role="status" className="flex flex-col gap-1">
        {`${words.states.running}: ${words.progress({ done: count(done), total: count(total) })}`}
        <progress
          aria-label={words.states.running}
          className="h-1.5 w-full max-w-48 accent-accent"
          value={done}
          max={total}
        />
      </span>
    );
  if (state === 'ready' && until !== null) {
    const time = new Intl.DateTimeFormat(locale, {
      ...{ dateStyle: 'short', timeStyle: 'short', timeZone },
    }).format(new Date(until));
    return `${words.states.ready}, ${words.until({ time })}`;
  }
  return words.states[state];
}

/** Starts the export of the whole team. */
function WholeTeam({ slug }: { readonly slug: string }) {
  const { wholeTeam: words } = useExportWords();
  const create = useAction(() => exportActions(slug).create({ resource: 'team', format: 'zip' }));
  return (
    <Section title={words.title} about={words.about}>
      <FailureNotice failure={create.failure} />
      <Button className="self-start" busy={create.isBusy} onClick={() => create.act(undefined)}>
        {words.submit}
      </Button>
    </Section>
  );
}
