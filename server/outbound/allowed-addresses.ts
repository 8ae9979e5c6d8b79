import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Cidr } from '../platform/config.ts';

/*
 * Addresses that deliveries may connect to. The URLs come from customers and the network around us is unknown: an address is
 * refused unless it is known to be public.
 */

/** Global unicast of IPv6 (RFC 4291 2.4); the rest is special or unassigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Formally public, but the host's own services in every Azure network (WireServer). */
const azure = ipaddr.IPv4.parse('168.63.129.16');

/**
 * True if deliveries may connect to this IP address: public unicast, or in a range opened by the operator. An IPv4-mapped IPv6
 * address is treated as its IPv4 address; refuses any text that is not an address, and addresses with a zone.
 */
export function mayConnect(address: string, allow: readonly Cidr[]): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  return isPublic(parsed) || allow.some((range) => isWithin(parsed, range));
}

type Address = Cidr[0];

function parse(address: string): Address | undefined {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return undefined;
  if (family === 4) return ipaddr.IPv4.parse(address);
  // Normalised as in URLs: the library parses ::1.2.3.4 as ::ffff:1.2.3.4.
  return unmapped(ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1)));
}

const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;

// All entries of https://www.iana.org/assignments/iana-ipv4-special-registry and of IPv6's have a range() other than unicast.
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !address.match(azure, 32));

function isWithin(address: Address, [start, bits]: Cidr): boolean {
  const plain = unmapped(start);
  // ::/0 opens IPv6 only: only ranges within ::ffff:0:0/96 are IPv4 ranges.
  const isMapped = plain !== start && bits >= 96;
  const [from, length] = isMapped ? [plain, bits - 96] : [start, bits];
  if (address instanceof ipaddr.IPv4)
    return from instanceof ipaddr.IPv4 && address.match(from, length);
  return from instanceof ipaddr.IPv6 && address.match(from, length);
}
