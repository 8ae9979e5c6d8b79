import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectTemplateFields } from '#panel/api/records/project-templates.ts';
import { projectTemplateActions, projectTemplatesQuery } from '#panel/data/project-templates.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Templates of projects. */
export default function ProjectTemplates() {
  const words = useProjectTemplateWords();
  const { pages, readOnly } = useSettingsWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { slug, me, can } = useCurrentTeam();
  const query = useQuery(projectTemplatesQuery(slug));
  const [isNew, setNew] = useState(false);
  const create = can('project_templates.create') ? (
    <Button look="primary" data-create onClick={() => setNew(true)}>
      {words.create}
    </Button>
  ) : null;
  return (
    <Page
      title={pages.projectTemplates}
      about={me && !create ? readOnly : words.about}
      actions={query.data?.length === 0 ? null : create}
    >
      <Section>
        <QueryContent query={query}>
          {(templates) =>
            templates.length === 0 ? (
              <Empty text={words.none} ghost={<Ghost of="steps" />} create={create} />
            ) : (
              <Table
                label={pages.projectTemplates}
                rows={templates}
                keyOf={({ id }) => id}
                actionsTitle={common.actions}
                columns={[
                  {
                    key: 'name',
                    title: labels.name,
                    cell: ({ id, name }) => (
                      <Link
                        href={paths.projectTemplate(slug, id)}
                        className="inline-flex min-h-6 items-center break-words rounded font-medium text-accent hover:underline"
                      >
                        {name}
                      </Link>
                    ),
                  },
                  {
                    key: 'tasks',
                    title: words.tasksTitle,
                    cell: ({ tasks }) => words.taskCount({ count: tasks.length }),
                  },
                  {
                    key: 'duration',
                    title: words.duration,
                    cell: ({ duration_days }) =>
                      duration_days === null ? (
                        <span className="text-muted">{words.noDuration}</span>
                      ) : (
                        words.days({ count: duration_days })
                      ),
                  },
                ]}
              />
            )
          }
        </QueryContent>
      </Section>
      {isNew ? (
        <NameDialog
          title={words.create}
          label={labels.name}
          maxLength={projectTemplateFields.name.maxLength}
          submit={words.createSubmit}
          save={async (name) => {
            const { id } = await projectTemplateActions(slug).create({ name });
            navigate(paths.projectTemplate(slug, id));
          }}
          onClose={() => setNew(false)}
          onDone={() => setNew(false)}
        />
      ) : null}
    </Page>
  );
}
