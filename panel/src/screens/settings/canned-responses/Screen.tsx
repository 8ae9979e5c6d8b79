import { useQuery } from '@tanstack/react-query';
import type { ReadyAnswer } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useRowDialogs } from '#panel/parts/use-row-dialogs.tsx';
import {
  cannedResponseActions,
  cannedResponsesQuery,
} from '#panel/records/conversations/canned-responses.ts';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { folded } from '#panel/ui/filter-by-words.ts';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { CannedResponseDialog } from './CannedResponseDialog.tsx';

/** Canned responses of the team. */
export default function CannedResponses() {
  const { answers: words } = useComposerWords();
  const { pages } = useSettingsWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(cannedResponsesQuery(slug));
  const acts = cannedResponseActions(slug);
  const [sought, seek] = useParam('search');
  const { openNew, editing, menuOf, confirmation } = useRowDialogs<ReadyAnswer>({
    nameOf: ({ title }) => title,
    remove: ({ id }) => acts.remove(id),
    words,
  });
  const create = (
    <Button look="primary" onClick={openNew}>
      {words.create}
    </Button>
  );
  const matching = (all: readonly ReadyAnswer[]) =>
    all.filter(({ shortcut, title, content }) =>
      folded(`${shortcut} ${title} ${content}`).includes(folded(sought ?? '')),
    );
  return (
    <Page
      title={pages.readyAnswers}
      about={words.about}
      actions={query.data?.length === 0 ? null : create}
    >
      <Section>
        <QueryContent query={query}>
          {(all) =>
            all.length === 0 ? (
              <Empty text={words.noneYet} ghost={<Ghost of="bubbles" />} create={create} />
            ) : (
              <>
                <Field
                  label={words.search}
                  type="search"
                  value={sought ?? ''}
                  onChange={({ target }) => seek(target.value || undefined)}
                />
                {matching(all).length === 0 ? (
                  <Empty text={words.nothing} ghost={<Ghost of="bubbles" />}>
                    <Button onClick={() => seek(undefined)}>{words.clear}</Button>
                  </Empty>
                ) : (
                  <Table
                    label={pages.readyAnswers}
                    rows={matching(all)}
                    keyOf={({ id }) => id}
                    actionsTitle={common.actions}
                    columns={[
                      {
                        key: 'title',
                        title: words.titleField,
                        cell: ({ title, shortcut }) => (
                          <span className="flex flex-col break-words">
                            <span className="font-medium">{title}</span>
                            <span className="text-meta text-muted">{`/${shortcut}`}</span>
                          </span>
                        ),
                      },
                      {
                        key: 'content',
                        title: words.content,
                        isWide: true,
                        cell: ({ content }) => (
                          <span className="line-clamp-2 break-words text-muted">{content}</span>
                        ),
                      },
                    ]}
                    actions={menuOf}
                  />
                )}
              </>
            )
          }
        </QueryContent>
      </Section>
      {editing ? (
        <CannedResponseDialog
          acts={acts}
          answer={editing.row}
          onClose={editing.onClose}
          onDone={editing.onDone}
        />
      ) : null}
      {confirmation}
    </Page>
  );
}
