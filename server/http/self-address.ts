import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/*
 * Detects URLs that lead back to this service: to the host that the request named, or to the address at which it arrived. Does
 * not detect a proxy or another name; chains of hooks end by their count (webhooks/hop-limit.ts).
 */

/** Normalises a host name: without a trailing dot. */
const nameOf = (hostname: string) => hostname.replace(/\.$/, '');

/** Port of a URL; the default ports of http and https count as equal, because one is often redirected to the other. */
const portOf = ({ port }: URL) => (port === '' || port === '80' || port === '443' ? 'web' : port);

/** True for an address of this machine, or a loopback name. */
function isThisMachine(hostname: string): boolean {
  if (/^(?:.+\.)?localhost$/.test(hostname)) return true;
  const text = hostname.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return (
    ['loopback', 'unspecified'].includes(address.range()) ||
    addresses.some((each) => ipaddr.process(each.address).toString() === address.toString())
  );
}

/**
 * @param hosts named by the request, with their ports
 * @param socket of the request
 */
export function isSelfAddress(
  address: URL,
  hosts: readonly (string | undefined)[],
  { localPort }: Pick<Socket, 'localPort'>,
): boolean {
  const hostname = nameOf(address.hostname);
  const isNamed = hosts.some((host) => {
    if (host === undefined || !URL.canParse(`http://${host}`)) return false;
    const named = new URL(`http://${host}`);
    return nameOf(named.hostname) === hostname && portOf(named) === portOf(address);
  });
  const port = address.port || (address.protocol === 'https:' ? '443' : '80');
  return isNamed || (port === String(localPort) && isThisMachine(hostname));
}
