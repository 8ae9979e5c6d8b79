import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { resourceOf } from '../features/accounts/agents/authorization-request.ts';
import type { Caller, Keys } from '../features/accounts/key-lookup.ts';
import type { Sessions } from '../features/accounts/sessions.ts';
import type { TeamsBySlug } from '../features/accounts/team-lookup.ts';
import type { Live } from '../features/live/live.ts';
import { registry } from '../features/registry.ts';
import type { Settings } from '../operations/context.ts';
import type { Config } from '../platform/config.ts';
import { ApiError, invalid, invalidRequest } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Panel } from '../platform/panel-build.ts';
import { admit, queuedSince } from './admission.ts';
import { mountReference } from './api-reference.ts';
import { mountApprovalPages } from './approval-pages.ts';
import {
  addressOf,
  authenticate,
  callerOf,
  countAgent,
  countApproval,
  countKey,
  countRequest,
  refuseRepeated,
  refuseSecrets,
  repeatedIn,
} from './auth.ts';
import { mountCalendarFeeds } from './calendar-feeds.ts';
import { callbackLimit } from './callback-limit.ts';
import { mountClientReportPages } from './client-report-pages.ts';
import { mountDocuments } from './documents.ts';
import { sendError } from './errors.ts';
import { type ExhaustedAddresses, exhaustedAddresses } from './exhausted-addresses.ts';
import { mountFiles } from './files.ts';
import { mountCallbacks } from './gateway-callbacks.ts';
import { unreadyOn, warningOn } from './health.ts';
import { mountIcon } from './icon.ts';
import {
  awaitRoomForBody,
  bytesToCome,
  discardUnreadBody,
  streamLargeResponse,
} from './in-flight-bytes.ts';
import { mountEventStream } from './live.ts';
import { mountMcp } from './mcp.ts';
import type { Metrics } from './metrics.ts';
import { challengeOf, mountOauth } from './oauth.ts';
import { openapi } from './openapi/document.ts';
import { mountOpenapi } from './openapi-documents.ts';
import { originFor } from './origin.ts';
import { mountPanel } from './panel.ts';
import { mountV1Files } from './panel-files.ts';
import { mountNoPanel, mountPanelPages } from './panel-pages.ts';
import { serveInOrder } from './pipelining.ts';
import { mountPushWorker } from './push-worker.ts';
import type { RateLimit } from './rate-limit.ts';
import { logDatabaseFailures, report } from './request-log.ts';
import { send } from './responses.ts';
import { securityTxt } from './security-txt.ts';
import { isSelfAddress } from './self-address.ts';
import { idOf, malformed, namesOneHost, newServer, protections, trackResponse } from './server.ts';
import { queueSelector, refusePath, unknownPathMessage } from './unknown-paths.ts';
import { mountUnsubscribePages } from './unsubscribe-pages.ts';
import { mountOperations } from './v1.ts';
import { mountHooks } from './webhook-receiver.ts';

export interface Parts {
  readonly config: Pick<Config, 'TRUST_PROXY' | 'RATE_LIMIT_PER_MINUTE' | 'SECURITY_CONTACT'> &
    Partial<Pick<Config, 'PUBLIC_URL' | 'DATABASE_REPLICA_URL'>>;
  readonly database: Database;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly limit: RateLimit;
  readonly settings: Settings;
  readonly teams: TeamsBySlug;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Pages of the panel, if it is served. */
  readonly panel?: Panel | undefined;
  /** Live streams; absent if they are not served. */
  readonly live?: Live;
  /** Lets requests read from replicas, if any are configured. */
  readonly mountReplicas?: (v1: FastifyInstance) => void;
  /** Reason that the service is not ready although the database responds, for example because it is stopping. */
  readonly unready: () => string | undefined;
  /** A problem of background work of which operators should know; undefined if there is none. */
  readonly backgroundWarning?: (() => Promise<string | undefined>) | undefined;
}

