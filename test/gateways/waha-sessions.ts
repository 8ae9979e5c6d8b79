import { type Answer, type Fields, isFields, randomText } from './gateway.ts';

/*
 * Sessions of WAHA. Sources: github.com/devlikeapro/waha, src/api/sessions.controller.ts, src/api/auth.controller.ts,
 * src/nestjs/pipes/SessionPipe.ts; github.com/devlikeapro/waha-docs, content/docs/how-to/sessions (QR codes: six, the first for 60 s, the
 * others for 20 s, then FAILED) and content/docs/how-to/security (keys); captured from 2025.12.3.
 */

type Status =
  | 'STOPPED'
  | 'STARTING'
  | 'SCAN_QR_CODE'
  | 'PASSKEY_REQUIRED'
  | 'PASSKEY_CONFIRMATION_REQUIRED'
  | 'WORKING'
  | 'FAILED';

const mostQrs = 6;

export const failure = (statusCode: number, message: unknown, error?: string): Answer => ({
  status: statusCode,
  body: { message, error, statusCode },
});

export const unprocessable = (message: string): Answer =>
  failure(422, message, 'Unprocessable Entity');

export const pathless = (method: string, path: string): Answer =>
  failure(404, `Cannot ${method} ${path}`, 'Not Found');

/** SessionPipe's answer for a stopped session. */
export const stopped = (session: string): Answer =>
  failure(
    404,
    `We didn't find a session with name '${session}'.\nPlease start it first by using POST /api/sessions/${session}/start request`,
    'Not Found',
  );

/** waitUntilStatus of src/core/abc/manager.abc.ts, which the original returns only after 10 s. */
export const notInStatus = (session: string, status: string, expected: string): Answer => ({
  status: 422,
  body: {
    error: 'Session status is not as expected. Try again later or restart the session',
    session,
    status,
    expected: [expected],
  },
});

interface SessionKey {
  readonly key: string;
  readonly session: unknown;
  readonly actions: unknown;
}

export class WahaSession {
  readonly name: string;
  /** Undefined: the session does not exist. */
  status: Status | undefined = 'WORKING';
  config: Fields = {};
  /** The logged-in number, or, after a request for a pairing code, the future one. */
  me: string | undefined;
  /** Number of restarts. */
  restarts = 0;
  /** Number of codes shown since the start. */
  qrs = 0;
  codes: string[] = [];
  /** True if a start leads to a login. */
  isPaired = true;
  readonly keys: SessionKey[] = [];
  #looksUntilScanned: number | undefined;
  readonly #isAfter: (version: string) => boolean;

  constructor(name: string, me: string, isAfter: (version: string) => boolean) {
    this.name = name;
    this.me = me;
    this.#isAfter = isAfter;
  }

  /** The phone scans the code, or the pairing code is typed. */
  scan(me: string): void {
    if (this.status !== 'SCAN_QR_CODE') throw new Error(`the session is ${this.status}`);
    this.me = me;
    this.isPaired = true;
    this.status = 'WORKING';
  }

  /**
   * The network closes the connection because the code was scanned: until the session has restarted the code is empty and the status the
   * same (session.noweb.core.ts, `this.qr.save('')`; captured from 2025.12.3).
   */
  scanned(looks: number): void {
    this.#looksUntilScanned = looks;
  }

  /** Expires the current QR code. */
  expire(): void {
    this.qrs += 1;
    if (this.qrs >= mostQrs) this.status = 'FAILED';
  }

  get info(): Fields {
    const me = this.me === undefined ? null : { id: this.me, pushName: 'Agência', lid: '' };
    return { name: this.name, status: this.status, config: this.config, me, timestamps: {} };
  }

  /** Answers requests about sessions; undefined for anything else. */
  answer(method: string, path: string, body: Fields, isAdmin: boolean): Answer | undefined {
    if (path === '/api/keys') return this.#key(method, path, body, isAdmin);
    if (method === 'POST' && path === '/api/sessions') return this.#create(body);
    const [, name, action] = /^\/api\/sessions\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? [];
    if (name !== undefined)
      return decodeURIComponent(name) === this.name
        ? this.#change(method, action, body)
        : failure(404, 'Session not found', 'Not Found');
    const [, of, what] = /^\/api\/([^/]+)\/auth\/(qr|request-code)$/.exec(path) ?? [];
    if (of === undefined) return undefined;
    return what === 'qr' ? this.#qr() : this.#code(body);
  }

