import type { Resource } from './table.ts';
import { type Explain, explains, gets, lists, type Verbs } from './verbs.ts';

/** A resource that can only be read, as yet: what the app mounts and the reference describes. */
export interface Readable {
  readonly resource: Resource;
  readonly verbs: Pick<Verbs, 'list' | 'get'>;
}

/** A resource with its five operations. */
export interface Routes extends Readable {
  readonly verbs: Verbs;
  readonly explain: Explain;
  /** The keys of what DELETE answers, with the value of those that are always the same. */
  readonly deleted: Record<string, string | boolean>;
}

/** A resource that can only be read, with nothing special about it. */
export const reads = (resource: Resource): Readable => ({
  resource,
  verbs: { list: lists(resource), get: gets(resource) },
});

/** @param verbs one function an operation; each is called after authentication and validation */
export function routes(
  resource: Resource,
  { deleted }: { deleted: Routes['deleted'] },
  verbs: Verbs,
): Routes {
  return { deleted, resource, verbs, explain: explains(resource) };
}