/** Builds the complete HTTP service and mounts its parts. */
export async function makeApp(dependencies: Parts): Promise<FastifyInstance> {
  const { config, database, keys, teams, sessions, log, metrics, live, unready, limit } =
    dependencies;
  const settings = { ...dependencies.settings, requestsPerMinute: limit.perMinute };
  const parts = { ...dependencies, settings };
  const app = newServer(config, log);
  admit(app.server, {
    database,
    originOf: queueSelector(keys, teams, sessions),
    log,
    metrics,
    unready,
    headers: protections,
    idOf,
    answering: (request, response) => trackResponse(request.socket, response),
  });
  serveInOrder(app.server);
  const warn = logDatabaseFailures(log);
  app.setErrorHandler((error: FastifyError | ApiError, request, reply) => {
    if (error instanceof ApiError && error.cause instanceof Error) warn(error.cause.message);
    return sendError(error, request, reply);
  });
  app.setNotFoundHandler(refusePath);
  app.decorate('publicUrl', config.PUBLIC_URL);
  app.decorateRequest('started', 0);
  app.decorateRequest('repeated', undefined);
  app.decorateRequest('isStream', false);
  // Hooks of every request use callbacks: a promise for each would cost more than their work.
  app.addHook('onRequest', (request, reply, done) => {
    request.started = queuedSince(request.raw) ?? performance.now();
    trackResponse(request.raw.socket, reply.raw);
    reply.header('x-request-id', request.id);
    reply.headers(protections);
    request.repeated = repeatedIn(request.raw);
    // Node.js parses this version in HTTP/1.1 syntax, where it does not exist (RFC 9113, 3).
    if (request.raw.httpVersion === '2.0') {
      reply.raw.shouldKeepAlive = false;
      throw invalidRequest(malformed, 'malformed');
    }
    if (!namesOneHost(request))
      throw invalid(
        'The request must have exactly one Host header, which names a host.',
        'Host',
        'invalid_format',
      );
    done();
  });
  // Runs after authentication, before the body is read: an unknown path needs no body.
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.is404) refusePath(request, reply);
    refuseRepeated(request);
    done();
  });
  // Checked as late as possible: a client that reads this response sends nothing more on a connection that is about to close.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (unready() !== undefined) reply.header('connection', 'close');
    discardUnreadBody(request.raw);
    done(null, streamLargeResponse(request, reply, payload) ?? payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    report(request, reply, metrics);
    if (live && wrote(request, reply)) live.notifyLocalWrite();
    done();
  });

  // An open stream would delay the shutdown.
  app.addHook('preClose', (done) => {
    live?.end();
    done();
  });

  health(app, parts);
  mountOpenapi(app, '/api/openapi.json', () => openapi(registry));
  const contacts = config.SECURITY_CONTACT;
  if (contacts.length > 0)
    app.get('/.well-known/security.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityTxt(contacts)),
    );
  mountIcon(app);
  mountReference(app, limit.perMinute > 0, unknownPathMessage);
  mountDocuments(app);
  if (parts.panel) {
    mountPanelPages(app, parts.panel);
    mountPushWorker(app);
  } else mountNoPanel(app);
  await app.register((pages) =>
    mountApprovalPages(pages, settings, teams, parts.panel, async (request, reply) => {
      if (limit.perMinute > 0) await countApproval(limit, request, reply);
    }),
  );
  await app.register((pages) =>
    mountClientReportPages(pages, settings, teams, async (request, reply) => {
      if (limit.perMinute > 0) await countApproval(limit, request, reply);
    }),
  );
  await app.register((pages) =>
    mountUnsubscribePages(pages, database, settings.secrets, async (request, reply) => {
      if (limit.perMinute > 0) await countApproval(limit, request, reply);
    }),
  );
  mountCalendarFeeds(app, database, settings.publicUrl, async (request, reply) => {
    if (limit.perMinute > 0) await countApproval(limit, request, reply);
  });
  await app.register((v1) => version1(v1, parts), { prefix: '/api/v1' });
  await app.register((door) => agents(door, parts));
  if (parts.panel) mountOauth(app, parts);
  await app.register(
    async (api) => {
      const count = async (request: FastifyRequest, reply: FastifyReply) => {
        if (limit.perMinute > 0) await countRequest(limit, request, reply);
      };
      mountCallbacks(api, settings, teams.find, callbackLimit(limit));
      mountHooks(api, settings, teams.find, count);
      mountFiles(api, settings, teams, count);
      await api.register((panel) => mountPanel(panel, parts), { prefix: '/panel' });
    },
    { prefix: '/api' },
  );
  return app;
}

