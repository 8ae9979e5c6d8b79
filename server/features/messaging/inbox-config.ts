import { randomBytes } from 'node:crypto';
import type { Context } from '../../operations/context.ts';
import { InvalidValues } from '../../operations/values.ts';
import type { ConfigKey, GatewayName } from '../../outbound/messaging/connection.ts';
import { configPlace, readConfigOf, type StoredInbox } from './inboxes.ts';
import { gatewayNeeds } from './messaging-service.ts';

type Config = Readonly<Record<string, string>>;
type Given = Readonly<Record<string, unknown>>;

/** What we choose ourselves where nobody did: it proves callbacks. */
const ownSecrets = ['webhook_secret', 'verify_token'];

/** What is stored, as it is; empty where nothing is, or where it does not open. */
export function storedConfig({ settings }: Pick<Context, 'settings'>, inbox: StoredInbox): Given {
  if (inbox.config === null) return {};
  try {
    const text = settings.secrets.open(inbox.config, configPlace(inbox.team, inbox.inbox));
    return JSON.parse(text) as Given;
  } catch {
    return {};
  }
}

/** A stored configuration as it may be shown, and the names of what may not. */
export function withoutSecrets(ctx: Pick<Context, 'settings'>, inbox: StoredInbox) {
  const { config: keys } = gatewayNeeds(inbox.gateway);
  const [secret, open] = ['secret', 'open'].map((which) =>
    Object.entries(storedConfig(ctx, inbox)).filter(
      ([name]) => (keys[name]?.secret === true) === (which === 'secret'),
    ),
  );
  return { config: Object.fromEntries(open ?? []), secrets: (secret ?? []).map(([name]) => name) };
}

/** True if a configuration still leads to the same session: only secrets are given, or what is stored already. */
export function isSamePlace(gateway: GatewayName, stored: Given, given: Given): boolean {
  const { config: keys } = gatewayNeeds(gateway);
  return Object.entries(given).every(([name, value]) => {
    const same = typeof value === 'string' && name === 'url' ? value.replace(/\/+$/, '') : value;
    return keys[name]?.secret === true || same === stored[name];
  });
}

/**
 * What is stored, for what is not given anew. What was told to one address in confidence is not told to another: where the gateway is
 * to be somewhere else, its secrets have to be given again.
 */
export function keptBeside(gateway: GatewayName, stored: Given, { url }: Given): Given {
  const isElsewhere = typeof url === 'string' && url.replace(/\/+$/, '') !== stored.url;
  if (!isElsewhere || stored.url === undefined) return stored;
  const { config: keys } = gatewayNeeds(gateway);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !keys[name]?.secret));
}

const refused = (name: string, gateway: GatewayName, problems: readonly string[]) =>
  new InvalidValues([
    { name, problem: `does not suit the gateway ${gateway}: ${problems.join('; ')}` },
  ]);

/**
 * A configuration that is complete, secrets of our own included.
 * @param later the keys that the gateway is going to tell
 * @throws InvalidValues naming each key which is missing, unknown or wrong, and shows no value
 */
export function completeConfig(
  gateway: GatewayName,
  given: Given,
  later: readonly string[] = [],
): Config {
  const { config: keys } = gatewayNeeds(gateway);
  const own = ownSecrets.filter((name) => Object.hasOwn(keys, name) && given[name] === undefined);
  const made = Object.fromEntries(own.map((name) => [name, randomBytes(24).toString('hex')]));
  const { problems, config } = readConfigOf(gateway, { ...given, ...made });
  const left = problems.filter(
    (each) => !later.some((name) => each.startsWith(`${name} is missing`)),
  );
  if (left.length > 0) throw refused('config', gateway, left);
  return config;
}

/** The keys of a configuration that a gateway may tell when an inbox is connected: secrets that are not our own. */
export const toldLater = (gateway: GatewayName): string[] =>
  Object.entries(gatewayNeeds(gateway).config)
    .filter(([name, { secret }]) => secret && !ownSecrets.includes(name))
    .map(([name]) => name);

/** What is asked for once, checked like a configuration. @throws InvalidValues */
export function readSetup(
  gateway: GatewayName,
  keys: Readonly<Record<string, ConfigKey>>,
  given: Given,
): Config {
  const problems = Object.keys(given)
    .filter((name) => !Object.hasOwn(keys, name))
    .map((name) => `${name} is unknown`);
  const setup: Record<string, string> = {};
  for (const [name, { pattern, says, about, fallback }] of Object.entries(keys)) {
    const value = given[name] ?? fallback;
    // What is not given may not be needed: the gateway says so.
    if (value === undefined) continue;
    if (typeof value !== 'string' || !pattern.test(value) || !value.isWellFormed())
      problems.push(`${name} must be ${says} (${about})`);
    else setup[name] = value;
  }
  if (problems.length > 0) throw refused('setup', gateway, problems);
  return setup;
}
