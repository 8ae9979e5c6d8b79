import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { registry } from '../features/registry.ts';
import {
  type AccountContext,
  type AccountOperation,
  hasTwoFactors,
  performOwn,
  type SignedIn,
  signedOut,
} from '../operations/account-operation.ts';
import { envelope } from '../operations/response-envelope.ts';
import { ApiError, forbidden } from '../platform/errors.ts';
import { readBody } from '../records/input.ts';
import type { Parts } from './app.ts';
import {
  addressOf,
  countAgainst,
  countGuarded,
  countRequest,
  countSession,
  countStream,
  refuseSecrets,
} from './auth.ts';
import { compressResponses } from './compression.ts';
import { mountCsvFiles } from './csv-files.ts';
import { awaitRoomForBody, bytesToCome } from './in-flight-bytes.ts';
import { addCursorHeaders, isStreamRequest, mountLive } from './live.ts';
import { panelOpenapi } from './openapi/panel.ts';
import { mountOpenapi } from './openapi-documents.ts';
import { mountPanelExports } from './panel-exports.ts';
import { mountPanelFiles } from './panel-files.ts';
import { mountPictures } from './panel-pictures.ts';
import {
  deviceOf,
  externalSignInOf,
  refuseForged,
  setDevice,
  setExternalSignIn,
  setSession,
  tokenOf,
} from './panel-session.ts';
import { mountPrivacyPackages } from './privacy-packages.ts';
import { bytesOf, send } from './responses.ts';
import { isSelfAddress } from './self-address.ts';
import { refusePath } from './unknown-paths.ts';
import { mountOperations } from './v1.ts';

/* API of the panel: account operations, and a team's operations authenticated by a session instead of a key. */

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; undefined without a session. */
    signedIn: SignedIn | undefined;
  }
}

/** Same bytes for a nonexistent team and one of which the user is not a member. */
const noTeam = () => new ApiError('NOT_FOUND', 'You are not a member of a team with this address.');

/**
 * @throws ApiError SECOND_FACTOR_REQUIRED if the session was started with one factor and no second factor has been verified in it
 */
async function requireTwoFactors(caller: SignedIn, { sessions }: Parts): Promise<void> {
  if (hasTwoFactors(caller.methods)) return;
  // The cached session may be older than a factor that its user has just set up.
  if (hasTwoFactors(await sessions.methods(caller))) return;
  throw new ApiError(
    'SECOND_FACTOR_REQUIRED',
    'This team requires a second factor: set one up, or re-authenticate with it.',
  );
}

/**
 * All tabs of a browser share one session: a request may belong to a user who has since signed out in another tab. It names its
 * user in a header, and is never executed as another one.
 * @throws ApiError FORBIDDEN
 */
function refuseOthers({ headers, signedIn }: FastifyRequest): void {
  const meant = headers['x-person'];
  if (meant !== undefined && signedIn && meant !== signedIn.personId)
    throw forbidden('X-Person is not the person who is signed in: nothing was done.', 'malformed');
}

