import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Label } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { LabelChip } from '#panel/records/conversations/LabelChip.tsx';
import { labelActions, labelsQuery, nextColor } from '#panel/records/conversations/labels.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
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
  const [editing, edit] = useState<Label | 'new'>();
  const [leaving, setLeaving] = useState<Label>();
  const saved = () => {
    edit(undefined);
    setLeaving(undefined);
    say(common.saved);
  };
  const remove = useAction(acts.remove, saved);
  const create = (
    <Button look="primary" data-create onClick={() => edit('new')}>
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
                actions={(label) => (
                  <MoreMenu
                    label={words.actionsFor({ name: label.name })}
                    items={[
                      { label: words.edit, act: () => edit(label) },
                      { label: words.remove, isDangerous: true, act: () => setLeaving(label) },
                    ]}
                  />
                )}
              />
            )
          }
        </QueryContent>
      </Section>
      {editing ? (
        <LabelDialog
          acts={acts}
          label={editing === 'new' ? undefined : editing}
          color={nextColor(query.data ?? [])}
          onClose={() => edit(undefined)}
          onDone={saved}
        />
      ) : null}
      {leaving ? (
        <ConfirmDialog
          title={words.removeTitle({ name: leaving.name })}
          about={words.removeAbout}
          submit={words.remove}
          act={remove}
          input={leaving.id}
          onClose={() => setLeaving(undefined)}
        />
      ) : null}
    </Page>
  );
}
