import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Person, peopleQuery } from '../data/people.ts';
import { useCurrentTeam } from '../data/use-team.ts';
import { Avatar } from './Avatar.tsx';

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

/** Avatars of people, with their names on hover and for screen readers. They overlap by less than the space around the initials. */
export function Avatars({ ids }: { readonly ids: readonly string[] }) {
  const { slug } = useCurrentTeam();
  const { find } = usePeople(slug);
  const people = ids.map(find).filter((person) => person !== undefined);
  if (people.length === 0) return null;
  const names = people.map(({ name }) => name).join(', ');
  const rest = people.length - maxAvatars;
  return (
    <span title={names} className="inline-flex shrink-0 items-center -space-x-0.5">
      <span className="sr-only">{names}</span>
      {people.slice(0, maxAvatars).map((person) => (
        <Avatar key={person.id} person={person} className="ring-1 ring-raised" />
      ))}
      {rest > 0 ? (
        <span aria-hidden="true" className="pl-2 text-meta text-muted">
          {`+${rest}`}
        </span>
      ) : null}
    </span>
  );
}
