import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../data/people.ts';
import { Avatar } from '../display/Avatar.tsx';

interface Props {
  readonly slug: string;
  readonly userId: string;
  readonly name: string;
}

/** The user's avatar, the same as everywhere in the team; the initials until the picture has loaded. */
export default function AccountAvatar({ slug, userId, name }: Props) {
  const { data: people } = useQuery(peopleQuery(slug));
  const person = people?.find(({ id }) => id === userId);
  return <Avatar person={{ id: userId, picture: person?.picture ?? null, name }} />;
}