/** True if a request may have made changes that live streams announce. */
const wrote = ({ method }: FastifyRequest, { statusCode }: FastifyReply) =>
  method !== 'GET' && method !== 'HEAD' && statusCode < 400;

function health(
  app: FastifyInstance,
  { database, unready, settings, backgroundWarning }: Parts,
): void {
  const disk = settings.storage?.disk;
  const reasonUnready = unreadyOn(database, unready, disk);
  app.get('/health/live', async (_request, reply) => send(reply, 200, '{"status":"live"}'));
  app.get('/health/ready', async (_request, reply) => {
    const reason = await reasonUnready();
    if (reason !== undefined)
      return send(reply, 503, JSON.stringify({ status: 'unavailable', reason }));
    const warning = (await warningOn(disk)) ?? (await backgroundWarning?.());
    return send(reply, 200, JSON.stringify({ status: 'ready', warning }));
  });
}

/** Everything below /api/v1: rate limit, authentication, then the resources; also applies to unknown paths. */
async function version1(v1: FastifyInstance, parts: Parts): Promise<void> {
  openToKeys(v1, parts, (request, reply) => identifyKey(parts, request, reply, authenticate));
  v1.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  mountOperations(v1, registry.operations, 'v1');
  mountEventStream(v1, parts.live);
  mountV1Files(v1);
  v1.setNotFoundHandler(refusePath);
}

/** The API for agents, with the same keys and limits as v1, and with the tokens of connected agents. */
async function agents(app: FastifyInstance, parts: Parts): Promise<void> {
  const exhausted = exhaustedAddresses();
  openToKeys(app, parts, (request, reply) => identifyAgent(parts, exhausted, request, reply));
  mountMcp(app);
}

/** Counts and authenticates a request with a key. */
async function identifyKey(
  { keys, limit }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  identify: typeof authenticate,
): Promise<Caller> {
  const left = limit.perMinute > 0 ? await countRequest(limit, request, reply) : Infinity;
  const caller = await identify(keys, request, reply);
  await countKey(limit, caller, left, reply);
  return caller;
}

/** Counts and authenticates a request with a key or a token that was issued for this endpoint. */
async function identifyAgent(
  parts: Parts,
  exhausted: ExhaustedAddresses,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const { keys, limit, panel } = parts;
  // Without a panel, nothing can be connected.
  const origin = panel && originFor(request);
  if (origin === undefined) return identifyKey(parts, request, reply, callerOf);
  refuseRepeated(request);
  const { authorization } = request.headers;
  const isUnknown = keys.isUnknownAgent(authorization);
  if (isUnknown) exhausted.refuse(request, reply);
  const agent = await keys.findAgent(authorization);
  if (agent?.resource === resourceOf(origin)) {
    const left = limit.perMinute > 0 ? await countAgent(limit, agent, reply) : Infinity;
    await countKey(limit, agent, left, reply);
    return agent;
  }
  const identified = identifyKey(parts, request, reply, (...call) =>
    callerOf(...call, challengeOf(origin, authorization !== undefined)),
  );
  return isUnknown ? exhausted.remember(request, reply, identified) : identified;
}

/** Counts and authenticates every request before its body is read. @param identify returns its caller */
function openToKeys(
  app: FastifyInstance,
  { database, mountReplicas, settings, panel }: Parts,
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>,
): void {
  app.decorateRequest('context');
  app.addHook('onRequest', async (request, reply) => {
    const caller = await identify(request, reply);
    const { keyId, scope, userId, member, hiddenInboxes, team } = caller;
    const origin = originFor(request);
    request.context = {
      ...(origin !== undefined && { origin }),
      ...(origin !== undefined &&
        panel && { panelUrl: `${origin}/t/${encodeURIComponent(team.slug)}` }),
      actor: { kind: 'key', keyId, scope, userId, member },
      team,
      requestId: request.id,
      address: addressOf(request),
      db: database.team(team.id, hiddenInboxes),
      settings,
      leadsHere: (address) =>
        isSelfAddress(address, [request.host, request.headers.host], request.socket),
    };
  });
  mountReplicas?.(app);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (bytesToCome(request) === 0) done();
    else awaitRoomForBody(request, reply, request.context.db.id).then(() => done(), done);
  });
  app.addHook('preHandler', (request, _reply, done) => {
    refuseSecrets(request.url);
    done();
  });
}
