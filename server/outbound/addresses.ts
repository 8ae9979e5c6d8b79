import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Cidr } from '../platform/config.ts';

/*
 * Which addresses deliveries may connect to. The URLs are customers' and the network around us is not: an address is
 * refused unless it is known to be public.
 */

/** What IPv6 has of global unicast (RFC 4291 2.4); the rest is special or not given out. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Public by its number, yet within every Azure network the host's own services (WireServer). */
const azure = ipaddr.IPv4.parse('168.63.129.16');

/**
 * Whether deliveries may connect to this IP address: public unicast, or in a range that the operator opened. An
 * IPv4-mapped IPv6 address is judged as the IPv4 address that it is; any other text than an address is refused, and so is
 * an address with a zone.
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
  // In the spelling of URLs: the library takes ::1.2.3.4 for ::ffff:1.2.3.4.
  return unmapped(ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1)));
}

const unmapped = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;

// All of https://www.iana.org/assignments/iana-ipv4-special-registry and of IPv6's has another range() than unicast.
const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : !address.match(azure, 32));

function isWithin(address: Address, [start, bits]: Cidr): boolean {
  const plain = unmapped(start);
  // ::/0 opens IPv6 only: just what lies within ::ffff:0:0/96 is a range of IPv4.
  const isMapped = plain !== start && bits >= 96;
  const [from, length] = isMapped ? [plain, bits - 96] : [start, bits];
  if (address instanceof ipaddr.IPv4)
    return from instanceof ipaddr.IPv4 && address.match(from, length);
  return from instanceof ipaddr.IPv6 && address.match(from, length);
}
