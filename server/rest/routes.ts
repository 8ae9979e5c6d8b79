import type { Resource } from './resource.ts';
import { type Explain, explains, type Verbs } from './verbs.ts';

/** A resource with its five operations: what the app mounts and the reference describes. */
export interface Routes {
  readonly resource: Resource;
  readonly verbs: Verbs;
  readonly explain: Explain;
  /** The keys of what DELETE answers, with the value of those that are always the same. */
  readonly deleted: Record<string, string | boolean>;
}

/** @param verbs one function an operation; each is called after authentication and validation */
export function routes(
  resource: Resource,
  { deleted }: { deleted: Routes['deleted'] },
  verbs: Verbs,
): Routes {
  return { deleted, resource, verbs, explain: explains(resource) };
}
