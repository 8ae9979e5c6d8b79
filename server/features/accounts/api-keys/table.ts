import ipaddr from 'ipaddr.js';
import { parseCidrs } from '#server/platform/config.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  link,
  nested,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { sorted, table } from '#server/records/table.ts';

/** Normalizes a CIDR range to its first address, and IPv4-mapped IPv6 to IPv4; undefined for invalid text. */
function rangeOf(text: unknown): string | undefined {
  const [range] = (typeof text === 'string' && parseCidrs(text)) || [];
  if (!range) return undefined;
  const [address, bits] = range;
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  const [start, length] = isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  const first = (start instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
    `${start}/${length}`,
  );
  return `${first}/${length}`;
}

const ranges = kind(
  Type.Array(Type.String(), { minItems: 1, maxItems: 1_000, examples: [['203.0.113.0/24']] }),
  'address ranges such as 203.0.113.0/24 and 2001:db8::/32; for one address, 203.0.113.7/32',
  'text[]',
  {
    format: 'cidr',
    clean: (value) => (Array.isArray(value) ? value.map((text) => rangeOf(text) ?? text) : value),
    check: (value) => (value as readonly string[]).every((text) => rangeOf(text) !== undefined),
  },
);

const maxPerMinute = 1_000_000_000;
const perMinute = kind(
  Type.Integer({ minimum: 1, maximum: maxPerMinute, examples: [600] }),
  `a whole number from 1 to ${maxPerMinute}`,
  'integer',
);

export const keyFields = {
  id: required(uuid),
  name: required(singleLine(255, 1)),
  scope: about(
    'full: read and write. read: read only.',
    required(oneOf('key_scope', ['full', 'read'])),
  ),
  user_id: link('users'),
  user: about('The user of the key.', nested('user_id', 'users')),
  allow_from: ranges,
  per_minute: about(
    'Maximum number of requests per minute; null for the service’s limit.',
    perMinute,
  ),
  created_at: required(timestamp),
  last_used_at: about('When it was last used.', timestamp),
  expires_at: timestamp,
  revoked_at: timestamp,
};

/** API keys as shown in the panel, without the secret. */
export const apiKeys = table({
  name: 'api_keys',
  one: 'key',
  path: '/keys',
  fields: keyFields,
  filters: {},
  sorts: sorted(keyFields, 'name', 'created_at'),
  // Those of connected agents have a separate list.
  visible:
    'not exists (select from agent_connections a where a.team_id = t.team_id and a.id = t.id)',
});
