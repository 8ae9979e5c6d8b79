import type { Subtasks } from '#panel/api/schema.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { ListCheck } from '#panel/ui/icons.tsx';
import { useSubtaskWords } from '#panel/words/subtasks/use.ts';

interface Props {
  readonly slug: string;
  readonly parent: NonNullable<Subtasks['parent']>;
}

/** Link of a subtask to its parent, without a link if that is in the trash. */
export default function ParentLink({ slug, parent }: Props) {
  const words = useSubtaskWords();
  const name = words.of({ name: parent.title });
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1.5">
      <ListCheck />
      {parent.is_trashed ? (
        <span className="truncate">{`${name} (${words.trashed})`}</span>
      ) : (
        <Link
          href={recordPath(slug, 'tasks', parent.id)}
          className="truncate rounded hover:text-text hover:underline"
        >
          {name}
        </Link>
      )}
    </span>
  );
}
