import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/call.ts';
import type { Around, Operations } from '../api/schema.ts';
import type { WorkKind } from '../route/records.ts';

/*
 * What a screen shows around a record, in one request: whatever is asked for of a record in the same moment goes together. Each part has
 * its own query, so that it is kept, patched and read anew by itself.
 */

type Query = NonNullable<Operations['GET /teams/{team_slug}/around']['query']>;
type Link = 'project' | 'client' | 'deal' | 'pipeline';
/** What belongs to the record; what it leads to is asked for by id. */
type Part = Exclude<keyof Around, Link>;

interface Of {
  readonly slug: string;
  readonly kind: WorkKind;
  readonly id: string;
}

interface Gathered {
  readonly parts: Set<Part>;
  readonly links: Map<Link, string>;
  readonly answer: Promise<Around>;
}

/** What goes with the next request, by record. */
const gathered = new Map<string, Gathered>();

/** @param fits what to go with; another request is begun where it does not fit */
function gather({ slug, kind, id }: Of, fits: (known: Gathered) => boolean): Gathered {
  const name = JSON.stringify([slug, kind, id]);
  const known = gathered.get(name);
  if (known && fits(known)) return known;
  const parts = new Set<Part>();
  const links = new Map<Link, string>();
  const send = () => {
    if (gathered.get(name) === made) gathered.delete(name);
    const query: Query = {
      record_type: kind,
      record_id: id,
      ...(parts.size > 0 && { parts: [...parts].join() }),
      ...Object.fromEntries([...links].map(([link, to]) => [`${link}_id`, to])),
    };
    return ask('GET /teams/{team_slug}/around', { at: { team_slug: slug }, query });
  };
  // All that is drawn at once asks at once.
  const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(send);
  const made: Gathered = { parts, links, answer };
  gathered.set(name, made);
  return made;
}

/** A part of what is around a record; null where its own list has to be asked for it. */
export async function askAround<P extends Part>(of: Of, part: P): Promise<Around[P]> {
  const { parts, answer } = gather(of, () => true);
  parts.add(part);
  return (await answer)[part];
}

/** The same where nothing else could be asked. */
export async function mustAround<P extends Part>(of: Of, part: P): Promise<NonNullable<Around[P]>> {
  const found = await askAround(of, part);
  if (found === null) throw new Error(`the service left out ${part}`);
  return found as NonNullable<Around[P]>;
}

/** What a record leads to. @returns null where the team has it no more */
export async function askLinked<L extends Link>(of: Of, link: L, to: string): Promise<Around[L]> {
  const { links, answer } = gather(of, (known) => (known.links.get(link) ?? to) === to);
  links.set(link, to);
  return (await answer)[link];
}

const kinds = { project: 'projects', client: 'clients', deal: 'deals' } as const;

/** What a record is called that another one leads to; other names that it gets are patched. */
export const linkedQuery = <L extends keyof typeof kinds>(of: Of, link: L, to: string) =>
  queryOptions({
    queryKey: ['team', of.slug, kinds[link], 'linked', to],
    queryFn: () => askLinked(of, link, to),
    meta: { take: (data) => data },
  });
