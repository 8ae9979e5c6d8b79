import { createECDH } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { isWellFormedKey } from './api-key.ts';
import { readSecretKeys } from './secrets.ts';

/** A network range: an address and its prefix length. */
export type Cidr = ReturnType<typeof ipaddr.parseCIDR>;

/** An invalid environment variable, with a one-line message for users. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

interface Variable<T> {
  /** Allowed values, as stated in the error. */
  allowed: string;
  /** @returns the value, or undefined if the text is not allowed */
  parse(text: string): T | undefined;
  fallback: T;
  /** Contains a secret or a password: never shown. */
  secret?: true;
}

const integer = (min: number, max: number, fallback: number): Variable<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  fallback,
  parse: (text) => {
    const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  },
});

const oneOf = <T extends string>(values: readonly T[], fallback: T): Variable<T> => ({
  allowed: `one of ${values.join(', ')}`,
  fallback,
  parse: (text) => values.find((value) => value === text),
});

const matching = <T extends string | undefined>(
  pattern: RegExp,
  allowed: string,
  fallback: T,
): Variable<string | T> => ({
  allowed,
  fallback,
  parse: (text) => (pattern.test(text) ? text : undefined),
});

const url = (protocols: string[], example: string): Variable<string | undefined> => ({
  allowed: `an address such as ${example}`,
  fallback: undefined,
  secret: true,
  parse(text) {
    // PostgreSQL treats a user without a host as one on a socket, named in the query
    // (`postgres://user@/db?host=/run/postgresql`).
    const address = text.replace(/^(postgres(?:ql)?:\/\/[^/@]*@)(?=\/)/, '$1socket');
    return URL.canParse(address) && protocols.includes(new URL(address).protocol)
      ? text
      : undefined;
  },
});

/** Several values, separated by commas. */
const several = <T>(one: Variable<T | undefined>): Variable<T[]> => ({
  ...one,
  allowed: `${one.allowed}, or several separated by commas`,
  fallback: [],
  parse(text) {
    const values = text.split(',').map((part) => one.parse(part.trim()));
    return values.every((value) => value !== undefined) ? values : undefined;
  },
});

const postgres = (host: string) =>
  url(['postgres:', 'postgresql:'], `postgres://user:password@${host}:5432/database`);

/** '10.0.0.0/8,fd00::/8' → ranges; undefined for any other text. */
export function parseCidrs(text: string): Cidr[] | undefined {
  const ranges = text.split(',').map((part) => {
    const range = part.trim();
    // Requires four decimal parts: the library would parse 192.168/16 as 192.0.0.168/16, and 010.0.0.0/8 as 8.0.0.0/8. Likewise
    // ::10.0.0.0/104 as 10.0.0.0/8, and fe80::%eth0/10 as fe80::/10.
    const isWritten =
      ipaddr.IPv4.isValidCIDRFourPartDecimal(range) ||
      (ipaddr.IPv6.isValidCIDR(range) && !/^::\d+\.|%/.test(range));
    return isWritten ? ipaddr.parseCIDR(range) : undefined;
  });
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

const cidrs: Variable<Cidr[]> = {
  allowed: 'address ranges separated by commas, such as 10.0.0.0/8,fd00::/8',
  fallback: [],
  parse: parseCidrs,
};

const durationUnits = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** '5s', '30m', '2h', '20d' → milliseconds; undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  if (!match?.[1] || Number(match[1]) === 0) return undefined;
  return Number(match[1]) * durationUnits[match[2] as keyof typeof durationUnits];
}

/** Even if each wait is extended by a fifth, the last one ends before the event is deleted after 30 days. */
const maxWaitingMs = 24 * durationUnits.d;

const schedule: Variable<number[]> = {
  allowed: 'waits separated by commas, such as 5s,5m,2h,1d, of at most 24d in total',
  fallback: ['5s', '5m', '30m', '2h', '5h', '10h', '14h', '20h', '24h'].map(
    (wait) => parseDuration(wait) ?? 0,
  ),
  parse: (text) => {
    const waits = text.split(',').map((part) => parseDuration(part.trim()));
    if (!waits.every((wait) => wait !== undefined)) return undefined;
    return waits.reduce((sum, wait) => sum + wait, 0) <= maxWaitingMs ? waits : undefined;
  },
};

