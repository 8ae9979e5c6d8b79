import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { initialsOf, type Person, peopleQuery } from '../data/people.ts';
import { useCurrentTeam } from '../data/use-team.ts';

/** All members of the team, from one shared query. */
export function usePeople(slug: string) {
  const { data } = useQuery(peopleQuery(slug));
  return useMemo(() => {
    const all = data ?? [];
    const byId = new Map(all.map((person) => [person.id, person]));
    return { all, find: (id: string): Person | undefined => byId.get(id) };
  }, [data]);
}

/** Maximum number of avatars; the remaining people are counted. */
const maxAvatars = 3;

/** Initials of people, with their names on hover and for screen readers. */
export function Avatars({ ids }: { readonly ids: readonly string[] }) {
  const { slug } = useCurrentTeam();
  const { find } = usePeople(slug);
  const people = ids.map(find).filter((person) => person !== undefined);
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(', ');
  const rest = people.length - maxAvatars;
  return (
    <span title={names} className="inline-flex shrink-0 items-center -space-x-1">
      <span className="sr-only">{names}</span>
      {people.slice(0, maxAvatars).map(({ id, name }) => (
        <span
          key={id}
          aria-hidden="true"
          className="inline-flex size-5 items-center justify-center rounded-full border border-raised bg-accent font-semibold text-[9px] text-on-accent"
        >
          {initialsOf(name)}
        </span>
      ))}
      {rest > 0 ? (
        <span aria-hidden="true" className="pl-2 text-meta text-muted">
          {`+${rest}`}
        </span>
      ) : null}
    </span>
  );
}
