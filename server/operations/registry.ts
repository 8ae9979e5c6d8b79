import type { AccountOperation } from './account-operation.ts';
import type { InboundOperation } from './inbound-operation.ts';
import type { InstallationOperation } from './installation-operation.ts';
import type { CallInput, Operation, Route } from './operation.ts';

/** An operation on one team's data that returns neither a record nor a page, but one object. */
export type Procedure<T extends CallInput = CallInput, O = object> = Operation<T, O>;

type Callable = Operation | Procedure | InstallationOperation;

/** An operation with a command. */
export type CommandOperation = Callable & { readonly cli: string };

/** An operation on one team's data in the panel API. */
export type PanelOperation = (Operation | Procedure) & { readonly panel: Route };

/** Base path of a team in the panel API. */
export const panelTeamPath = '/panel/teams/:team_slug';

/** Path of the event stream for keys, after /api/v1. It is not an operation, because its response has no end. */
export const eventStreamPath = '/events/stream';

/** All operations of Pauta: the list from which the APIs, the command line, the reference and tests are generated. */
export interface Registry {
  /** Operations on one team's data that return a record or a page. */
  readonly operations: readonly Operation[];
  /** Operations that other systems call at one of our URLs. */
  readonly inbound: readonly InboundOperation[];
  /** Operations on one team's data that return one object. */
  readonly procedures: readonly Procedure[];
  /** Operations on the installation. */
  readonly installation: readonly InstallationOperation[];
  /** Operations on a person's account. */
  readonly account: readonly AccountOperation[];
  /** Operations on one team's data that its members may call. */
  readonly panel: readonly PanelOperation[];
  /** All operations with a command. */
  readonly commands: readonly CommandOperation[];
  /** @throws Error if no operation has this name */
  named(name: string): Operation;
  /** Path after /api → its methods, with HEAD for every GET. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

const hasCommand = (each: Callable): each is CommandOperation => each.cli !== undefined;

const isInPanel = (each: Operation | Procedure): each is PanelOperation =>
  each.allow.user !== undefined && each.panel !== undefined;

/** @throws Error if two operations share a name, an id, a command, or a method and path */
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
  // Paths without JSON responses: the live stream, and a file.
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
  // v1 and the panel API serve HEAD for every GET.
  const added = method === 'GET' && /^\/(v1|panel)\//.test(path) ? ['GET', 'HEAD'] : [method];
  methods.set(path, [...known, ...added]);
}
