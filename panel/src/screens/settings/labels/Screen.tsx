import { useQuery } from '@tanstack/react-query';
import type { Label } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useRowDialogs } from '#panel/parts/use-row-dialogs.tsx';
import { LabelChip } from '#panel/records/conversations/LabelChip.tsx';
import { labelActions, labelsQuery, nextColor } from '#panel/records/conversations/labels.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { LabelDialog } from './LabelDialog.tsx';

/** Labels of conversations. */
export default function Labels() {
  const { labels: words, pages } = useSettingsWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(labelsQuery(slug));
  const acts = labelActions(slug);
  const { openNew, editing, menuOf, confirmation } = useRowDialogs<Label>({
    nameOf: ({ name }) => name,
    remove: ({ id }) => acts.remove(id),
    words,
  });
  const create = (
    <Button look="primary" data-create onClick={openNew}>
      {words.create}
    </Button>
  );
  return (
    <Page
      title={pages.labels}
      about={words.about}
      actions={query.data?.length === 0 ? null : create}
    >
      <Section>
        <QueryContent query={query}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="bubbles" />} create={create} />
            ) : (
              <Table
                label={pages.labels}
                rows={all}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: words.name,
                    cell: (label) => <LabelChip label={label} className="max-w-full" />,
                  },
                ]}
                actions={menuOf}
              />
            )
          }
        </QueryContent>
      </Section>
      {editing ? (
        <LabelDialog
          acts={acts}
          label={editing.row}
          color={nextColor(query.data ?? [])}
          onClose={editing.onClose}
          onDone={editing.onDone}
        />
      ) : null}
      {confirmation}
    </Page>
  );
}
