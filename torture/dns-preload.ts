import dns from 'node:dns';
import promises from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

/*
 * Preloaded into the service through NODE_OPTIONS: uses the DNS servers of NAME_SERVER, also for system look-ups of names in .test.
 */

const servers = [process.env.NAME_SERVER ?? ''];

class Resolver extends promises.Resolver {
  constructor(options?: dns.ResolverOptions) {
    super(options);
    this.setServers(servers);
  }
}

const resolver = new Resolver();

async function addressesOf(host: string): Promise<dns.LookupAddress[]> {
  const of = async (family: 4 | 6) => {
    const addresses = await resolver.resolve(host, family === 4 ? 'A' : 'AAAA').catch(() => []);
    return addresses.map((address) => ({ address, family }));
  };
  return [...(await of(4)), ...(await of(6))];
}

const isTest = (host: string) => /\.test\.?$/.test(host);
const { lookup: systemLookup } = dns;
const { lookup: systemLookupPromised } = promises;
type Done = (error: Error | null, addresses: unknown, family?: number) => void;

Object.assign(dns, {
  lookup(host: string, options: dns.LookupOptions, done: Done) {
    if (!isTest(host)) return systemLookup(host, options, done);
    return addressesOf(host).then((addresses) =>
      options.all ? done(null, addresses) : done(null, addresses[0]?.address, addresses[0]?.family),
    );
  },
});
Object.assign(promises, {
  Resolver,
  lookup: (host: string, options: dns.LookupOptions) =>
    isTest(host) ? addressesOf(host) : systemLookupPromised(host, options),
});
syncBuiltinESMExports();
