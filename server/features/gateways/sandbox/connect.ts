import type { GatewaySetup } from '#server/outbound/messaging/gateway-setup.ts';
import { done } from '../requests.ts';
import type { SandboxNetwork } from './client.ts';
import { behaviors, defaultPhone, isBehavior, loginOf, type Session } from './session.ts';

/** New session for an inbox that was never connected. */
const fresh = (callbackUrl?: string): Session => ({
  play: 'scans',
  phase: 'out',
  since: Date.now(),
  callbackUrl,
});

/** Connects sessions of the sandbox. */
export const connectingTo = ({
  read,
  store,
  stateOf,
  tell,
  watch,
  forget,
}: SandboxNetwork): GatewaySetup => ({
  checkFields: async () => [],
  setup: {
    play: {
      about: `simulated behaviour of the session: ${Object.entries(behaviors)
        .map(([name, about]) => `${name} (${about})`)
        .join(', ')}`,
      pattern: new RegExp(`^(${Object.keys(behaviors).join('|')})$`),
      says: `one of ${Object.keys(behaviors).join(', ')}`,
      fallback: 'scans',
    },
  },

  async prepare(connection, { callbackUrl, setup: { play } }) {
    const [session, { state }] = await read(connection);
    const isUp = session !== undefined && state === 'connected';
    await store(connection, {
      ...(session ?? fresh()),
      ...(isUp ? {} : { phase: 'out', since: Date.now() }),
      ...(isBehavior(play) ? { play } : {}),
      callbackUrl,
    });
    return done({ config: {} });
  },

  async login(connection, { phone }) {
    const [session = fresh(), now] = await read(connection);
    const isUnderWay = ['scan', 'code', 'connecting'].includes(now.state);
    const phase = phone === undefined ? 'qr' : 'code';
    const goesOn =
      now.state === 'connected' ||
      (now.givenUpUntil ?? 0) > Date.now() ||
      (isUnderWay && (phone === undefined || now.state === 'code'));
    if (goesOn) return done(loginOf(connection, session, now));
    const begun: Session = {
      ...session,
      phase,
      since: Date.now(),
      phone: phone ?? session.phone ?? defaultPhone,
    };
    await store(connection, begun);
    watch(connection);
    return done(loginOf(connection, begun, stateOf(begun)));
  },

  async setCallback(connection, callbackUrl) {
    const [session] = await read(connection);
    await store(connection, {
      ...(session ?? { ...fresh(), phase: 'in', phone: defaultPhone }),
      callbackUrl,
    });
    // Proves that callbacks arrive.
    await tell(connection, {});
    return done(undefined);
  },

  setGroups: async () => done(undefined),

  async callback(connection) {
    const [session] = await read(connection);
    return done({ url: session?.callbackUrl, isComplete: true });
  },

  async restart(connection) {
    const [session, { state, reason }] = await read(connection);
    if (!session || state === 'connected' || state === 'disconnected') return done(undefined);
    const isDropped = reason?.code === 'session_dropped';
    const since = Date.now();
    const next: Partial<Session> = !isDropped
      ? { phase: 'qr' }
      : session.play === 'drops'
        ? { play: 'scans', phase: 'in' }
        : { phase: 'failed' };
    await store(connection, { ...session, since, ...next });
    watch(connection);
    return done(undefined);
  },

  async logout(connection) {
    const [session = fresh()] = await read(connection);
    forget(connection.inbox);
    await store(connection, { ...session, phase: 'out', since: Date.now(), phone: undefined });
    return done(undefined);
  },

  async remove(connection) {
    forget(connection.inbox);
    await store(connection, fresh());
    return done(undefined);
  },
});
