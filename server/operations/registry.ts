import type { AccountOperation } from './account-operation.ts';
import type { InboundOperation } from './inbound-operation.ts';
import type { InstallationOperation } from './installation-operation.ts';
import type { Operation, Route } from './operation.ts';

/** An operation of any scope. */
export type AnyOperation = Operation | AccountOperation | InstallationOperation | InboundOperation;

/** An operation with a command. */
export type CommandOperation = (Operation | InstallationOperation) & { readonly cli: string };

/** An operation on one team's data in the panel API. */
export type PanelOperation = Operation & { readonly panel: Route };

/** Base path of a team in the panel API. */
export const panelTeamPath = '/panel/teams/:team_slug';

/** Path of the event stream for keys, after /api/v1. It is not an operation, because its response has no end. */
export const eventStreamPath = '/events/stream';

/** All operations of Pauta: the list from which the APIs, the command line, the reference and tests are generated. */
export interface Registry {
  /** Operations on one team's data. */
  readonly operations: readonly Operation[];
  /** Operations that other systems call at one of our URLs. */
  readonly inbound: readonly InboundOperation[];
  /** Operations on the installation. */
  readonly installation: readonly InstallationOperation[];
  /** Operations on a person's account. */
  readonly account: readonly AccountOperation[];
  /** Operations on one team's data that its members may call, those on records first. */
  readonly panel: readonly PanelOperation[];
  /** All operations with a command. */
  readonly commands: readonly CommandOperation[];
  /** Finds an operation on one team's data. @throws Error if none has this name */
  named(name: string): Operation;
  /** Path after /api → its methods, with HEAD for every GET. */
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

const hasCommand = (each: Operation | InstallationOperation): each is CommandOperation =>
  each.cli !== undefined;

const isInPanel = (each: Operation): each is PanelOperation =>
  each.allow.user !== undefined && each.panel !== undefined;

/** Operations on records first: the references name shared schemas after them. */
const recordsFirst = (all: readonly PanelOperation[]): PanelOperation[] => [
  ...all.filter(({ output }) => 'table' in output),
  ...all.filter(({ output }) => !('table' in output)),
];

/** @throws Error if two operations share a name, an id, a command, or a method and path */
export function registryOf(all: readonly AnyOperation[]): Registry {
  const operations = all.filter((each) => each.scope === 'team');
  const inbound = all.filter((each) => each.scope === 'inbound');
  const installation = all.filter((each) => each.scope === 'installation');
  const account = all.filter((each) => each.scope === 'account');
  const panel = recordsFirst(operations.filter(isInPanel));
  const commands = [...operations, ...installation].filter(hasCommand);
  const methods = new Map<string, string[]>();
  for (const { v1 } of operations) if (v1) add(methods, v1.method, `/v1${v1.path}`);
  for (const { panel: route } of panel) add(methods, route.method, `${panelTeamPath}${route.path}`);
  for (const { bytes, v1Bytes } of operations) {
    if (bytes) add(methods, bytes.method, `${panelTeamPath}${bytes.path}`);
    if (v1Bytes) add(methods, v1Bytes.method, `/v1${v1Bytes.path}`);
  }
  // Streams, whose responses have no end.
  add(methods, 'GET', `${panelTeamPath}/live`);
  add(methods, 'GET', `/v1${eventStreamPath}`);
  for (const { panel: route } of account) add(methods, route.method, `/panel${route.path}`);
  for (const { inbound: route } of inbound)
    for (const method of route.methods) add(methods, method, route.path);
  refuseTwins(all.map(({ name }) => name));
  refuseTwins(all.map(({ id }) => id));
  refuseTwins(commands.map(({ cli }) => cli));
  const byName = new Map(operations.map((each) => [each.name, each]));
  return {
    operations,
    inbound,
    installation,
    account,
    panel,
    commands,
    methods,
    named(name) {
      const operation = byName.get(name);
      if (!operation) throw new Error(`no operation is called ${name}`);
      return operation;
    },
  };
}

function refuseTwins(names: readonly string[]): void {
  const twin = names.find((name, i) => names.indexOf(name) < i);
  if (twin !== undefined) throw new Error(`two operations are called ${twin}`);
}

function add(methods: Map<string, string[]>, method: string, path: string): void {
  const existing = methods.get(path) ?? [];
  if (existing.includes(method)) throw new Error(`two operations serve ${method} ${path}`);
  // v1 and the panel API serve HEAD for every GET.
  const added = method === 'GET' && /^\/(v1|panel)\//.test(path) ? ['GET', 'HEAD'] : [method];
  methods.set(path, [...existing, ...added]);
}
