import { useQuery } from '@tanstack/react-query';
import { trashCountQuery } from '#panel/data/trash.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Bin } from '#panel/ui/icons.tsx';
import { useTaskWords } from '#panel/words/tasks/use.ts';

/** Link to the trash, with the number of its records. */
export default function TrashLink({ slug }: { readonly slug: string }) {
  const words = useTaskWords();
  const { data: count } = useQuery(trashCountQuery(slug));
  const text = count ? words.trashCount({ count }) : words.trash;
  return (
    <Link
      href={paths.trash(slug)}
      title={text}
      className={buttonClass('quiet', 'aspect-square px-0!')}
    >
      <Bin />
      <span className="sr-only">{text}</span>
    </Link>
  );
}
