import type { Cause, ConfigKey, Connection, GatewayResult } from './connection.ts';
import type { Finding } from './findings.ts';

/** State of a connection to the network. */
export const connectionStates = [
  /** No account is logged in; a user has to connect it. */
  'disconnected',
  /** Connecting automatically. */
  'connecting',
  /** Waiting for a phone to scan the QR code. */
  'scan',
  /** Waiting for the pairing code to be typed on the phone. */
  'code',
  /** Waiting for a passkey on the phone. */
  'passkey',
  'connected',
  /** Gave up; must be restarted. */
  'failed',
] as const;

export type ConnectionState = (typeof connectionStates)[number];

/** A gateway's report of the connection state. */
export interface StateReport {
  readonly state: ConnectionState;
  /** Absent if the state is self-explanatory. */
  readonly reason?: Finding | undefined;
  /** Phone number that is logged in. */
  readonly phone?: string | undefined;
}

/** A step of the login. Secret: it gives access to the account. */
export interface Login {
  readonly state: ConnectionState;
  readonly reason?: Finding | undefined;
  /** Content of the QR code, to be rendered by the client. */
  readonly qr?: string | undefined;
  /** Code to type on the phone, for example `ABCD-1234`. */
  readonly code?: string | undefined;
  /** Expiry of the QR or pairing code, as Date.now(). */
  readonly expiresAt?: number | undefined;
}

/** A gateway's check of one configuration field. */
export type FieldCheck =
  | { readonly field: string; readonly ok: true; readonly found: Finding }
  | { readonly field: string; readonly ok: false; readonly cause: Cause; readonly reason: Finding };

/** Callback configuration at a gateway. */
export interface CallbackSetting {
  /** Undefined if no callback is configured. */
  readonly url: string | undefined;
  /** True if it is enabled, with its secret and all events that Pauta needs. */
  readonly isComplete: boolean;
}

/** Life cycle of an inbox at its gateway: creation, login, callbacks, removal. */
export interface GatewaySetup {
  /**
   * Creates the instance or session at the gateway, or reuses an existing one, and configures its callbacks to `callbackUrl`.
   * Idempotent.
   * @param setup one-time input that is never stored, for example a global key
   * @returns configuration values to store instead of the given ones, for example the key of the instance
   */
  prepare(
    connection: Connection,
    input: {
      readonly callbackUrl: string;
      readonly setup: Readonly<Record<string, string>>;
    },
    timeoutMs: number,
  ): Promise<GatewayResult<{ readonly config: Readonly<Record<string, string>> }>>;
  /** Input that {@link prepare} needs in addition to the configuration. */
  readonly setup: Readonly<Record<string, ConfigKey>>;
  /**
   * Checks the given fields at the gateway without changing anything. Any field may be missing from the configuration; omits
   * those that cannot be checked yet.
   */
  checkFields(
    connection: Connection,
    setup: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<readonly FieldCheck[]>;
  /**
   * The next step of the login: starts it, or returns the state of the one in progress (with a fresh QR code).
   * @param phone requests a pairing code for this number instead of a QR code
   */
  login(
    connection: Connection,
    input: { readonly phone?: string | undefined },
    timeoutMs: number,
  ): Promise<GatewayResult<Login>>;
  /** Configures the callback again. */
  setCallback(
    connection: Connection,
    callbackUrl: string,
    timeoutMs: number,
  ): Promise<GatewayResult<undefined>>;
  /**
   * Makes the gateway deliver messages of groups, or stop, according to the connection.
   * @param callbackUrl undefined if the callback was set up by hand
   */
  setGroups(
    connection: Connection,
    callbackUrl: string | undefined,
    timeoutMs: number,
  ): Promise<GatewayResult<undefined>>;
  /** Callback configured at the gateway. */
  callback(connection: Connection, timeoutMs: number): Promise<GatewayResult<CallbackSetting>>;
  restart(connection: Connection, timeoutMs: number): Promise<GatewayResult<undefined>>;
  /** Logs the number out, but keeps the instance or session. Succeeds if no number is logged in. */
  logout(connection: Connection, timeoutMs: number): Promise<GatewayResult<undefined>>;
  /** Deletes the instance or session at the gateway. Succeeds if it does not exist. */
  remove(connection: Connection, timeoutMs: number): Promise<GatewayResult<undefined>>;
}
