import { useQuery } from '@tanstack/react-query';
import { signOut, teamsQuery } from '#panel/data/session.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useWords } from '#panel/words/translations.ts';

export default function Teams() {
  const { teams: words, roles, app } = useWords();
  const query = useQuery(teamsQuery);
  return (
    <AuthLayout title={words.title}>
      <QueryContent query={query}>
        {(teams) =>
          teams.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <ul className="flex flex-col gap-2">
              {teams.map(({ slug, name, role }) => (
                <li key={slug}>
                  <Link
                    href={paths.team(slug)}
                    className="flex items-center justify-between gap-2 rounded border border-border p-3 hover:bg-surface"
                  >
                    <span className="min-w-0 truncate font-medium">{name}</span>
                    <span className="text-meta text-muted">{roles[role]}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
      <Button look="quiet" className="self-start" onClick={() => void signOut()}>
        {app.signOut}
      </Button>
    </AuthLayout>
  );
}
