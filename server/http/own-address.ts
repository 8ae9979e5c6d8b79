import type { Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/*
 * Whether an address leads back to this service: to the host that a request was sent to, or to where it arrived. What a proxy
 * or another name hides is not seen here; chains of hooks end by their count (webhooks/hops.ts).
 */

/** A host as URLs write it, without the dot that may end a name. */
const nameOf = (hostname: string) => hostname.replace(/\.$/, '');

/** The port, where http and https on their own ports are the same: one is often led to the other. */
const portOf = ({ port }: URL) => (port === '' || port === '80' || port === '443' ? 'web' : port);

/** An address of this machine, or a name that every machine has for itself. */
function isThisMachine(hostname: string): boolean {
  if (/^(?:.+\.)?localhost$/.test(hostname)) return true;
  const text = hostname.replace(/^\[|\]$/g, '');
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return (
    ['loopback', 'unspecified'].includes(address.range()) ||
    own.some((each) => ipaddr.process(each.address).toString() === address.toString())
  );
}

/**
 * @param hosts that the request named, with their ports
 * @param socket that it came by
 */
export function leadsHere(
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
