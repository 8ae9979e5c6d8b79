import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pipeline } from '#panel/api/types.ts';
import { pipelinesQuery } from '#panel/data/pipelines.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Badge, Empty, Page, Section } from '#panel/ui/layout.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { NewPipelineDialog } from './NewPipelineDialog.tsx';

export default function Pipelines() {
  const words = useSettingsWords();
  const { slug, me, can } = useCurrentTeam();
  const shared = useInfiniteQuery(pipelinesQuery(slug, true));
  const [isMaking, setMaking] = useState(false);
  const template = shared.data?.rows.find(({ is_template }) => is_template);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      {words.pipelines.create}
    </Button>
  );
  return (
    <Page
      title={words.pipelines.title}
      about={me && !can('pipelines.create') ? words.readOnly : words.pipelines.about}
      actions={can('pipelines.create') ? make : undefined}
    >
      <Group slug={slug} isShared />
      <Group slug={slug} isShared={false} />
      {isMaking ? (
        <NewPipelineDialog slug={slug} template={template} onClose={() => setMaking(false)} />
      ) : null}
    </Page>
  );
}

function Group({ slug, isShared }: { readonly slug: string; readonly isShared: boolean }) {
  const { pipelines: words } = useSettingsWords();
  const query = useInfiniteQuery(pipelinesQuery(slug, isShared));
  const title = isShared ? words.shared : words.ofProjects;
  return (
    <Section title={title} about={isShared ? words.sharedAbout : words.ofProjectsAbout}>
      <PagedRows
        query={query}
        none={
          <Empty text={isShared ? words.none : words.noneOfProjects} ghost={<Ghost of="board" />} />
        }
      >
        {(rows) => (
          <ul aria-label={title} className="flex flex-col">
            {rows.map((pipeline) => (
              <Row key={pipeline.id} slug={slug} pipeline={pipeline} />
            ))}
          </ul>
        )}
      </PagedRows>
    </Section>
  );
}

function Row({ slug, pipeline }: { readonly slug: string; readonly pipeline: Pipeline }) {
  const { pipelines: words } = useSettingsWords();
  const { id, name, project, is_template, columns } = pipeline;
  return (
    <li className="flex flex-col border-border border-b py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <Link
          href={paths.pipeline(slug, id)}
          className="inline-flex min-h-6 min-w-0 items-center break-words rounded font-medium text-accent hover:underline"
        >
          {project ? `${project.name}: ${name}` : name}
        </Link>
        {is_template ? <Badge>{words.template}</Badge> : null}
      </div>
      <p className="break-words text-meta text-muted">
        {columns.map((column) => column.name).join(' → ')}
      </p>
    </li>
  );
}
