import { type Answer, type Fields, isFields, type Received, randomText } from './gateway.ts';

/*
 * Instances of Evolution, from creation to deletion (E src/api/controllers/instance.controller.ts, src/api/guards,
 * src/api/integrations/event/webhook/webhook.controller.ts and event.controller.ts; B connectionUpdate).
 */

/** Stored settings of `/webhook/set`. */
export interface Webhook {
  enabled: boolean;
  url: string;
  headers?: unknown;
  events: string[];
  webhookByEvents?: boolean;
  webhookBase64?: boolean;
}

/** An instance, as its requests read and change it. */
export interface Session {
  readonly instance: string;
  apiKey: string;
  readonly globalKey: string;
  exists: boolean;
  /** Logged out through the API, which destroys the message processor permanently (B logoutInstance). */
  isDeaf: boolean;
  /** Requests that still find a deleted instance: removal continues after its answer (E monitor.service.ts). */
  leaving: number;
  /** Reason why the session last ended, as E stores it. */
  endedBy: number | null;
  state: 'open' | 'connecting' | 'close';
  isBlind: boolean;
  readonly version: string;
  /** Stored settings of `/settings/set`. */
  settings: Fields;
  webhook: Webhook | undefined;
  qr: { code: string; pairingCode: string | null; count: number } | undefined;
}

const refusal = (status: number, error: string, message: unknown): Answer => ({
  status,
  body: { status, error, response: { message } },
});

const events = new Set(
  `APPLICATION_STARTUP QRCODE_UPDATED MESSAGES_SET MESSAGES_UPSERT MESSAGES_EDITED MESSAGES_UPDATE MESSAGES_DELETE SEND_MESSAGE
  SEND_MESSAGE_UPDATE CONTACTS_SET CONTACTS_UPSERT CONTACTS_UPDATE PRESENCE_UPDATE CHATS_SET CHATS_UPSERT CHATS_UPDATE
  CHATS_DELETE GROUPS_UPSERT GROUP_UPDATE GROUP_PARTICIPANTS_UPDATE CONNECTION_UPDATE LABELS_EDIT LABELS_ASSOCIATION CALL
  TYPEBOT_START TYPEBOT_CHANGE_STATUS REMOVE_INSTANCE LOGOUT_INSTANCE INSTANCE_CREATE INSTANCE_DELETE STATUS_INSTANCE`.split(
    /\s+/,
  ),
);

/** Omitted fields keep their old value (Prisma's `undefined`). */
function setWebhook(session: Session, body: Fields): Answer {
  const webhook = isFields(body.webhook) ? body.webhook : {};
  if (!Array.isArray(webhook.events))
    return refusal(
      500,
      'Internal Server Error',
      "Cannot read properties of undefined (reading 'length')",
    );
  const strange = webhook.events.findIndex((event) => !events.has(String(event)));
  if (strange >= 0)
    return refusal(400, 'Bad Request', [
      [`webhook.events[${strange}] is not one of enum values: ${[...events].join(',')}`],
    ]);
  session.webhook = {
    ...session.webhook,
    enabled: webhook.enabled === true,
    url: String(webhook.url),
    events: webhook.events.map(String),
    ...(webhook.headers === undefined ? {} : { headers: webhook.headers }),
    ...(typeof webhook.byEvents === 'boolean' ? { webhookByEvents: webhook.byEvents } : {}),
    ...(typeof webhook.base64 === 'boolean' ? { webhookBase64: webhook.base64 } : {}),
  };
  return { status: 201, body: { ...session.webhook } };
}

/** All switches (E src/validate/settings.schema.ts). */
const switches = [
  'rejectCall',
  'groupsIgnore',
  'alwaysOnline',
  'readMessages',
  'readStatus',
  'syncFullHistory',
];

/** E src/api/services/channel.service.ts, setSettings: texts that are left out are forgotten until the gateway restarts. */
function setSettings(session: Session, body: Fields): Answer {
  const problems = switches.flatMap((name) => {
    if (body[name] === undefined) return [`instance requires property "${name}"`];
    return typeof body[name] === 'boolean' ? [] : [`${name} is not of a type(s) boolean`];
  });
  if (problems.length > 0) return refusal(400, 'Bad Request', [problems]);
  session.settings = { ...body };
  return { status: 201, body: { settings: { instanceName: session.instance, settings: body } } };
}

/** Shows the next QR code of a session; with a number, also a pairing code (B connectionUpdate). */
export function showQr(session: Session, phone?: string | null): void {
  session.qr = {
    code: `2@${randomText(32)},${randomText(43)}=`,
    pairingCode: phone ? randomText(8) : null,
    count: (session.qr?.count ?? 0) + 1,
  };
}

function connect(session: Session, phone: string | null): Answer {
  if (session.state === 'open')
    return { status: 200, body: { instance: { instanceName: session.instance, state: 'open' } } };
  // While connecting it returns the current code, whatever number is requested.
  if (session.state === 'close') {
    session.state = 'connecting';
    session.qr = undefined;
    if (!session.isBlind) showQr(session, phone);
  }
  return {
    status: 200,
    body: session.qr ? { ...session.qr, base64: 'data:image/png;base64,x' } : { count: 0 },
  };
}

