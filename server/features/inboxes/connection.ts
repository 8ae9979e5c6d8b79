import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import { platformStatement, teamStatement } from '#server/db/statement.ts';
import type {
  ConfigKey,
  Connection,
  GatewayName,
  GroupSetting,
} from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { gatewayNeeds } from '../gateways/messaging-service.ts';

/** Stored fields of an inbox that sending and receiving need. */
export interface StoredInbox {
  readonly team: string;
  readonly inbox: string;
  readonly gateway: GatewayName;
  /** Encrypted for {@link configSealContext}; null if none was given. */
  readonly config: Buffer | null;
  /** Absent if it does not matter. */
  readonly groups?: GroupSetting | undefined;
}

/** Encryption context of an inbox's configuration, which holds credentials. */
export const configSealContext = (team: string, inbox: string) => `inboxes ${team} ${inbox}`;

/** Returns the stored configuration, unchecked; undefined if it is missing or cannot be decrypted. */
export function openConfig(
  secrets: Secrets,
  { team, inbox, config }: Omit<StoredInbox, 'gateway'>,
): Readonly<Record<string, unknown>> | undefined {
  if (config === null) return undefined;
  try {
    const text = secrets.open(config, configSealContext(team, inbox));
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

/** Callback path of an inbox's gateway, relative to /api. */
export const callbackPath = (team: string, inbox: string) => `/gateways/${team}/${inbox}`;

/** @param row with team_id, id, gateway and config, and `groups` where it matters */
export const storedInbox = (row: Row): StoredInbox => ({
  team: row.team_id as string,
  inbox: row.id as string,
  gateway: row.gateway as GatewayName,
  config: row.config as Buffer | null,
  groups: row.groups as GroupSetting | undefined,
});

const find = teamStatement(
  'select team_id, id, gateway, config, groups from inboxes where team_id = $team and id = $inbox and not is_deleted',
);

/** Returns an inbox of the team; undefined if no inbox has this id. */
export async function findInbox(db: TeamDb, inbox: string): Promise<StoredInbox | undefined> {
  const [row] = await db.run(find, { inbox });
  return row && storedInbox(row);
}

const all = platformStatement(`
  select i.id, i.team_id, t.slug as team, i.name, i.gateway, i.is_active, i.is_connected, i.state, i.config
  from inboxes i join teams t on t.id = i.team_id where not i.is_deleted order by t.slug, i.created_at`);

/** Returns the inboxes of all teams, each with the team's slug. */
export const allInboxes = (platform: Platform): Promise<Row[]> => platform.run(all);

/** True if paths can be appended to the address. */
function isBase(address: string): boolean {
  if (!URL.canParse(address) || /[?#]/.test(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

/** Validates values by their keys; values without a fallback are required unless `areOptional`. @returns their problems, and the values */
export function readKeys(
  keys: Readonly<Record<string, ConfigKey>>,
  input: Readonly<Record<string, unknown>>,
  areOptional = false,
): { problems: string[]; values: Record<string, string> } {
  const problems = Object.keys(input)
    .filter((name) => !Object.hasOwn(keys, name))
    .map((name) => `${name} is unknown`);
  const values: Record<string, string> = {};
  for (const [name, { about, pattern, says, fallback }] of Object.entries(keys)) {
    const value = input[name] ?? fallback;
    if (value === undefined) {
      if (!areOptional) problems.push(`${name} is missing (${about})`);
    } else if (typeof value !== 'string' || !pattern.test(value) || !value.isWellFormed())
      problems.push(`${name} must be ${says} (${about})`);
    else values[name] = value;
  }
  return { problems, values };
}

/** Address without slashes at its end. */
export const withoutSlashes = (url: string) => url.replace(/\/+$/, '');

/** Validates a configuration. @returns its problems, and the values to store */
export function readConfigOf(
  gateway: GatewayName,
  input: Readonly<Record<string, unknown>>,
): { problems: string[]; config: Record<string, string> } {
  const { problems, values } = readKeys(gatewayNeeds(gateway).config, input);
  // An empty optional value counts as absent.
  const config = Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'url' ? withoutSlashes(value) : value]),
  );
  if (config.url !== undefined && !isBase(config.url))
    problems.push(
      'url must be an address such as https://gateway.example.com, without credentials, query or fragment',
    );
  return { problems, config };
}

/**
 * Converts a stored inbox to its gateway's connection.
 * @returns a finding if its configuration is missing, invalid or cannot be decrypted
 */
export function connectionOf(
  secrets: Secrets,
  { team, inbox, gateway, config, groups }: StoredInbox,
): Connection | Finding {
  if (gateway === 'sandbox') return { ...sandboxConnection(secrets, team, inbox), groups };
  const unusable = (text: string) => finding('configuration_incomplete', text);
  if (config === null) return unusable('the inbox has no configuration');
  const opened = openConfig(secrets, { team, inbox, config });
  if (!opened)
    return unusable("the inbox's configuration cannot be decrypted with this SECRET_KEY");
  const read = readConfigOf(gateway, opened);
  return read.problems.length > 0
    ? unusable(`the inbox's configuration is incomplete: ${read.problems.join('; ')}`)
    : { team, inbox, gateway, config: read.config, groups };
}

/** Connection of a sandbox inbox, whose signing secret is derived from this installation's key. */
export const sandboxConnection = (secrets: Secrets, team: string, inbox: string): Connection => ({
  team,
  inbox,
  gateway: 'sandbox',
  config: { webhook_secret: secrets.derive(`sandbox ${team} ${inbox}`) },
});