/** Mounts everything below /api/panel. */
export async function mountPanel(panel: FastifyInstance, parts: Parts): Promise<void> {
  const { config, database, sessions, limit, settings } = parts;
  await panel.register(cookies);
  panel.decorateRequest('signedIn', undefined);
  panel.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const token = tokenOf(request);
    const session = token === undefined ? undefined : await sessions.find(token);
    if (limit.perMinute > 0) {
      if (session)
        await (isStreamRequest(request) ? countStream : countSession)(
          limit,
          session.sessionId,
          reply,
        );
      else await countRequest(limit, request, reply);
    }
    request.signedIn = session;
    refuseForged(request);
    refuseOthers(request);
  });
  panel.addHook('preHandler', (request, _reply, done) => {
    refuseSecrets(request.url);
    done();
  });
  mountOpenapi(panel, '/openapi.json', () => panelOpenapi(registry));
  for (const operation of registry.account) mountAccount(panel, operation, parts);
  await panel.register(
    async (team) => {
      team.decorateRequest('context');
      team.addHook('onRequest', async (request) => {
        const caller = request.signedIn;
        if (!caller) throw signedOut();
        const { team_slug: slug } = request.params as { team_slug: string };
        const membership = await sessions.membership(caller.personId, slug);
        if (!membership) throw noTeam();
        if (membership.needsTwoFactors) await requireTwoFactors(caller, parts);
        const { userId, role, seesValues, mayExport } = membership;
        const { personId, sessionId, authenticatedAt } = caller;
        request.context = {
          actor: {
            kind: 'user',
            userId,
            personId,
            sessionId,
            role,
            seesValues,
            mayExport,
            authenticatedAt,
          },
          team: membership.team,
          requestId: request.id,
          address: addressOf(request),
          origin: config.PUBLIC_URL ?? `${request.protocol}://${request.host}`,
          db: database.team(membership.team.id, membership.hiddenInboxes),
          settings,
          leadsHere: (address) =>
            isSelfAddress(address, [request.host, request.headers.host], request.socket),
        };
      });
      team.addHook('preParsing', (request, reply, _payload, done) => {
        if (bytesToCome(request) === 0) done();
        else awaitRoomForBody(request, reply, request.context.db.id).then(() => done(), done);
      });
      if (!config.DATABASE_REPLICA_URL?.length) addCursorHeaders(team, parts.live);
      compressResponses(team);
      mountOperations(team, registry.panel, 'panel');
      mountLive(team, parts.live);
      mountCsvFiles(team);
      mountPrivacyPackages(team);
      mountPanelExports(team);
      await mountPanelFiles(team);
      mountPictures(team);
    },
    { prefix: '/teams/:team_slug' },
  );
  panel.setNotFoundHandler(refusePath);
}

/** Small enough to need no memory reservation (in-flight-bytes.ts): the caller may be unauthenticated. */
const maxAccountBytes = 16_384;

function mountAccount(
  panel: FastifyInstance,
  operation: AccountOperation,
  { database, settings, config, limit }: Parts,
): void {
  const { method, path, status } = operation.panel;
  const isCounted = limit.perMinute > 0;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const origin = `${request.protocol}://${request.host}`;
    const ctx: AccountContext = {
      platform: database.platform,
      settings,
      caller: request.signedIn,
      request: {
        id: request.id,
        address: addressOf(request),
        userAgent: request.headers['user-agent'],
        device: deviceOf(request),
        origin: settings.publicUrl ?? origin,
        page: config.PUBLIC_URL ?? origin,
        url: request.url,
        externalSignIn: externalSignInOf(request),
      },
      ...(isCounted && {
        count: (what, perMinute, to) => countAgainst(limit, what, perMinute, to, reply),
      }),
    };
    if (operation.isGuarded && isCounted) await countGuarded(limit, request, reply);
    const body = method === 'POST' || method === 'PUT' ? readBody(bytesOf(request)) : {};
    const { id = '' } = request.params as { id?: string };
    const answer = await performOwn(operation, ctx, body, id);
    const { data, session, device, externalSignIn: elsewhere, location } = answer;
    if (session !== undefined) setSession(request, reply, session);
    if (device !== undefined) setDevice(request, reply, device);
    if (elsewhere !== undefined) setExternalSignIn(request, reply, elsewhere);
    if (location !== undefined) return reply.redirect(location, 303);
    return send(reply, status, envelope(JSON.stringify(data)));
  };
  const { maxBytes } = operation;
  panel.route({
    method,
    url: path,
    bodyLimit: maxBytes ?? maxAccountBytes,
    handler,
    ...(maxBytes !== undefined && {
      preParsing(request, reply, _payload, done) {
        if (!request.signedIn) done(signedOut());
        else awaitRoomForBody(request, reply, request.signedIn.personId).then(() => done(), done);
      },
    }),
  });
}
