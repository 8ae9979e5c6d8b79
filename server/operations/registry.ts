import type { AccountOperation } from './account.ts';
import type { InboundOperation } from './inbound.ts';
import type { InstallationOperation } from './installation.ts';
import type { Operation, Route, Takes } from './operation.ts';

/** An operation on one team's data that answers neither a record nor a page: one object. */
export type Procedure<T extends Takes = Takes, O = object> = Operation<T, O>;

type Callable = Operation | Procedure | InstallationOperation;

/** An operation that has a command. */
export type CommandOperation = Callable & { readonly cli: string };

/** An operation on one team's data that the panel serves. */
export type PanelOperation = (Operation | Procedure) & { readonly panel: Route };

/** Where the panel serves what is a team's. */
export const panelTeamPath = '/panel/teams/:team_slug';

/** Where keys follow the log of events, after /api/v1: no operation, since it answers for as long as it is asked. */
export const eventStreamPath = '/events/stream';

/** All that Pauta can do: one list, from which doors, reference and tests are made. */
export interface Registry {
  /** Those on one team's data that answer a record or a page. */
  readonly operations: readonly Operation[];
  /** What other systems call at an address of ours. */
  readonly inbound: readonly InboundOperation[];
  /** Those on one team's data that answer one object. */
  readonly procedures: readonly Procedure[];
  /** Those on the installation. */
  readonly installation: readonly InstallationOperation[];
  /** What people do with their account. */
  readonly account: readonly AccountOperation[];
  /** Those on one team's data that its members may call. */
  readonly panel: readonly PanelOperation[];
  /** Those of all that have a command. */
  readonly commands: readonly CommandOperation[];
  /** @throws Error for a name that no operation has */
  named(name: string): Operation;
  /** Path after /api → the methods it has; HEAD wherever there is GET. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

const hasCommand = (each: Callable): each is CommandOperation => each.cli !== undefined;

const isInPanel = (each: Operation | Procedure): each is PanelOperation =>
  each.allow.user !== undefined && each.panel !== undefined;

/** @throws Error where two operations share a name, an id, a command, or a method and path */
export function registryOf(
  operations: readonly Operation[],
  inbound: readonly InboundOperation[],
  procedures: readonly Procedure[],
  installation: readonly InstallationOperation[],
  account: readonly AccountOperation[],
): Registry {
  const byName = new Map<string, Operation>();
  const methods = new Map<string, string[]>();
  for (const each of operations) {
    byName.set(each.name, each);
    if (each.v1) add(methods, each.v1.method, `/v1${each.v1.path}`);
  }
  const panel = [...operations, ...procedures].filter(isInPanel);
  for (const { panel: route } of panel) add(methods, route.method, `${panelTeamPath}${route.path}`);
  // What answers no JSON: the stream of what others change, and a file.
  for (const name of ['live', 'audit.csv']) add(methods, 'GET', `${panelTeamPath}/${name}`);
  add(methods, 'GET', `/v1${eventStreamPath}`);
  add(methods, 'POST', `${panelTeamPath}/files`);
  add(methods, 'GET', `${panelTeamPath}/files/:id/content`);
  for (const { panel: route } of account) add(methods, route.method, `/panel${route.path}`);
  for (const { inbound: route } of inbound)
    for (const method of route.methods) add(methods, method, route.path);
  const callable: Callable[] = [...operations, ...procedures, ...installation];
  const commands = callable.filter(hasCommand);
  const all = [...callable, ...account, ...inbound];
  refuseTwins(all.map(({ name }) => name));
  refuseTwins(all.map(({ id }) => id));
  refuseTwins(commands.map(({ cli }) => cli));
  return {
    operations,
    inbound,
    procedures,
    installation,
    account,
    panel,
    commands,
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
  // HEAD is served wherever v1 and the panel have GET.
  const added = method === 'GET' && /^\/(v1|panel)\//.test(path) ? ['GET', 'HEAD'] : [method];
  methods.set(path, [...known, ...added]);
}
