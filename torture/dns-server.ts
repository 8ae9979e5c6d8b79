import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/*
 * A DNS server over UDP (RFC 1035 4), for names whose addresses a test decides with every query.
 */

/** The addresses of a name in this family; undefined for an unknown name. */
type AddressesOf = (name: string, family: 4 | 6) => readonly string[] | undefined;

interface DnsServer {
  /** In the format of Resolver.setServers(). */
  readonly address: string;
  /** Number of queries. */
  readonly asked: number;
  close(): void;
}

/** @param host the address to listen on */
export async function startDnsServer(host: string, addressesOf: AddressesOf): Promise<DnsServer> {
  let queries = 0;
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    queries += 1;
    socket.send(answerTo(query, addressesOf), port, address);
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    get asked() {
      return queries;
    },
    close: () => socket.close(),
  };
}

/** Types of address records. */
const families = new Map([
  [1, 4],
  [28, 6],
] as const);
const noSuchName = 3;

function answerTo(query: Buffer, addressesOf: AddressesOf): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(12, at + 5);
  const family = families.get(type as 1 | 28);
  const addresses = family && addressesOf(labels.join('.').toLowerCase(), family);
  const records = (addresses ?? []).map((address) => {
    const bytes = ipaddr.parse(address).toByteArray();
    // The name of the query, its type, class IN, TTL 0 s.
    return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
  });
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 + (addresses || !family ? 0 : noSuchName), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  return Buffer.concat([head, question, ...records]);
}
