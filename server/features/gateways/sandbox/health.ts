import { finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { SandboxNetwork } from './client.ts';

/** Health of a session of the sandbox. */
export const healthIn =
  ({ read }: SandboxNetwork): Gateway['health'] =>
  async (connection) => {
    const [session, { state, reason, phone }] = await read(connection);
    const connected = state === 'connected';
    if (!session)
      return {
        connected,
        state,
        found: finding('session_up', 'the sandbox is always available'),
      };
    const why = reason === undefined ? '' : ` (${reason.text})`;
    const code = reason?.code ?? (connected ? 'session_up' : 'session_down');
    return { connected, state, phone, found: finding(code, `the session is ${state}${why}`) };
  };
