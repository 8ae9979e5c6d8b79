import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keys } from '../features/accounts/key-lookup.ts';
import type { Sessions } from '../features/accounts/sessions.ts';
import type { TeamsBySlug } from '../features/accounts/team-lookup.ts';
import { registry } from '../features/registry.ts';
import { ApiError } from '../platform/errors.ts';
import type { RequestOrigin } from './admission.ts';
import { tokenIn } from './panel-session.ts';
import { headersIn } from './server.ts';

export const unknownPathMessage =
  'There is nothing at this path; GET /api/openapi.json lists the paths.';

const shapeOf = (path: string) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`);
const paths = [...registry.methods].map(([path, methods]) => ({
  shape: shapeOf(path),
  methods: methods.join(', '),
}));

/** @throws ApiError METHOD_NOT_ALLOWED with Allow if the path has other methods, otherwise NOT_FOUND */
export function refusePath(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const allow = paths.find(({ shape }) => shape.test(path))?.methods;
  if (allow === undefined) throw new ApiError('NOT_FOUND', unknownPathMessage);
  reply.header('allow', allow);
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not allowed here; allowed: ${allow}.`,
  );
}

const calledShape = /^\/(?:api\/(?:hooks|gateways|files)|approve)\/([a-z0-9-]{1,80})\//;

const panelShape = /^\/api\/panel\/(?:teams\/([a-z0-9-]{1,80})(?![^/?]))?/;

/**
 * Chooses the queue of a request: the team's if its key or session was valid a moment ago, a separate one per user for account
 * operations, and another one per team for unauthenticated calls to its hooks and inboxes and for signed file URLs. All others
 * share one queue: made-up keys, sessions and addresses do not add queues to the rotation.
 */
export function queueSelector(
  keys: Keys,
  teams: TeamsBySlug,
  sessions: Pick<Sessions, 'cachedTeamId' | 'person'>,
): (request: IncomingMessage) => RequestOrigin {
  const unknown: RequestOrigin = { queueKey: 'unknown', team: '' };
  return ({ rawHeaders, url = '' }) => {
    const inPanel = panelShape.exec(url);
    if (inPanel) {
      const token = tokenIn(headersIn(rawHeaders, 'cookie'));
      if (token === undefined) return unknown;
      const team = inPanel[1] && sessions.cachedTeamId(token, inPanel[1]);
      if (team) return { queueKey: team, team };
      const person = sessions.person(token);
      return person === undefined ? unknown : { queueKey: `person ${person}`, team: '' };
    }
    const team = keys.cachedTeamId(headersIn(rawHeaders, 'authorization')[0]);
    if (team !== undefined) return { queueKey: team, team };
    const called = teams.cachedTeamId(calledShape.exec(url)?.[1] ?? '');
    return called === undefined ? unknown : { queueKey: `called ${called}`, team: called };
  };
}
