import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newVapidKeys } from '#server/features/installation/vapid-keys.ts';
import { newKey } from '#server/platform/api-key.ts';
import {
  type Config,
  ConfigError,
  parseDuration,
  readConfig,
  vapidOf,
  variableNames,
} from '#server/platform/config.ts';

/* Every environment variable with its default, accepted and refused values. A new variable without a case here does not compile. */

interface Case<T> {
  /** Value when the variable is unset. */
  default: T;
  /** Text → its parsed value. */
  good: readonly (readonly [string, T])[];
  bad: readonly string[];
  /** Words in the refusal that name the allowed values. */
  allowed: readonly string[];
  /** Holds a secret, which a refusal never shows. */
  secret?: true;
  /** Variables that must be set too. */
  context?: Record<string, string>;
}

const secretKey = randomBytes(32);
const base64Of = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const key = newKey();
const wrongChecksum = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
const minute = 60_000;
const hour = 60 * minute;

/** Ranges as readable texts: ipaddr.js's objects are compared by their printed form. */
const displayed = (value: unknown): unknown =>
  Array.isArray(value) && value.every((entry) => Array.isArray(entry))
    ? value.map((entry) => `${String(entry[0])}/${String(entry[1])}`)
    : value;

const ranges = {
  default: [],
  good: [
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['10.0.0.0/8,fd00::/8', ['10.0.0.0/8', 'fd00::/8']],
    ['127.0.0.1/32, ::1/128', ['127.0.0.1/32', '::1/128']],
    ['::ffff:10.0.0.0/104', ['::ffff:a00:0/104']],
  ],
  bad: [
    '10.0.0.1',
    '10.0.0.0/33',
    'fd00::/129',
    '192.168/16',
    '010.0.0.0/8',
    'proxy',
    '10.0.0.0/8,',
    '10.0.0.0/8;fd00::/8',
    '10.0.0.0/-1',
    '::10.0.0.0/104',
    'fe80::%eth0/10',
  ],
  allowed: ['10.0.0.0/8'],
} as const;

const port = {
  bad: ['-1', '65536', 'http', '80.5', '0x50', '1e3', ' 80', '99999999999999999999'],
  allowed: ['65535'],
};

