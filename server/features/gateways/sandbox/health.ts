import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { SandboxNetwork } from './client.ts';

/** Health of a session of the sandbox. */
export const healthIn =
  ({ read }: SandboxNetwork): Gateway['health'] =>
  async (connection) => {
    const [session, { state, reason, phone }] = await read(connection);
    const connected = state === 'connected';
    if (!session) return { connected, state, found: 'the sandbox is always available' };
    const why = reason === undefined ? '' : ` (${reason})`;
    return { connected, state, phone, found: `the session is ${state}${why}` };
  };
