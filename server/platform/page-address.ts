import { connect } from 'node:net';
import { type Config, publicUrlOf } from './config.ts';

/** Whether something listens there. */
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
 * Where people open the panel of a service that listens at this address. `localhost` instead of `127.0.0.1`, because browsers have
 * no passkeys at a bare address; unless another program has the port at `::1`, which browsers may take for localhost.
 * @param address `http://127.0.0.1:3000/api`
 * @returns without a slash at its end
 */
export async function pageAt(address: string): Promise<string> {
  const here = new URL(address);
  if (here.hostname === '127.0.0.1' && !(await isTaken('::1', Number(here.port))))
    here.hostname = 'localhost';
  return here.origin;
}

/**
 * Where links made on the command line lead: the same host as the link of the first start.
 * @returns without a slash at its end; undefined if the service listens on any free port
 */
export async function pageUrlOf(config: Config): Promise<string | undefined> {
  const url = config.PUBLIC_URL ?? publicUrlOf(config);
  return config.PUBLIC_URL === undefined && url !== undefined ? pageAt(url) : url;
}
