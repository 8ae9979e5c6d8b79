import { useQuery } from '@tanstack/react-query';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { relationsQuery, type TimelineOwner } from './queries.ts';

const RelationLists = lazyWithWords(() => import('./RelationLists.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly of: TimelineOwner;
  readonly id: string;
  readonly client_id: string | null;
}

/** Next steps, conversations, people and work of a client or contact, requested while the code that shows them is loaded. */
export function Relations(props: Props) {
  const { data } = useQuery(relationsQuery(props.slug, props.of, props.id, props.client_id));
  return data ? <RelationLists {...props} overview={data} /> : null;
}
