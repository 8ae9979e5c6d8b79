import type { Asked, Cause, ConfigKey, Connection } from './connection.ts';

/** How a connection to the network stands. */
export const connectionStates = [
  /** Nobody is logged in; somebody has to connect it. */
  'disconnected',
  /** On its way by itself. */
  'connecting',
  /** Waits for a phone to scan the QR code. */
  'scan',
  /** Waits for the pairing code to be typed on the phone. */
  'code',
  /** Waits for a passkey on the phone. */
  'passkey',
  'connected',
  /** Gave up; has to be restarted. */
  'failed',
] as const;

export type ConnectionState = (typeof connectionStates)[number];

/** What a gateway says of the connection itself. */
export interface StateReport {
  readonly state: ConnectionState;
  /** In words, for people; absent where the state says it all. */
  readonly reason?: string | undefined;
  /** The number that is logged in. */
  readonly phone?: string | undefined;
}

/** A step on the way to a connected session. Secret: whoever has it takes the account. */
export interface Login {
  readonly state: ConnectionState;
  readonly reason?: string | undefined;
  /** What the QR code holds, to be drawn by whoever shows it. */
  readonly qr?: string | undefined;
  /** To be typed on the phone, such as `ABCD-1234`. */
  readonly code?: string | undefined;
  /** When the QR or the code stops being of use, as Date.now(). */
  readonly expiresAt?: number | undefined;
}

/** What a gateway says of one field of a configuration. */
export type FieldCheck =
  | { readonly field: string; readonly ok: true; readonly found: string }
  | { readonly field: string; readonly ok: false; readonly cause: Cause; readonly reason: string };

/** Where a gateway calls back. */
export interface CallbackSetting {
  /** Undefined if it calls back nowhere. */
  readonly url: string | undefined;
  /** True if it is switched on, with its proof and all events that Pauta needs. */
  readonly isComplete: boolean;
}

/** How an inbox is connected by us: creating, logging in, callbacks, ending. */
export interface Connecting {
  /**
   * Makes the instance or session at the gateway, or takes the one that is there, and has its callbacks come to `callbackUrl`.
   * Harmless when done again.
   * @param setup what is asked for this once and never stored, such as a global key
   * @returns keys of the configuration to store instead of what was given, such as the key of the instance
   */
  prepare(
    connection: Connection,
    given: {
      readonly callbackUrl: string;
      readonly setup: Readonly<Record<string, string>>;
    },
    timeoutMs: number,
  ): Promise<Asked<{ readonly config: Readonly<Record<string, string>> }>>;
  /** What {@link prepare} asks for beyond the configuration. */
  readonly setup: Readonly<Record<string, ConfigKey>>;
  /**
   * Asks the gateway about the fields that are there, and changes nothing. The configuration may lack any of them; of what cannot be
   * known yet nothing is said.
   */
  checkFields(
    connection: Connection,
    setup: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<readonly FieldCheck[]>;
  /**
   * The next step of logging in: begins it where nothing is under way, else tells how it stands (with a fresh QR).
   * @param phone asks for a pairing code for this number instead of a QR
   */
  login(
    connection: Connection,
    given: { readonly phone?: string | undefined },
    timeoutMs: number,
  ): Promise<Asked<Login>>;
  /** Sets the callback anew. */
  setCallback(
    connection: Connection,
    callbackUrl: string,
    timeoutMs: number,
  ): Promise<Asked<undefined>>;
  /** The callback as the gateway has it. */
  callback(connection: Connection, timeoutMs: number): Promise<Asked<CallbackSetting>>;
  restart(connection: Connection, timeoutMs: number): Promise<Asked<undefined>>;
  /** Logs the number out; the instance or session stays. Nobody logged in is a success. */
  logout(connection: Connection, timeoutMs: number): Promise<Asked<undefined>>;
  /** Removes the instance or session at the gateway. One that is not there is a success. */
  remove(connection: Connection, timeoutMs: number): Promise<Asked<undefined>>;
}