export const defaultSettings: Fields = Object.fromEntries(switches.map((name) => [name, false]));

const notConnected = (session: Session) => `The "${session.instance}" instance is not connected`;

function restart(session: Session): Answer {
  // It throws, catches, and answers 200.
  if (session.state === 'close')
    return {
      status: 200,
      body: { error: true, message: `Error: ${notConnected(session)}` },
    };
  return {
    status: 200,
    body: { instance: { instanceName: session.instance, status: session.state } },
  };
}

function logout(session: Session): Answer {
  if (session.state === 'close') return refusal(400, 'Bad Request', [notConnected(session)]);
  session.state = 'close';
  session.qr = undefined;
  session.isDeaf = true;
  session.endedBy = 401;
  return {
    status: 200,
    body: { status: 'SUCCESS', error: false, response: { message: 'Instance logged out' } },
  };
}

/** The guards check the name before the key (E src/api/guards/instance.guard.ts). */
function create(session: Session, body: Fields, isGlobal: boolean): Answer {
  const name = String(body.instanceName);
  if (session.exists && name === session.instance)
    return refusal(403, 'Forbidden', [`This name "${name}" is already in use.`]);
  if (!isGlobal) return refusal(401, 'Unauthorized', 'Unauthorized');
  if (body.integration !== 'WHATSAPP-BAILEYS')
    return refusal(400, 'Bad Request', ['Invalid integration']);
  session.exists = true;
  session.isDeaf = false;
  session.endedBy = null;
  session.state = 'close';
  session.qr = undefined;
  session.webhook = undefined;
  session.settings = { ...defaultSettings, groupsIgnore: body.groupsIgnore === true };
  session.apiKey = typeof body.token === 'string' ? body.token : randomText(32);
  // Unknown events are no error here; the webhook is just not kept.
  if (isFields(body.webhook)) setWebhook(session, { webhook: body.webhook });
  return {
    status: 201,
    body: {
      instance: { instanceName: name, integration: body.integration, status: 'close' },
      hash: session.apiKey,
      webhook: {},
      settings: { groupsIgnore: body.groupsIgnore === true },
    },
  };
}

/** Counts down to the end of a removal. */
export function settle(session: Session): void {
  if (session.leaving === 0) return;
  session.leaving -= 1;
  if (session.leaving === 0) session.exists = false;
}

/** @returns undefined for requests about anything else */
export function answerSession(session: Session, received: Received): Answer | undefined {
  const { method, path, query, headers, body } = received;
  const fields = isFields(body) ? body : {};
  const isGlobal = headers.apikey === session.globalKey;
  const route = `${method} ${path}`;
  // E src/api/routes/index.router.ts
  if (route === 'GET /') {
    const message = 'Welcome to the Evolution API, it is working!';
    return { status: 200, body: { status: 200, message, version: session.version } };
  }
  if (route === 'POST /instance/create') return create(session, fields, isGlobal);
  if (route === 'GET /instance/fetchInstances') {
    const wantedName = query.get('instanceName');
    const isThere = session.exists && (wantedName === null || wantedName === session.instance);
    if (!isGlobal && !(isThere && headers.apikey === session.apiKey))
      return refusal(401, 'Unauthorized', 'Unauthorized');
    if (!isThere && wantedName !== null)
      return refusal(404, 'Not Found', [`Instance "${wantedName}" not found`]);
    const { instance: name, apiKey: token, state: connectionStatus } = session;
    const disconnectionReasonCode = session.endedBy;
    const one = { name, token, connectionStatus, disconnectionReasonCode, ownerJid: null };
    const instances = session.exists ? [one] : [];
    return { status: 200, text: JSON.stringify(instances) };
  }
  const [, what = '', name = ''] =
    /^([A-Z]+ \/(?:instance\/(?:connect|restart|logout|delete)|(?:webhook|settings)\/(?:set|find)))\/([^/]+)$/.exec(
      route,
    ) ?? [];
  if (what === '') return undefined;
  const instance = decodeURIComponent(name);
  settle(session);
  if (instance !== session.instance || !session.exists)
    return refusal(404, 'Not Found', [`The "${instance}" instance does not exist`]);
  if (!isGlobal && headers.apikey !== session.apiKey)
    return refusal(401, 'Unauthorized', 'Unauthorized');
  switch (what) {
    case 'GET /instance/connect':
      return connect(session, query.get('number'));
    case 'POST /instance/restart':
      return restart(session);
    case 'DELETE /instance/logout':
      return logout(session);
    case 'DELETE /instance/delete':
      session.state = 'close';
      session.qr = undefined;
      session.isDeaf = true;
      session.leaving = 2;
      return {
        status: 200,
        body: { status: 'SUCCESS', error: false, response: { message: 'Instance deleted' } },
      };
    case 'POST /webhook/set':
      return setWebhook(session, fields);
    case 'POST /settings/set':
      return setSettings(session, fields);
    case 'GET /settings/find':
      return { status: 200, body: { ...session.settings } };
    case 'GET /webhook/find':
      return { status: 200, text: JSON.stringify(session.webhook ?? null) };
    default:
      return undefined;
  }
}
