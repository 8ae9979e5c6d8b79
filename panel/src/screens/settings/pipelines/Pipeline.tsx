import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pipeline } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { pipelineActions, pipelineQuery } from '#panel/data/pipelines.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { BackLink } from '#panel/display/BackLink.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { lastSegment, paths } from '#panel/route/paths.ts';
import { navigate, usePathname } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { PipelineColumns } from './PipelineColumns.tsx';

export default function PipelinePage() {
  const { pipelines: words } = useSettingsWords();
  const { slug, can } = useCurrentTeam();
  const query = useQuery(pipelineQuery(slug, lastSegment(usePathname())));
  return (
    <>
      <BackLink href={paths.pipelines(slug)}>{words.all}</BackLink>
      <QueryContent query={query} title={words.one} rows={5}>
        {(pipeline) => (
          <LoadedPipeline slug={slug} pipeline={pipeline} isEditable={can('pipelines.update')} />
        )}
      </QueryContent>
    </>
  );
}

interface Props {
  readonly slug: string;
  readonly pipeline: Pipeline;
  readonly isEditable: boolean;
}

function LoadedPipeline({ slug, pipeline, isEditable }: Props) {
  const { pipelines: words, readOnly } = useSettingsWords();
  const { common } = useWords();
  const { id, name, project, is_default, is_template } = pipeline;
  const acts = pipelineActions(slug);
  const [dialog, ask] = useState<'name' | 'removal'>();
  const close = () => ask(undefined);
  const remove = useAction(
    () => acts.remove(id),
    () => {
      say(words.removed);
      navigate(paths.pipelines(slug), { replace: true });
    },
  );
  const whose = project ? words.ofProject({ name: project.name }) : words.ofTeam;
  const stays = is_template ? words.templateStays : is_default ? words.defaultStays : undefined;
  return (
    <Page
      title={name}
      about={is_template ? words.templateAbout : whose}
      actions={
        isEditable ? (
          <span className="flex flex-wrap gap-2">
            <Button onClick={() => ask('name')}>{words.rename}</Button>
            {stays ? null : (
              <Button look="danger" onClick={() => ask('removal')}>
                {words.remove}
              </Button>
            )}
          </span>
        ) : undefined
      }
    >
      <Section title={words.columns} about={isEditable ? words.columnsAbout : readOnly}>
        <PipelineColumns pipeline={pipeline} acts={acts} isEditable={isEditable} />
      </Section>
      {isEditable && stays ? <p className="text-muted">{stays}</p> : null}
      {dialog === 'name' ? (
        <NameDialog
          title={words.rename}
          label={words.name}
          name={name}
          submit={common.save}
          save={(to) => acts.rename(id, to)}
          onClose={close}
          onDone={() => {
            close();
            say(common.saved);
          }}
        />
      ) : null}
      {dialog === 'removal' ? (
        <ConfirmDialog
          title={words.removeTitle({ name })}
          about={words.removeAbout}
          submit={words.remove}
          act={remove}
          input={undefined}
          onClose={close}
        />
      ) : null}
    </Page>
  );
}
