import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate } from '#panel/route/router.tsx';
import { FileButton } from '#panel/ui/FileButton.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { importActions, importsQuery } from './queries.ts';

/** Begins imports, and lists the latest. */
export default function Imports() {
  const words = useImportWords();
  const { pages } = useSettingsWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(importsQuery(slug));
  const percent = new Intl.NumberFormat(useLocale(), { style: 'percent' }).format;
  const [part, setPart] = useState<number>();
  const create = useAction(
    (file: File) => importActions(slug).create(file, setPart),
    ({ id }) => navigate(paths.import(slug, id)),
  );
  return (
    <Page title={pages.imports} about={words.about}>
      <Section>
        <p className="text-muted">{words.how}</p>
        <FileButton
          className="self-start"
          look="primary"
          label={words.file}
          accept=".txt,.zip,text/plain,application/zip"
          busy={create.isBusy}
          onChoose={create.act}
        >
          {words.choose}
        </FileButton>
        {create.isBusy && part !== undefined ? (
          <p role="status">{words.uploading({ percent: percent(part) })}</p>
        ) : null}
        <FailureNotice failure={create.failure} />
      </Section>
      <Section title={words.latest}>
        <QueryContent query={query}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="rows" />} />
            ) : (
              <Table
                label={words.latest}
                rows={all}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.name,
                    cell: ({ id, file_name: name }) => (
                      <Link
                        href={paths.import(slug, id)}
                        className="wrap-anywhere text-accent hover:underline"
                      >
                        {name}
                      </Link>
                    ),
                  },
                  { key: 'state', title: words.state, cell: ({ state }) => words.states[state] },
                  {
                    key: 'by',
                    title: words.by,
                    isWide: true,
                    cell: ({ user_name: name }) => name,
                  },
                  {
                    key: 'when',
                    title: words.when,
                    cell: ({ created_at: at }) => <RelativeTime at={at} />,
                  },
                ]}
              />
            )
          }
        </QueryContent>
      </Section>
    </Page>
  );
}
