import { connect } from 'node:net';
import { type Config, publicUrlOf } from './config.ts';

/** True if a server listens at this address. */
const isTaken = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 500 });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });

/**
 * URL of the panel for a service that listens at this address. Uses `localhost` instead of `127.0.0.1`, because browsers do not
 * support passkeys on IP addresses; unless another program has the port on `::1`, to which browsers may resolve localhost.
 * @param address `http://127.0.0.1:3000/api`
 * @returns without a trailing slash
 */
export async function pageAt(address: string): Promise<string> {
  const url = new URL(address);
  if (url.hostname === '127.0.0.1' && !(await isTaken('::1', Number(url.port))))
    url.hostname = 'localhost';
  return url.origin;
}

/**
 * Base URL of links created on the command line: the same host as in the link of the first start.
 * @returns without a trailing slash; undefined if the service listens on an arbitrary free port
 */
export async function pageUrlOf(config: Config): Promise<string | undefined> {
  const url = config.PUBLIC_URL ?? publicUrlOf(config);
  return config.PUBLIC_URL === undefined && url !== undefined ? pageAt(url) : url;
}