  #start(): void {
    this.status = 'STARTING';
    this.qrs = 0;
  }

  /** Updates the state after a start, at the time of reading. */
  #settle(): void {
    if (this.status === 'STARTING') this.status = this.isPaired ? 'WORKING' : 'SCAN_QR_CODE';
  }

  #countLook(): void {
    if (this.#looksUntilScanned === undefined) return;
    this.#looksUntilScanned -= 1;
    if (this.#looksUntilScanned > 0) return;
    this.#looksUntilScanned = undefined;
    this.scan('5511900000000@c.us');
  }

  #create(body: Fields): Answer {
    if (this.status !== undefined)
      return unprocessable(`Session '${this.name}' already exists. Use PUT to update it.`);
    this.config = isFields(body.config) ? body.config : {};
    this.isPaired = false;
    this.me = undefined;
    this.status = 'STOPPED';
    if (body.start === true) this.#start();
    return { status: 201, body: this.info };
  }

  #change(method: string, action: string | undefined, body: Fields): Answer {
    if (method === 'DELETE') {
      this.status = undefined;
      return { status: 200, text: '' };
    }
    if (this.status === undefined) return failure(404, 'Session not found', 'Not Found');
    const ok = (): Answer => ({ status: method === 'POST' ? 201 : 200, body: this.info });
    if (method === 'GET') {
      const now = ok();
      this.#settle();
      this.#countLook();
      return now;
    }
    const wasRunning = this.status !== 'STOPPED';
    switch (`${method} ${action ?? ''}`) {
      case 'PUT ':
        // Complete: omitted fields are removed.
        this.config = isFields(body.config) ? body.config : {};
        if (wasRunning) {
          this.restarts += 1;
          this.#start();
        }
        return ok();
      case 'POST start':
        if (wasRunning) return unprocessable(`Session '${this.name}' is already started.`);
        this.#start();
        return ok();
      case 'POST stop':
        this.status = 'STOPPED';
        return ok();
      case 'POST restart':
        this.restarts += 1;
        this.#start();
        return ok();
      case 'POST logout':
        this.isPaired = false;
        this.me = undefined;
        if (wasRunning) this.#start();
        return ok();
      default:
        return pathless(method, `/api/sessions/${this.name}/${action}`);
    }
  }

  #qr(): Answer {
    if (this.status !== 'SCAN_QR_CODE')
      return notInStatus(this.name, this.status ?? 'STOPPED', 'SCAN_QR_CODE');
    if (this.#looksUntilScanned !== undefined) return { status: 200, body: { value: '' } };
    return { status: 200, body: { value: `2@code-${this.qrs},${this.name}` } };
  }

  #code(body: Fields): Answer {
    if (this.status === undefined || this.status === 'STOPPED') return stopped(this.name);
    if (this.status !== 'SCAN_QR_CODE')
      return unprocessable(
        `Can request code only in SCAN_QR_CODE status. The current status is ${this.status}`,
      );
    // It is reported as the session's own number at once.
    this.me = `${String(body.phoneNumber)}@c.us`;
    const code = randomText(8).replace(/^(.{4})/, '$1-');
    this.codes.push(code);
    return { status: 201, body: { code } };
  }

  #key(method: string, path: string, body: Fields, isAdmin: boolean): Answer {
    if (method !== 'POST' || !this.#isAfter('2026.1.4')) return pathless(method, path);
    if (!isAdmin) return failure(403, 'Forbidden resource', 'Forbidden');
    const key = `key_${randomText(32)}`;
    this.keys.push({ key, session: body.session, actions: body.actions });
    return { status: 201, body: { ...body, id: `key_id_${randomText(26)}`, key } };
  }
}