const cases: { [K in keyof Config]: Case<unknown> } = {
  HOST: {
    default: '127.0.0.1',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
      ['db-1.example.com', 'db-1.example.com'],
    ],
    bad: ['a b', 'http://host', '10.0.0.1/8', 'x'.repeat(256), 'host\nname'],
    allowed: ['host name', 'address'],
  },
  PORT: {
    default: 3000,
    good: [
      ['0', 0],
      ['80', 80],
      ['65535', 65_535],
    ],
    ...port,
  },
  DATA_DIR: {
    default: undefined,
    good: [
      ['/srv/pauta', '/srv/pauta'],
      ['./da ta', './da ta'],
    ],
    bad: ['a\0b'],
    allowed: ['directory'],
  },
  DATABASE_URL: {
    default: undefined,
    good: [
      'postgres://user:password@db.example.com:5432/pauta',
      'postgresql://db/pauta?sslmode=verify-full',
      'postgres://pauta@localhost:5432/pauta?host=/var/run/postgresql',
      'postgresql:///pauta?host=/var/run/postgresql&user=pauta',
      'postgres://pauta@/pauta?host=/var/run/postgresql',
      'postgresql://pauta:password@/pauta?host=/var/run/postgresql&port=5433',
    ].map((text) => [text, text] as const),
    bad: [
      'db:hidden',
      'mysql://user:hidden@db/pauta',
      'http://hidden',
      'hidden',
      'host=db password=hidden',
      'postgres://user:hidden@',
      'mysql://user:hidden@/pauta',
    ],
    allowed: ['postgres://'],
    secret: true,
    context: { SECRET_KEY: secretKey.toString('base64') },
  },
  DATABASE_REPLICA_URL: {
    default: [],
    good: [
      [
        'postgres://user:password@replica:5432/pauta',
        ['postgres://user:password@replica:5432/pauta'],
      ],
      ['postgres://a/pauta, postgresql://b/pauta', ['postgres://a/pauta', 'postgresql://b/pauta']],
    ],
    bad: [
      'replica:hidden',
      'mysql://hidden/pauta',
      'postgres://a/pauta,hidden',
      'postgres://hidden/pauta,',
    ],
    allowed: ['postgres://', 'separated by commas'],
    secret: true,
    context: {
      DATABASE_URL: 'postgres://primary/pauta',
      SECRET_KEY: secretKey.toString('base64'),
    },
  },
  DATABASE_POOL: {
    default: 10,
    good: [
      ['1', 1],
      ['1000', 1_000],
    ],
    bad: ['0', '1001', '-5', 'ten', '1.5'],
    allowed: ['1', '1000'],
  },
  REDIS_URL: {
    default: undefined,
    good: [
      ['redis://:password@cache:6379/0', 'redis://:password@cache:6379/0'],
      ['rediss://cache:6380', 'rediss://cache:6380'],
    ],
    bad: ['cache-hidden:6379', 'http://hidden', 'hidden', '/run/hidden.sock'],
    allowed: ['redis://'],
    secret: true,
  },
  WORKERS: {
    default: 1,
    good: [
      ['1', 1],
      ['256', 256],
      ['auto', 'auto'],
    ],
    bad: ['0', '257', 'AUTO', 'many', '-1', '2.0'],
    allowed: ['1', '256', 'auto'],
  },
  PANEL: {
    default: 'on',
    good: [
      ['on', 'on'],
      ['off', 'off'],
    ],
    bad: ['true', 'ON', '1'],
    allowed: ['one of on, off'],
  },
  ROLE: {
    default: 'all',
    good: [
      ['all', 'all'],
      ['web', 'web'],
      ['worker', 'worker'],
    ],
    bad: ['Web', 'both', 'web,worker', 'toString'],
    allowed: ['all', 'web', 'worker'],
  },
  TEAM_WEBHOOKS: {
    default: 100,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_WORKFLOWS: {
    default: 100,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_DELIVERIES_WAITING: {
    default: 300_000,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_WEBHOOK_BYTES_PER_MINUTE: {
    default: 268_435_456,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_REPLAYS_PER_MINUTE: {
    default: 10_000,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_IDEMPOTENCY_BYTES: {
    default: 536_870_912,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_MAILS_PER_HOUR: {
    default: 100,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  MEMBER_MAILS_PER_HOUR: {
    default: 50,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  LEDGER_URL: {
    default: undefined,
    good: [['file:///var/lib/pauta-ledger', 'file:///var/lib/pauta-ledger']],
    bad: ['/var/lib/pauta-ledger', 's3://bucket', 'file://', 'file:///x?y'],
    allowed: ['file:///var/lib/pauta-ledger'],
  },
  FILES_URL: {
    default: undefined,
    good: [
      [
        's3://key:se%2Bcret@agency/files/here?endpoint=http://127.0.0.1:9000&region=sa-east-1',
        {
          bucket: 'agency',
          prefix: 'files/here/',
          endpoint: 'http://127.0.0.1:9000',
          region: 'sa-east-1',
          isPathStyle: true,
          credentials: { accessKeyId: 'key', secretAccessKey: 'se+cret' },
        },
      ],
      [
        's3://key:secret@agency.example.com?endpoint=https://objects.example.com/&path_style=false',
        {
          bucket: 'agency.example.com',
          prefix: '',
          endpoint: 'https://objects.example.com',
          isPathStyle: false,
          credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        },
      ],
      [
        's3://key:secret@agency',
        {
          bucket: 'agency',
          prefix: '',
          isPathStyle: false,
          credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
        },
      ],
    ],
    bad: [
      '/var/lib/files',
      'file:///var/lib/files',
      's3://?',
      's3://Agency',
      's3://key@agency',
      's3://agency/../other',
      's3://agency?endpoint=host:9000',
      's3://agency?endpoint=https://host/path',
      's3://agency?path_style=yes',
      's3://agency?zone=1',
      's3://key:%zz@agency',
    ],
    allowed: ['s3://bucket/prefix', 'endpoint=', 'path_style'],
    secret: true,
  },
  VAPID_PUBLIC_KEY: {
    default: undefined,
    // Valid only together; see below.
    good: [],
    bad: ['x', 'A'.repeat(87), `B${'A'.repeat(87)}`],
    allowed: ['public key', 'base64url'],
  },
  VAPID_PRIVATE_KEY: {
    default: undefined,
    good: [],
    bad: ['x', 'A'.repeat(44)],
    allowed: ['private key', 'base64url'],
    secret: true,
  },
  VAPID_SUBJECT: {
    default: undefined,
    good: [
      ['mailto:ops@example.com', 'mailto:ops@example.com'],
      ['https://example.com', 'https://example.com'],
    ],
    bad: ['ops@example.com', 'http://example.com', 'mailto:', 'https://'],
    allowed: ['mailto:', 'https://'],
  },
  AWS_ACCESS_KEY_ID: {
    default: undefined,
    good: [['AKIAEXAMPLE', 'AKIAEXAMPLE']],
    bad: ['two words'],
    allowed: ['an access key id'],
    secret: true,
  },
  AWS_SECRET_ACCESS_KEY: {
    default: undefined,
    good: [['wJalr/+EXAMPLE', 'wJalr/+EXAMPLE']],
    bad: ['two words'],
    allowed: ['a secret access key'],
    secret: true,
  },
  AWS_SESSION_TOKEN: {
    default: undefined,
    good: [['token==', 'token==']],
    bad: ['two words'],
    allowed: ['a session token'],
    secret: true,
  },
  AWS_REGION: {
    default: undefined,
    good: [['sa-east-1', 'sa-east-1']],
    bad: ['São Paulo', 'sa east'],
    allowed: ['sa-east-1'],
  },
  AI_URL: {
    default: undefined,
    good: [['http://localhost:11434', 'http://localhost:11434']],
    bad: ['models.example:11434', 'ftp://models.example'],
    allowed: ['http://localhost:11434/v1'],
    secret: true,
    context: { AI_MODEL: 'llama3.1:8b' },
  },
  AI_KEY: {
    default: undefined,
    good: [['sk-abc', 'sk-abc']],
    bad: ['two words'],
    allowed: ['an API key'],
    secret: true,
  },
  AI_MODEL: {
    default: undefined,
    good: [['llama3.1:8b', 'llama3.1:8b']],
    bad: ['two words'],
    allowed: ['the name of a model'],
  },
  AI_TOKENS_PER_DAY: {
    default: 200_000,
    good: [
      ['0', 0],
      ['1000000000', 1_000_000_000],
    ],
    bad: ['-1', '1000000001', 'many'],
    allowed: ['0', '1000000000'],
  },
  SMTP_URL: {
    default: undefined,
    good: [
      [
        'smtps://pauta%40agency.example:hid%2Bden@mail.example',
        {
          host: 'mail.example',
          port: 465,
          isSecure: true,
          needsTls: true,
          credentials: { user: 'pauta@agency.example', password: 'hid+den' },
        },
      ],
      [
        'smtp://user:hidden@mail.example:2525?tls=optional',
        {
          host: 'mail.example',
          port: 2525,
          isSecure: false,
          needsTls: false,
          credentials: { user: 'user', password: 'hidden' },
        },
      ],
      [
        'smtp://user:hidden@mail.example',
        {
          host: 'mail.example',
          port: 587,
          isSecure: false,
          needsTls: true,
          credentials: { user: 'user', password: 'hidden' },
        },
      ],
      ['smtp://[::1]:25', { host: '::1', port: 25, isSecure: false, needsTls: false }],
    ],
    bad: [
      'mail.example',
      'http://mail.example',
      'smtp:///x',
      'smtp://user@mail.example',
      'smtp://mail.example/path',
      'smtp://mail.example?tls=none',
      'smtp://a:%E0%A4%A@mail.example',
    ],
    allowed: ['smtps://user:password@host:465', 'tls='],
    secret: true,
    context: { MAIL_FROM: 'pauta@example.com', PUBLIC_URL: 'https://pauta.example.com' },
  },
  MAIL_FROM: {
    default: undefined,
    good: [
      ['pauta@example.com', 'pauta@example.com'],
      ['Agência Pauta <pauta@example.com>', 'Agência Pauta <pauta@example.com>'],
    ],
    bad: ['pauta', 'a@b, c@d', 'Pauta <pauta>', 'Pauta pauta@example.com', '<a@b> <c@d>'],
    allowed: ['Pauta <pauta@example.com>'],
  },
  BOUNCE_ADDRESS: {
    default: undefined,
    good: [],
    bad: [
      'bounces',
      'Bounces@example.com',
      'bounces+x@example.com',
      'bounces@localhost',
      `${'b'.repeat(22)}@example.com`,
      'Pauta <bounces@example.com>',
    ],
    allowed: ['bounces@example.com', '21 characters'],
  },
  BOUNCE_IMAP_URL: {
    default: undefined,
    good: [],
    bad: [
      'imap.example',
      'imaps://imap.example',
      'imaps://user@imap.example',
      'smtps://user:hidden@imap.example',
      'imaps://user:hidden@imap.example/INBOX?tls=none',
      'imaps://user:hidden@imap.example/%E0%A4%A',
      'imaps:///INBOX',
    ],
    allowed: ['imaps://user:password@host:993/INBOX', 'tls='],
    secret: true,
  },
  CLAMD_URL: {
    default: undefined,
    good: [
      ['tcp://clamd', { host: 'clamd', port: 3310 }],
      ['tcp://[::1]:3311', { host: '::1', port: 3311 }],
      ['unix:///run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ],
    bad: ['clamd', 'http://clamd:3310', 'tcp://clamd:99999', 'unix://clamd.ctl', 'tcp://'],
    allowed: ['tcp://host:3310', 'unix:///run'],
  },
  FILE_MAX_BYTES: {
    default: 104_857_600,
    good: [
      ['1', 1],
      ['2000000', 2_000_000],
    ],
    bad: ['0', '-1', 'none', '1.5', '100M'],
    allowed: ['1'],
  },
  TEAM_FILE_BYTES: {
    default: 10_737_418_240,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  DISK_RESERVE_BYTES: {
    default: 536_870_912,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  BACKUP_DIR: {
    default: undefined,
    good: [['/backup', '/backup']],
    bad: ['\0'],
    allowed: ['directory'],
  },
  BACKUP_SCHEDULE: {
    default: '03:00',
    good: [['23:59', '23:59']],
    bad: ['3:00', '24:00', '03:60', 'daily', '0 3 * * *'],
    allowed: ['03:00', 'UTC'],
  },
  BACKUP_KEEP: {
    default: { days: 7, weeks: 4, months: 6 },
    good: [
      ['7d,4w,6m', { days: 7, weeks: 4, months: 6 }],
      ['12m, 30d', { days: 30, weeks: 0, months: 12 }],
    ],
    bad: ['7', '0d', '7d,7d', '7d,', '1000d', 'all'],
    allowed: ['7d,4w,6m'],
  },
  BACKUP_FILES: {
    default: 'off',
    good: [['on', 'on']],
    bad: ['yes', 'true'],
    allowed: ['on', 'off'],
  },
  LIVE_STREAMS: {
    default: 1_000,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  TEAM_LIVE_STREAMS: {
    default: 500,
    good: [
      ['0', 0],
      ['7', 7],
    ],
    bad: ['-1', 'none', '1.5'],
    allowed: ['0'],
  },
  RATE_LIMIT_PER_MINUTE: {
    default: 60,
    good: [
      ['0', 0],
      ['1', 1],
      ['1000000', 1_000_000],
    ],
    bad: ['-1', 'none', '1.5', 'Infinity'],
    allowed: ['0'],
  },
  TRUST_PROXY: ranges,
  PUBLIC_URL: {
    default: undefined,
    good: [
      ['https://pauta.example.com', 'https://pauta.example.com'],
      ['https://pauta.example.com/', 'https://pauta.example.com'],
      ['http://10.0.0.5:3000/agency', 'http://10.0.0.5:3000/agency'],
    ],
    bad: [
      'pauta.example.com',
      'ftp://x',
      'https://a b',
      'https://x?y=1',
      'https://u:p@x',
      'https://x#y',
    ],
    allowed: ['https://pauta.example.com'],
  },
  OIDC_ISSUER: {
    default: undefined,
    good: [
      ['https://login.example.com', 'https://login.example.com'],
      ['https://login.example.com/realms/agency', 'https://login.example.com/realms/agency'],
      ['http://localhost:8080', 'http://localhost:8080'],
    ],
    bad: ['login.example.com', 'http://login.example.com', 'https://x?y=1', 'https://u:p@x'],
    allowed: ['https://login.example.com'],
    context: { OIDC_CLIENT_ID: 'pauta' },
  },
  OIDC_CLIENT_ID: {
    default: undefined,
    good: [['pauta', 'pauta']],
    bad: ['two words'],
    allowed: ['a client id'],
  },
  OIDC_CLIENT_SECRET: {
    default: undefined,
    good: [['s3cret', 's3cret']],
    bad: ['two words'],
    allowed: ['a client secret'],
    secret: true,
  },
  OIDC_NAME: {
    default: undefined,
    good: [['Google', 'Google']],
    bad: ['x'.repeat(65)],
    allowed: ['64 characters'],
  },
  SECRET_KEY: {
    default: undefined,
    good: [
      [secretKey.toString('base64'), [secretKey]],
      [`${base64Of(0)},${base64Of(1)}`, [Buffer.alloc(32, 0), Buffer.alloc(32, 1)]],
      // In the format of DATA_DIR/secret.key.
      [`${base64Of(1)}\n${base64Of(0)}\n`, [Buffer.alloc(32, 1), Buffer.alloc(32, 0)]],
    ],
    bad: [
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
      randomBytes(32).toString('hex'),
      `${base64Of(0)},`,
      `${base64Of(0)},hidden`,
      `${secretKey.toString('base64').slice(0, 20)}\u00e9${secretKey.toString('base64').slice(21)}`,
    ],
    allowed: ['base64', '32', 'separated by commas'],
    secret: true,
  },
  SECURITY_CONTACT: {
    default: [],
    good: [
      ['mailto:security@example.com', ['mailto:security@example.com']],
      [
        'https://example.com/security, tel:+55-11-5555-0100',
        ['https://example.com/security', 'tel:+55-11-5555-0100'],
      ],
    ],
    bad: [
      'security@example.com',
      'http://example.com',
      'mailto:',
      'mailto:a@b\nExpires: 2999-01-01',
      'mailto:a@b,',
      'https://example.com/a b',
    ],
    allowed: ['mailto:', 'separated by commas'],
  },
  BOOTSTRAP_API_KEY: {
    default: undefined,
    good: [[key, key]],
    bad: [
      wrongChecksum,
      key.slice(0, -1),
      `${key}0`,
      key.replace('pauta_', 'pautA_'),
      `${key.slice(0, 20)}-${key.slice(21)}`,
      'hidden',
    ],
    allowed: ['pauta_', '32', '6'],
    secret: true,
  },
  MSGAPP_JID_SUFFIX: {
    default: 's.msgapp.net',
    good: [
      ['s.example.net', 's.example.net'],
      ['local', 'local'],
    ],
    bad: ['@s.msgapp.net', 'S.msgapp.net', 's..net', 's.msgapp.net.', 'a b'],
    allowed: ['domain name'],
  },
  SANDBOX_DELAY_MS: {
    default: 1_000,
    good: [
      ['0', 0],
      ['250', 250],
    ],
    bad: ['-1', '1s', '0.5', 'soon'],
    allowed: ['0'],
  },
  WEBHOOK_ALLOW_CIDRS: ranges,
  WEBHOOK_RETRY_SCHEDULE: {
    default: [
      5_000,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ],
    good: [
      ['1s', [1_000]],
      ['5s,5m,2h,1d', [5_000, 5 * minute, 2 * hour, 24 * hour]],
      ['1s, 2s', [1_000, 2_000]],
      ['20d,4d', [480 * hour, 96 * hour]],
    ],
    bad: ['5', '5s,', 's', '0s', '-5s', '5 s', '5s;5m', '1w', '1.5h', '20d,4d,1s'],
    allowed: ['5s,5m', '24d'],
  },
  LOG_LEVEL: {
    default: 'info',
    good: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].map(
      (level) => [level, level] as const,
    ),
    bad: ['INFO', 'verbose', '30', 'all'],
    allowed: ['info', 'debug', 'silent'],
  },
  METRICS_HOST: {
    default: '127.0.0.1',
    good: [
      ['0.0.0.0', '0.0.0.0'],
      ['::', '::'],
    ],
    bad: ['localhost', '10.0.0.1/8', 'a b', '[::1]', '*'],
    allowed: ['an address'],
  },
  METRICS_PORT: {
    default: undefined,
    good: [
      ['1', 1],
      ['9464', 9_464],
      ['65535', 65_535],
    ],
    ...port,
    bad: [...port.bad, '0'],
  },
};

const names = Object.keys(cases) as (keyof Config)[];

/** The error for an invalid environment. */
function refused(env: Record<string, string>): ConfigError {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error(`taken: ${JSON.stringify(env)}`);
}

test('every variable is listed by name', () => {
  expect([...variableNames].sort()).toEqual([...names].sort());
});

test('an empty environment gives every default, and so do empty variables', () => {
  const defaults = Object.fromEntries(names.map((name) => [name, cases[name].default]));
  expect(readConfig({})).toEqual(defaults);
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults);
});

test('unknown variables are ignored', () => {
  expect(readConfig({ PORTS: 'x', HOSTNAME: 'a b', port: 'x' })).toEqual(readConfig({}));
});

describe.each(names)('%s', (name) => {
  const { good, bad, allowed, secret, context } = cases[name];

  test.each(good.map(([text, value]) => ({ text, value })))('$text', ({ text, value }) => {
    const config = readConfig({ ...context, [name]: text });
    expect(displayed(config[name])).toEqual(value);
    // No other variable changes.
    expect({ ...config, [name]: undefined }).toEqual({
      ...readConfig({ ...context }),
      [name]: undefined,
    });
  });

  test.each(bad.map((text) => ({ text })))('is refused in one line: $text', ({ text }) => {
    const { message } = refused({ ...context, [name]: text });
    expect(message.startsWith(`${name} `)).toBe(true);
    expect(message).not.toMatch(/[\n\r\0]/);
    for (const words of allowed) expect(message).toContain(words);
    // Shows the value, unless it is secret.
    if (secret) {
      expect(message).not.toContain(text);
      expect(message).not.toContain('hidden');
    } else {
      expect(message).toContain(JSON.stringify(text));
    }
  });
});

test('DATABASE_URL needs SECRET_KEY, and the error does not show the address', () => {
  const { message } = refused({ DATABASE_URL: 'postgres://user:hidden@db/pauta' });
  expect(message).toMatch(/^SECRET_KEY is not set/);
  expect(message).toContain('DATABASE_URL');
  expect(message).toContain('base64 of 32 bytes');
  expect(message).not.toContain('hidden');
  expect(message).not.toContain('\n');
});

test('AI_URL needs AI_MODEL', () => {
  expect(refused({ AI_URL: 'http://localhost:11434' }).message).toMatch(
    /^AI_MODEL is not set; with AI_URL /,
  );
});

test('SMTP_URL needs MAIL_FROM and PUBLIC_URL: mail never links to the host of a request', () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:2525' };
  expect(refused(smtp).message).toMatch(/^MAIL_FROM is not set; with SMTP_URL /);
  const { message } = refused({ ...smtp, MAIL_FROM: 'pauta@example.com' });
  expect(message).toMatch(/^PUBLIC_URL is not set; with SMTP_URL it must be an address such as /);
  expect(message).not.toContain('2525');
});

test('returned mail is read if its address, its mailbox and the SMTP server are set', () => {
  const BOUNCE_ADDRESS = 'bounces@example.com';
  const BOUNCE_IMAP_URL = 'imaps://bounces%40example.com:hid%2Fden@imap.example';
  const smtp = {
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'pauta@example.com',
    PUBLIC_URL: 'https://pauta.example.com',
  };
  expect(refused({ ...smtp, BOUNCE_ADDRESS }).message).toMatch(/^BOUNCE_IMAP_URL is not set; /);
  expect(refused({ ...smtp, BOUNCE_IMAP_URL }).message).toMatch(/^BOUNCE_ADDRESS is not set; /);
  expect(refused({ BOUNCE_ADDRESS, BOUNCE_IMAP_URL }).message).toMatch(/^SMTP_URL is not set; /);
  const mailbox = (text: string) =>
    readConfig({ ...smtp, BOUNCE_ADDRESS, BOUNCE_IMAP_URL: text }).BOUNCE_IMAP_URL;
  expect(mailbox(BOUNCE_IMAP_URL)).toEqual({
    host: 'imap.example',
    port: 993,
    isSecure: true,
    needsTls: true,
    credentials: { user: 'bounces@example.com', password: 'hid/den' },
    mailbox: 'INBOX',
  });
  expect(mailbox('imap://user:hidden@[::1]/Returned%20mail?tls=required')).toMatchObject({
    host: '::1',
    port: 143,
    isSecure: false,
    needsTls: true,
    mailbox: 'Returned mail',
  });
  expect(mailbox('imap://user:hidden@imap.example:1143')).toMatchObject({ port: 1143 });
});

test('the keys of web push are set together, and belong together', () => {
  const pair = newVapidKeys();
  const VAPID_PRIVATE_KEY = pair.privateKey;
  const VAPID_PUBLIC_KEY = pair.publicKey;
  expect(readConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY })).toMatchObject({ VAPID_PUBLIC_KEY });
  expect(refused({ VAPID_PUBLIC_KEY }).message).toMatch(/^VAPID_PRIVATE_KEY is not set; with /);
  expect(refused({ VAPID_PRIVATE_KEY }).message).toMatch(/^VAPID_PUBLIC_KEY is not set; with /);
  const { message } = refused({
    VAPID_PUBLIC_KEY: newVapidKeys().publicKey,
    VAPID_PRIVATE_KEY,
  });
  expect(message).toBe('VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY.');
});

test('web push needs the address of the operator: VAPID_SUBJECT or a PUBLIC_URL with https', () => {
  const subjectOf = (env: Record<string, string>) => vapidOf(readConfig(env))?.subject;
  expect(subjectOf({})).toBeUndefined();
  expect(subjectOf({ PUBLIC_URL: 'http://pauta.example.com' })).toBeUndefined();
  expect(subjectOf({ PUBLIC_URL: 'https://pauta.example.com' })).toBe('https://pauta.example.com');
  expect(subjectOf({ VAPID_SUBJECT: 'mailto:ops@example.com' })).toBe('mailto:ops@example.com');
});

test('OIDC_ISSUER needs OIDC_CLIENT_ID', () => {
  const { message } = refused({ OIDC_ISSUER: 'https://login.example.com' });
  expect(message).toMatch(/^OIDC_CLIENT_ID is not set; with OIDC_ISSUER /);
});

describe('DATABASE_REPLICA_URL', () => {
  const replica = { DATABASE_REPLICA_URL: 'postgres://user:hidden@replica/pauta' };
  const database = {
    DATABASE_URL: 'postgres://user:hidden@primary/pauta',
    SECRET_KEY: secretKey.toString('base64'),
  };

  test('needs DATABASE_URL', () => {
    const { message } = refused(replica);
    expect(message).toMatch(/^DATABASE_URL is not set; with DATABASE_REPLICA_URL .*postgres:\/\//);
    expect(message).not.toContain('hidden');
  });

  test.each(['2', 'auto'])(
    'needs REDIS_URL if there may be several processes: WORKERS=%s',
    (WORKERS) => {
      const { message } = refused({ ...replica, ...database, WORKERS });
      expect(message).toMatch(/^REDIS_URL is not set; with DATABASE_REPLICA_URL .*redis:\/\//);
      expect(message).not.toContain('hidden');
      const shared = { ...replica, ...database, WORKERS, REDIS_URL: 'redis://cache' };
      expect(readConfig(shared).DATABASE_REPLICA_URL).toHaveLength(1);
      // Serves no requests.
      expect(readConfig({ ...replica, ...database, WORKERS, ROLE: 'worker' }).ROLE).toBe('worker');
    },
  );
});

test('of several wrong variables one is reported', () => {
  expect(refused({ PORT: 'x', ROLE: 'x' }).message).toMatch(/^(PORT|ROLE) is "x"; allowed: [^;]+$/);
});

test.each([
  ['1s', 1_000],
  ['90m', 90 * minute],
  ['12h', 12 * hour],
  ['30d', 30 * 24 * hour],
  ['0d', undefined],
  ['30', undefined],
  ['30D', undefined],
  ['', undefined],
  ['1234567s', undefined],
])('the duration %j is %s ms', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});
