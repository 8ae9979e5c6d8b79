import { useQueries } from '@tanstack/react-query';
import { findProjects } from '#panel/data/choices.ts';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Close } from '#panel/ui/icons.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';

interface Props {
  readonly slug: string;
  readonly ids: readonly string[];
  /** Absent for members who may not change the contract. */
  readonly save?: (ids: readonly string[]) => void;
}

/** Projects whose time counts against a contract. */
export function ContractProjects({ slug, ids, save }: Props) {
  const words = useContractWords();
  const names = useQueries({ queries: ids.map((id) => recordNameQuery(slug, 'projects', id)) });
  const projects = ids.map((id, i) => ({ id, name: names[i]?.data ?? '…' }));
  return (
    <section aria-label={words.projects} className="flex min-w-0 flex-col gap-2">
      <header className="flex flex-col">
        <h2 className="font-semibold text-title">{words.projects}</h2>
        <p className="text-meta text-muted">{words.projectsAbout}</p>
      </header>
      {projects.length === 0 ? <p className="text-muted">{words.noProjects}</p> : null}
      <ul className="flex flex-col divide-y divide-border empty:hidden">
        {projects.map(({ id, name }) => (
          <li key={id} className="flex min-h-10 items-center gap-2 pointer-coarse:min-h-11">
            <RecordLink
              kind="projects"
              id={id}
              className="min-w-0 flex-1 truncate font-medium hover:underline"
            >
              {name}
            </RecordLink>
            {save ? (
              <button
                type="button"
                aria-label={words.removeProject({ name })}
                onClick={() => save(ids.filter((each) => each !== id))}
                className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
              >
                <Close />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      {save ? (
        <Picker
          label={words.addProject}
          slug={slug}
          find={findProjects}
          except={ids}
          onChoose={({ id }) => save([...ids, id])}
        />
      ) : null}
    </section>
  );
}
