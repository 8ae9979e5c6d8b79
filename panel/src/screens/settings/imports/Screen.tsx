import { useQuery } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { importsQuery } from './queries.ts';
import { Sources } from './Sources.tsx';
import { stateText } from './state-text.ts';
import { Upload } from './Upload.tsx';

/** Begins imports, and lists the latest. */
export default function Imports() {
  const words = useImportWords();
  const { pages } = useSettingsWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(importsQuery(slug));
  return (
    <Page title={pages.imports} about={words.about}>
      <Upload slug={slug} />
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
                  { key: 'state', title: words.state, cell: (each) => stateText(each, words) },
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
      <Sources />
    </Page>
  );
}