/** A bucket for files, and its access settings. */
export interface FilesUrl {
  readonly bucket: string;
  /** Prefix of all object names: empty, or with a trailing slash. */
  readonly prefix: string;
  /** Absent: AWS. */
  readonly endpoint?: string;
  readonly region?: string;
  /** True if the bucket is part of the path, not of the host name. */
  readonly isPathStyle: boolean;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** 's3://key:secret@bucket/prefix?endpoint=https://host:9000' → its parts; undefined for any other text. */
export function readFilesUrl(text: string): FilesUrl | undefined {
  const match =
    /^s3:\/\/(?:([^:@/?#]+):([^:@/?#]+)@)?([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_.-]+)*)\/?(?:\?([^#]*))?$/.exec(
      text,
    );
  if (!match) return undefined;
  const [, id, secret, bucket = '', path = '', query = ''] = match;
  if (/\/\.{1,2}(\/|$)/.test(path)) return undefined;
  const {
    endpoint,
    region,
    path_style: style = String(endpoint !== undefined),
    ...others
  } = Object.fromEntries(new URLSearchParams(query));
  const isEndpoint = endpoint === undefined || /^https?:\/\/[A-Za-z0-9.:[\]-]+\/?$/.test(endpoint);
  const isRegion = region === undefined || /^[a-z0-9-]{1,64}$/.test(region);
  if (!isEndpoint || !isRegion || !['true', 'false'].includes(style)) return undefined;
  if (Object.keys(others).length > 0) return undefined;
  try {
    return {
      bucket,
      prefix: path === '' ? '' : `${path.slice(1)}/`,
      ...(endpoint === undefined ? {} : { endpoint: new URL(endpoint).origin }),
      ...(region === undefined ? {} : { region }),
      isPathStyle: style === 'true',
      ...(id === undefined || secret === undefined
        ? {}
        : {
            credentials: {
              accessKeyId: decodeURIComponent(id),
              secretAccessKey: decodeURIComponent(secret),
            },
          }),
    };
  } catch {
    return undefined;
  }
}

/** Address of clamd: a port, or a local socket. */
export type ClamdUrl = { readonly host: string; readonly port: number } | { readonly path: string };

const clamdPort = 3310;

/** 'tcp://host:3310' or 'unix:///run/clamav/clamd.ctl' → its parts; undefined for any other text. */
export function readClamdUrl(text: string): ClamdUrl | undefined {
  const path = /^unix:\/\/(\/[^\0?#]{1,100})$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const [, host, port] =
    /^tcp:\/\/([A-Za-z0-9_.-]{1,255}|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?\/?$/.exec(text) ?? [];
  if (host === undefined || Number(port ?? clamdPort) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? clamdPort) };
}

/** An SMTP server for outgoing mail. */
export interface SmtpUrl {
  readonly host: string;
  readonly port: number;
  /** True for implicit TLS; otherwise STARTTLS is used if the server offers it. */
  readonly isSecure: boolean;
  /** True if nothing may be sent without TLS. */
  readonly needsTls: boolean;
  readonly credentials?: { readonly user: string; readonly password: string };
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** 'smtps://user:password@host:465' → its parts; undefined for any other text. */
export function readSmtpUrl(text: string): SmtpUrl | undefined {
  if (!/^smtps?:\/\/[!-~]+$/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, username, password, search, hash } = new URL(text);
  const tls = /^\?tls=(required|optional)$/.exec(search)?.[1];
  if (hostname === '' || !['', '/'].includes(pathname) || hash !== '') return undefined;
  if ((search !== '' && tls === undefined) || (username === '') !== (password === ''))
    return undefined;
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const credentials = {
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
    return {
      host,
      port: port === '' ? (isSecure ? 465 : 587) : Number(port),
      isSecure,
      // Never sends a password in clear over a network unless the operator allows it.
      needsTls: tls === undefined ? username !== '' && !isLoopback(host) : tls === 'required',
      ...(username === '' ? {} : { credentials }),
    };
  } catch {
    return undefined;
  }
}

/** A mailbox on an IMAP server. */
export interface ImapUrl extends Omit<SmtpUrl, 'credentials'> {
  readonly credentials: { readonly user: string; readonly password: string };
  /** Its name, such as INBOX. */
  readonly mailbox: string;
}

/** 'imaps://user:password@host:993/INBOX' → its parts; undefined for any other text. */
export function readImapUrl(text: string): ImapUrl | undefined {
  const [, scheme, rest = '', path = '', search = ''] =
    /^(imaps?):(\/\/[^/?#]+)(?:\/([^?#]*))?(\?[^#]*)?$/.exec(text) ?? [];
  if (scheme === undefined) return undefined;
  const server = readSmtpUrl(`${scheme === 'imaps' ? 'smtps' : 'smtp'}:${rest}${search}`);
  if (!server?.credentials) return undefined;
  const { credentials, isSecure } = server;
  const hasPort = /:\d+$/.test(rest);
  try {
    const mailbox = decodeURIComponent(path) || 'INBOX';
    return {
      ...server,
      credentials,
      port: hasPort ? server.port : isSecure ? 993 : 143,
      mailbox,
    };
  } catch {
    return undefined;
  }
}

/** 'https://pauta.example.com/' → without the trailing slash; undefined for a URL that paths cannot be appended to. */
function readPublicUrl(text: string): string | undefined {
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[?#@]/.test(text) || !URL.canParse(text))
    return undefined;
  return text.length <= 1_024 ? text.replace(/\/+$/, '') : undefined;
}

/** An OpenID provider, and this installation's registration with it. */
export interface OpenIdConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined if the provider requires none and PKCE suffices. */
  readonly secret: string | undefined;
  /** Display name. */
  readonly name: string;
}

/** Validates an issuer: https, or http on this machine, where no network is involved. */
function readIssuer(text: string): string | undefined {
  if (!/^https?:\/\/[!-~]+$/.test(text) || /[?#@]/.test(text) || !URL.canParse(text))
    return undefined;
  const { protocol, hostname } = new URL(text);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return text.length <= 1_024 && (protocol === 'https:' || isHere) ? text : undefined;
}

/** Numbers of daily, weekly and monthly backups to keep: '7d,4w,6m'. */
const keep: Variable<{ readonly days: number; readonly weeks: number; readonly months: number }> = {
  allowed: 'numbers of daily, weekly and monthly backups such as 7d,4w,6m, at least one of them',
  fallback: { days: 7, weeks: 4, months: 6 },
  parse(text) {
    const numbers = { days: 0, weeks: 0, months: 0 };
    const units = { d: 'days', w: 'weeks', m: 'months' } as const;
    for (const part of text.split(',')) {
      const [, number, unit] = /^([1-9]\d{0,2})([dwm])$/.exec(part.trim()) ?? [];
      const name = units[unit as keyof typeof units];
      if (name === undefined || numbers[name] > 0) return undefined;
      numbers[name] = Number(number);
    }
    return numbers;
  },
};

const credential = (what: string): Variable<string | undefined> => ({
  ...matching(/^[!-~]{1,4096}$/, what, undefined),
  secret: true,
});

const variables = {
  HOST: matching(/^[A-Za-z0-9_.:-]{1,255}$/, 'a host name or an address', '127.0.0.1'),
  PORT: integer(0, 65_535, 3000),
  DATA_DIR: matching(/^[^\0]+$/, 'a directory', undefined),
  DATABASE_URL: postgres('host'),
  DATABASE_REPLICA_URL: several(postgres('replica')),
  DATABASE_POOL: integer(1, 1_000, 10),
  REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379'),
  WORKERS: {
    allowed: 'a whole number from 1 to 256, or auto',
    fallback: 1,
    parse: (text) => (text === 'auto' ? 'auto' : integer(1, 256, 1).parse(text)),
  } satisfies Variable<number | 'auto'> as Variable<number | 'auto'>,
  ROLE: oneOf(['all', 'web', 'worker'], 'all'),
  PANEL: oneOf(['on', 'off'], 'on'),
  RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000_000, 60),
  TRUST_PROXY: cidrs,
  PUBLIC_URL: {
    allowed: 'an address such as https://pauta.example.com, without query or credentials',
    fallback: undefined,
    parse: readPublicUrl,
  } as Variable<string | undefined>,
  OIDC_ISSUER: {
    allowed:
      'the issuer of an OpenID provider, such as https://login.example.com; http on this machine only',
    fallback: undefined,
    parse: readIssuer,
  } as Variable<string | undefined>,
  OIDC_CLIENT_ID: matching(/^[!-~]{1,255}$/, 'a client id', undefined),
  OIDC_CLIENT_SECRET: credential('a client secret'),
  OIDC_NAME: matching(/^[^\p{C}]{1,64}$/u, 'a name of at most 64 characters', undefined),
  SECRET_KEY: {
    allowed:
      'base64 of 32 bytes (create one with openssl rand -base64 32), or several separated by commas: the first encrypts, all decrypt',
    fallback: undefined,
    secret: true,
    parse: readSecretKeys,
  } as Variable<[Buffer, ...Buffer[]] | undefined>,
  SECURITY_CONTACT: several(
    matching(
      /^(mailto:[!-~]+@[!-~]+|https:\/\/[!-~]+|tel:\+[0-9-]+)$/,
      'an address such as mailto:security@example.com, https://example.com/security or tel:+55-11-5555-0100',
      undefined,
    ),
  ),
  BOOTSTRAP_API_KEY: {
    allowed: 'pauta_ followed by 32 letters or digits and a checksum of 6',
    fallback: undefined,
    secret: true,
    parse: (text) => (isWellFormedKey(text) ? text : undefined),
  } satisfies Variable<string | undefined> as Variable<string | undefined>,
  MSGAPP_JID_SUFFIX: matching(
    /^[a-z0-9-]+(\.[a-z0-9-]+)*$/,
    'a domain name in lower case',
    's.msgapp.net',
  ),
  SANDBOX_DELAY_MS: integer(0, 3_600_000, 1_000),
  WEBHOOK_ALLOW_CIDRS: cidrs,
  WEBHOOK_RETRY_SCHEDULE: schedule,
  TEAM_WEBHOOKS: integer(0, 1_000_000, 100),
  TEAM_WORKFLOWS: integer(0, 1_000_000, 100),
  TEAM_DELIVERIES_WAITING: integer(0, 1_000_000_000, 300_000),
  TEAM_WEBHOOK_BYTES_PER_MINUTE: integer(0, 100_000_000_000, 268_435_456),
  TEAM_REPLAYS_PER_MINUTE: integer(0, 1_000_000_000, 10_000),
  TEAM_IDEMPOTENCY_BYTES: integer(0, 999_999_999_999, 536_870_912),
  TEAM_MAILS_PER_HOUR: integer(0, 1_000_000, 100),
  MEMBER_MAILS_PER_HOUR: integer(0, 1_000_000, 50),
  FILES_URL: {
    allowed:
      's3://bucket/prefix?region=sa-east-1 or s3://key:secret@bucket/prefix?endpoint=https://host:9000; path_style=true or false may follow',
    fallback: undefined,
    secret: true,
    parse: readFilesUrl,
  } as Variable<FilesUrl | undefined>,
  LEDGER_URL: {
    allowed: 'file:///var/lib/pauta-ledger, a directory on another disk than the database',
    fallback: undefined,
    parse: (text) => (/^file:\/\/\/[^?#]+$/.test(text) ? text : undefined),
  } as Variable<string | undefined>,
  BACKUP_DIR: matching(/^[^\0]+$/, 'a directory', undefined),
  BACKUP_SCHEDULE: matching(
    /^([01]\d|2[0-3]):[0-5]\d$/,
    'a time of day in UTC, such as 03:00',
    '03:00',
  ),
  BACKUP_KEEP: keep,
  BACKUP_FILES: oneOf(['on', 'off'], 'off'),
  AWS_ACCESS_KEY_ID: credential('an access key id'),
  AWS_SECRET_ACCESS_KEY: credential('a secret access key'),
  AWS_SESSION_TOKEN: credential('a session token'),
  AWS_REGION: matching(/^[a-z0-9-]{1,64}$/, 'a region such as sa-east-1', undefined),
  CLAMD_URL: {
    allowed: 'tcp://host:3310 or unix:///run/clamav/clamd.ctl',
    fallback: undefined,
    parse: readClamdUrl,
  } as Variable<ClamdUrl | undefined>,
  FILE_MAX_BYTES: integer(1, 10_000_000_000, 104_857_600),
  TEAM_FILE_BYTES: integer(0, 999_999_999_999, 10_737_418_240),
  DISK_RESERVE_BYTES: integer(0, 999_999_999_999, 536_870_912),
  SMTP_URL: {
    allowed:
      'smtps://user:password@host:465 or smtp://host:587; tls=required or optional may follow',
    fallback: undefined,
    secret: true,
    parse: readSmtpUrl,
  } as Variable<SmtpUrl | undefined>,
  MAIL_FROM: matching(
    /^(?=.{3,255}$)([^<>"\\,;:\r\n@]+ <[^\s@<>,]+@[^\s@<>,]+>|[^\s@<>,]+@[^\s@<>,]+)$/,
    'an e-mail address, alone or as Pauta <pauta@example.com>',
    undefined,
  ),
  BOUNCE_ADDRESS: matching(
    /^[a-z0-9][a-z0-9._-]{0,20}@(?=.{1,190}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'an address such as bounces@example.com, in lower case, with at most 21 characters before the @ and no +',
    undefined,
  ),
  BOUNCE_IMAP_URL: {
    allowed:
      'imaps://user:password@host:993/INBOX or imap://user:password@host:143/INBOX; tls=required or optional may follow',
    fallback: undefined,
    secret: true,
    parse: readImapUrl,
  } as Variable<ImapUrl | undefined>,
  VAPID_PUBLIC_KEY: matching(
    /^B[\w-]{86}$/,
    'the public key of a VAPID pair, as base64url',
    undefined,
  ),
  VAPID_PRIVATE_KEY: {
    ...matching(/^[\w-]{43}$/, 'the private key of a VAPID pair, as base64url', undefined),
    secret: true,
  },
  VAPID_SUBJECT: matching(
    /^(mailto:[^\s@<>,]+@[^\s@<>,]+|https:\/\/[^\s<>"]+)$/,
    'an address such as mailto:admin@example.com or https://example.com',
    undefined,
  ),
  AI_URL: url(['http:', 'https:'], 'http://localhost:11434/v1'),
  AI_KEY: credential('an API key'),
  AI_MODEL: matching(/^[!-~]{1,200}$/, 'the name of a model', undefined),
  AI_TOKENS_PER_DAY: integer(0, 1_000_000_000, 200_000),
  LIVE_STREAMS: integer(0, 100_000, 1_000),
  TEAM_LIVE_STREAMS: integer(0, 100_000, 500),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  METRICS_HOST: matching(/^[0-9A-Fa-f.:]{2,45}$/, 'an address', '127.0.0.1'),
  METRICS_PORT: { ...integer(1, 65_535, 0), fallback: undefined } as Variable<number | undefined>,
};

type Values = { [K in keyof typeof variables]: (typeof variables)[K]['fallback'] };
type Read<T> = T extends Variable<infer V> ? V : never;

/** The parsed environment; one property per variable, under the variable's name. */
export type Config = { [K in keyof Values]: Read<(typeof variables)[K]> };

/** Limits of a team; 0: unlimited. */
export type TeamLimits = Pick<
  Config,
  | 'TEAM_WEBHOOKS'
  | 'TEAM_WORKFLOWS'
  | 'TEAM_DELIVERIES_WAITING'
  | 'TEAM_WEBHOOK_BYTES_PER_MINUTE'
  | 'TEAM_REPLAYS_PER_MINUTE'
  | 'TEAM_IDEMPOTENCY_BYTES'
  | 'TEAM_MAILS_PER_HOUR'
  | 'MEMBER_MAILS_PER_HOUR'
>;

/** Variable names, for documents and `pauta doctor`. */
export const variableNames = Object.keys(variables) as (keyof Config)[];

/**
 * Reads the whole environment once. An empty variable counts as unset.
 * @throws ConfigError one line with the variable, its value (unless secret) and the allowed values
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const entries = Object.entries(variables).map(([name, variable]) => {
    const text = env[name];
    if (text === undefined || text === '') return [name, variable.fallback];
    const value = variable.parse(text);
    if (value === undefined) {
      const held = 'secret' in variable ? 'is not valid' : `is ${JSON.stringify(text)}`;
      throw new ConfigError(`${name} ${held}; allowed: ${variable.allowed}.`);
    }
    return [name, value];
  });
  const config = Object.fromEntries(entries) as Config;
  if (config.DATABASE_URL && !config.SECRET_KEY) {
    throw new ConfigError(
      `SECRET_KEY is not set; with DATABASE_URL it must be ${variables.SECRET_KEY.allowed}.`,
    );
  }
  if (config.AI_URL !== undefined && config.AI_MODEL === undefined) {
    throw new ConfigError(
      `AI_MODEL is not set; with AI_URL it must be ${variables.AI_MODEL.allowed}.`,
    );
  }
  for (const [one, pair] of [
    ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
    ['BOUNCE_ADDRESS', 'BOUNCE_IMAP_URL'],
    ['BOUNCE_IMAP_URL', 'BOUNCE_ADDRESS'],
    ['BOUNCE_ADDRESS', 'SMTP_URL'],
  ] as const)
    if (config[one] !== undefined && config[pair] === undefined)
      throw new ConfigError(
        `${pair} is not set; with ${one} it must be ${variables[pair].allowed}.`,
      );
  if (!isPair(config.VAPID_PUBLIC_KEY, config.VAPID_PRIVATE_KEY))
    throw new ConfigError('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.');
  if (config.SMTP_URL && !config.MAIL_FROM) {
    throw new ConfigError(
      `MAIL_FROM is not set; with SMTP_URL it must be ${variables.MAIL_FROM.allowed}.`,
    );
  }
  // Mailed links use PUBLIC_URL, never the host that a request names.
  if (config.SMTP_URL && config.PUBLIC_URL === undefined) {
    throw new ConfigError(
      `PUBLIC_URL is not set; with SMTP_URL it must be ${variables.PUBLIC_URL.allowed}.`,
    );
  }
  if (config.OIDC_ISSUER !== undefined && config.OIDC_CLIENT_ID === undefined) {
    throw new ConfigError(
      `OIDC_CLIENT_ID is not set; with OIDC_ISSUER it must be ${variables.OIDC_CLIENT_ID.allowed}.`,
    );
  }
  if (config.FILES_URL && !config.FILES_URL.credentials) {
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
      if (config[name] === undefined)
        throw new ConfigError(
          `${name} is not set; with a FILES_URL that contains no key it must be ${variables[name].allowed}.`,
        );
  }
  if (config.DATABASE_REPLICA_URL.length > 0) {
    if (!config.DATABASE_URL) {
      throw new ConfigError(
        `DATABASE_URL is not set; with DATABASE_REPLICA_URL it must be ${variables.DATABASE_URL.allowed}.`,
      );
    }
    // Each process must know the positions of writes made through the others.
    if (config.WORKERS !== 1 && config.ROLE !== 'worker' && !config.REDIS_URL) {
      throw new ConfigError(
        `REDIS_URL is not set; with DATABASE_REPLICA_URL and several WORKERS it must be ${variables.REDIS_URL.allowed}.`,
      );
    }
  }
  return config;
}

/** Base URL of this installation: PUBLIC_URL, otherwise the listening address; undefined for an arbitrary free port. */
export function publicUrlOf({ PUBLIC_URL, HOST, PORT }: Config): string | undefined {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  if (PORT === 0) return undefined;
  const host = ['0.0.0.0', '::'].includes(HOST) ? 'localhost' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** True unless both keys are set and do not belong together. */
function isPair(publicKey: string | undefined, privateKey: string | undefined): boolean {
  if (publicKey === undefined || privateKey === undefined) return true;
  const ecdh = createECDH('prime256v1');
  try {
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey().toString('base64url') === publicKey;
  } catch {
    return false;
  }
}

/** The operator's address and keys for web push; undefined without an address, which push services require. */
export function vapidOf({ PUBLIC_URL, ...config }: Config) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config;
  const isPublic = PUBLIC_URL?.startsWith('https://') ?? false;
  const subject = config.VAPID_SUBJECT ?? (isPublic ? PUBLIC_URL : undefined);
  if (subject === undefined) return undefined;
  const keys =
    publicKey !== undefined && privateKey !== undefined ? { publicKey, privateKey } : undefined;
  return { subject, keys };
}

/** The operator's OpenID provider; undefined if none is configured. */
export function openIdOf({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: secret,
  OIDC_NAME: name,
}: Config): OpenIdConfig | undefined {
  if (issuer === undefined || clientId === undefined) return undefined;
  return { issuer, clientId, secret, name: name ?? new URL(issuer).hostname };
}
