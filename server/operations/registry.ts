import type { Operation, Route } from './operation.ts';

/** All that Pauta can do with a team's data: one list, from which doors, reference and tests are made. */
export interface Registry {
  readonly operations: readonly Operation[];
  /** @throws Error for a name that no operation has */
  named(name: string): Operation;
  /** Path after /api/v1 → the methods it has; HEAD wherever there is GET. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

/** @throws Error where two operations share a name, an id, or a method and path */
export function registryOf(operations: readonly Operation[]): Registry {
  const byName = new Map<string, Operation>();
  const ids = new Set<string>();
  const methods = new Map<string, string[]>();
  for (const each of operations) {
    if (byName.has(each.name) || ids.has(each.id))
      throw new Error(`two operations are called ${each.name} or ${each.id}`);
    byName.set(each.name, each);
    ids.add(each.id);
    if (each.v1) add(methods, each.v1);
  }
  return {
    operations,
    methods,
    named(name) {
      const found = byName.get(name);
      if (!found) throw new Error(`no operation is called ${name}`);
      return found;
    },
  };
}

function add(methods: Map<string, string[]>, { method, path }: Route): void {
  const known = methods.get(path) ?? [];
  if (known.includes(method)) throw new Error(`two operations serve ${method} ${path}`);
  methods.set(path, [...known, ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
}
