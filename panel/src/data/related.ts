import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { Around, Operations } from '../api/schema.ts';

/*
 * Related data of a record, batched into one request: everything requested for a record in the same tick goes together. Each part has a
 * separate query, so that it is cached, patched and refetched independently.
 */

type Query = NonNullable<Operations['GET /teams/{team_slug}/around']['query']>;
type Link = 'project' | 'client' | 'deal' | 'pipeline';
/** Parts that belong to the record; linked records are requested by id. */
type Part = Exclude<keyof Around, Link>;

/** Kinds of records with related data. */
type AnyKind = NonNullable<Query['record_type']>;

/** Kinds of records with comments and files, too. */
export type RelatedKind = Exclude<AnyKind, 'contracts'>;

interface Of {
  readonly slug: string;
  readonly kind: AnyKind;
  readonly id: string;
}

interface PendingBatch {
  readonly parts: Set<Part>;
  readonly links: Map<Link, string>;
  readonly answer: Promise<Around>;
}

/** Parts of the next request, by record. */
const pendingBatches = new Map<string, PendingBatch>();

/** @param fits true if the pending batch can include the part; otherwise a new batch starts */
function joinBatch(
  { slug, kind, id }: Of,
  fits: (gatheredParts: PendingBatch) => boolean,
): PendingBatch {
  const name = JSON.stringify([slug, kind, id]);
  const gatheredParts = pendingBatches.get(name);
  if (gatheredParts && fits(gatheredParts)) return gatheredParts;
  const parts = new Set<Part>();
  const links = new Map<Link, string>();
  const send = () => {
    if (pendingBatches.get(name) === made) pendingBatches.delete(name);
    const query: Query = {
      record_type: kind,
      record_id: id,
      ...(parts.size > 0 && { parts: [...parts].join() }),
      ...Object.fromEntries([...links].map(([link, to]) => [`${link}_id`, to])),
    };
    return request('GET /teams/{team_slug}/around', { at: { team_slug: slug }, query });
  };
  // Waits one tick, so that everything rendered together shares one request.
  const answer = new Promise<void>((resolve) => setTimeout(resolve)).then(send);
  const made: PendingBatch = { parts, links, answer };
  pendingBatches.set(name, made);
  return made;
}

/** Requests a part of a record's related data; null if the caller must use the part's own list. */
export async function fetchRelated<P extends Part>(of: Of, part: P): Promise<Around[P]> {
  const { parts, answer } = joinBatch(of, () => true);
  parts.add(part);
  return (await answer)[part];
}

/** `fetchRelated` for parts without a list to fall back to. */
export async function fetchRequiredRelated<P extends Part>(
  of: Of,
  part: P,
): Promise<NonNullable<Around[P]>> {
  const related = await fetchRelated(of, part);
  if (related === null) throw new Error(`the service left out ${part}`);
  return related as NonNullable<Around[P]>;
}

/** Requests a linked record. @returns null if the team no longer has it */
export async function fetchLinked<L extends Link>(of: Of, link: L, to: string): Promise<Around[L]> {
  const { links, answer } = joinBatch(
    of,
    (gatheredParts) => (gatheredParts.links.get(link) ?? to) === to,
  );
  links.set(link, to);
  return (await answer)[link];
}

const kinds = { project: 'projects', client: 'clients', deal: 'deals' } as const;

/** Name of a linked record; renames are patched. */
export const linkedQuery = <L extends keyof typeof kinds>(of: Of, link: L, to: string) =>
  queryOptions({
    queryKey: ['team', of.slug, kinds[link], 'linked', to],
    queryFn: () => fetchLinked(of, link, to),
    meta: { applyChange: (data) => data },
  });
