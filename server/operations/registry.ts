import type { InboundOperation } from './inbound.ts';
import type { Operation } from './operation.ts';

/** All that Pauta can do with a team's data: one list, from which doors, reference and tests are made. */
export interface Registry {
  readonly operations: readonly Operation[];
  /** What other systems call at an address of ours. */
  readonly inbound: readonly InboundOperation[];
  /** @throws Error for a name that no operation has */
  named(name: string): Operation;
  /** Path after /api → the methods it has; HEAD wherever there is GET. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

/** @throws Error where two operations share a name, an id, or a method and path */
export function registryOf(
  operations: readonly Operation[],
  inbound: readonly InboundOperation[],
): Registry {
  const byName = new Map<string, Operation>();
  const methods = new Map<string, string[]>();
  for (const each of operations) {
    byName.set(each.name, each);
    if (each.v1) add(methods, each.v1.method, `/v1${each.v1.path}`);
  }
  for (const { inbound: route } of inbound)
    for (const method of route.methods) add(methods, method, route.path);
  const all = [...operations, ...inbound];
  refuseTwins(all.map(({ name }) => name));
  refuseTwins(all.map(({ id }) => id));
  return {
    operations,
    inbound,
    methods,
    named(name) {
      const found = byName.get(name);
      if (!found) throw new Error(`no operation is called ${name}`);
      return found;
    },
  };
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, i) => names.indexOf(name) < i);
  if (twin !== undefined) throw new Error(`two operations are called ${twin}`);
}

function add(methods: Map<string, string[]>, method: string, path: string): void {
  const known = methods.get(path) ?? [];
  if (known.includes(method)) throw new Error(`two operations serve ${method} ${path}`);
  // HEAD is served wherever v1 has GET.
  const added = method === 'GET' && path.startsWith('/v1/') ? ['GET', 'HEAD'] : [method];
  methods.set(path, [...known, ...added]);
}
