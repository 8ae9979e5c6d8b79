import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Keys } from '../features/accounts/keys.ts';
import type { Sessions } from '../features/accounts/sessions.ts';
import type { TeamsBySlug } from '../features/accounts/team-slugs.ts';
import { registry } from '../features/registry.ts';
import { ApiError } from '../platform/errors.ts';
import type { Whose } from './admission.ts';
import { tokenIn } from './panel-session.ts';
import { headersIn } from './server.ts';

export const nothingHere = 'There is nothing at this path; GET /api/openapi.json lists the paths.';

const shapeOf = (path: string) => new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}$`);
const known = [...registry.methods].map(([path, methods]) => ({
  shape: shapeOf(path),
  methods: methods.join(', '),
}));

/** @throws ApiError METHOD_NOT_ALLOWED with Allow for a path that has other methods, NOT_FOUND for any other */
export function refusePath(request: FastifyRequest, reply: FastifyReply): never {
  const path = request.url.split('?', 1)[0] ?? '';
  const allow = known.find(({ shape }) => shape.test(path))?.methods;
  if (allow === undefined) throw new ApiError('NOT_FOUND', nothingHere);
  reply.header('allow', allow);
  throw new ApiError(
    'METHOD_NOT_ALLOWED',
    `${request.method} is not allowed here; allowed: ${allow}.`,
  );
}

const calledShape = /^\/(?:api\/(?:hooks|gateways|files)|approve)\/([a-z0-9-]{1,80})\//;

const panelShape = /^\/api\/panel\/(?:teams\/([a-z0-9-]{1,80})(?![^/?]))?/;

/**
 * Which line a request waits in: its team's by a key or a session that was valid a moment ago, a line of their own for what people do
 * with their account, another one of the team's for what calls its hooks and inboxes, and reads files by their addresses, who have no
 * key. All others share one line: keys, sessions and addresses that somebody makes up get no turn of their own.
 */
export function linesBy(
  keys: Keys,
  teams: TeamsBySlug,
  sessions: Pick<Sessions, 'known' | 'person'>,
): (request: IncomingMessage) => Whose {
  const unknown: Whose = { line: 'unknown', team: '' };
  return ({ rawHeaders, url = '' }) => {
    const inPanel = panelShape.exec(url);
    if (inPanel) {
      const token = tokenIn(headersIn(rawHeaders, 'cookie'));
      if (token === undefined) return unknown;
      const team = inPanel[1] && sessions.known(token, inPanel[1]);
      if (team) return { line: team, team };
      const person = sessions.person(token);
      return person === undefined ? unknown : { line: `person ${person}`, team: '' };
    }
    const team = keys.known(headersIn(rawHeaders, 'authorization')[0]);
    if (team !== undefined) return { line: team, team };
    const called = teams.known(calledShape.exec(url)?.[1] ?? '');
    return called === undefined ? unknown : { line: `called ${called}`, team: called };
  };
}
