import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectTemplate } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { projectTemplateActions, projectTemplateQuery } from '#panel/data/project-templates.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { navigate, usePathname } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { Editor } from './Editor.tsx';

/** Page of a project template. */
export default function TemplatePage() {
  const words = useProjectTemplateWords();
  const { slug } = useCurrentTeam();
  const query = useQuery(projectTemplateQuery(slug, lastSegment(usePathname())));
  return (
    <>
      <BackLink href={paths.projectTemplates(slug)}>{words.all}</BackLink>
      <QueryContent query={query} title={words.one} rows={5}>
        {(template) => (
          <Page
            title={template.name}
            actions={<Remove key={template.id} slug={slug} template={template} />}
          >
            <Editor key={template.id} slug={slug} template={template} />
          </Page>
        )}
      </QueryContent>
    </>
  );
}

interface Props {
  readonly slug: string;
  readonly template: ProjectTemplate;
}

function Remove({ slug, template: { id, name } }: Props) {
  const words = useProjectTemplateWords();
  const { can } = useCurrentTeam();
  const [isOpen, setOpen] = useState(false);
  const act = useAction(
    () => projectTemplateActions(slug).remove(id),
    () => {
      say(words.removed);
      navigate(paths.projectTemplates(slug), { replace: true });
    },
  );
  return can('project_templates.delete') ? (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {words.remove}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={words.removeTitle({ name })}
          about={words.removeAbout}
          submit={words.remove}
          act={act}
          input={undefined}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  ) : null;
}
