import { iso, platformStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
  enforcesTwoFactors,
  hasTwoFactors,
} from '#server/operations/account-operation.ts';
import { roles } from '#server/operations/roles.ts';
import { ApiError, forbidden, invalid, notFound } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  boolean,
  oneOf,
  required,
  singleLine,
  slug,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import {
  type AuthorizationRequest,
  agentScopes,
  answerUrl,
  hostOfClient,
  RefusedRequest,
  readAuthorizationRequest,
} from './authorization-request.ts';
import { keepClient } from './clients.ts';
import { hostOfRedirect } from './redirect-uris.ts';
import { issueCode } from './tokens.ts';

/*
 * Connections of a person's agents: the consent page of the authorization endpoint, and the list of what a person connected.
 */

const maxQueryLength = 8_192;
const query = about(
  'The query of the authorization request, as the agent sent it.',
  required(singleLine(maxQueryLength, 1)),
);

/** Reads the request that a page shows. @throws ApiError VALIDATION_ERROR if nothing may be returned to its client */
async function requestIn(
  { platform, settings, request, count }: AccountContext,
  text: string,
): Promise<AuthorizationRequest | RefusedRequest> {
  // May fetch the client's document.
  await count?.(`consent ${request.address}`, 60, 'connecting agents');
  try {
    return await readAuthorizationRequest(
      platform,
      settings,
      new URLSearchParams(text),
      request.page,
    );
  } catch (error) {
    if (!(error instanceof RefusedRequest)) throw error;
    if (error.redirectUri !== undefined) return error;
    throw invalid(error.message, 'query', 'invalid');
  }
}

/** The same, if it can be granted. */
async function validRequestIn(ctx: AccountContext, text: string): Promise<AuthorizationRequest> {
  const request = await requestIn(ctx, text);
  if (request instanceof RefusedRequest) throw invalid(request.message, 'query', 'invalid');
  return request;
}

const scope = about(
  'full: all rights of the member in the team. read: only those to read.',
  oneOf('key_scope', agentScopes),
);

const review = accountOperation({
  name: 'agents.look',
  id: 'reviewAgent',
  summary: 'Check the authorization request of an agent',
  note: 'For the consent page. `redirect_to` refuses the request; `error` is set if it is invalid and cannot be approved.',
  allow: 'person',
  panel: { method: 'POST', path: '/account/agents/review', status: 200 },
  input: { query },
  output: {
    name: 'AgentRequest',
    fields: {
      name: about('The name that the agent gives itself; it is not verified.', singleLine(100)),
      host: about('The host of the agent; null for an application on this device.', singleLine()),
      redirect_host: about('The host that receives the answer.', singleLine()),
      is_document: about('True if the host published the name.', required(boolean)),
      scope: about(
        'The most that the agent requests: full or read.',
        oneOf('key_scope', agentScopes),
      ),
      error: about('Why the request is invalid.', singleLine(500)),
      redirect_to: about(
        'The URL that returns the error, or the refusal of the member, to the agent.',
        required(singleLine(8_192)),
      ),
    },
  },
  async run(ctx, values) {
    const request = await requestIn(ctx, values.query);
    if (request instanceof RefusedRequest) {
      const { redirectUri = '', state, code, message } = request;
      return {
        data: {
          ...{ name: null, host: null, redirect_host: null, is_document: false, scope: null },
          error: message,
          redirect_to: answerUrl(redirectUri, state, ctx.request.page, {
            error: code,
            error_description: message,
          }),
        },
      };
    }
    return {
      data: {
        name: request.client.name,
        host: hostOfClient(request),
        redirect_host: hostOfRedirect(request.redirectUri),
        is_document: request.client.documentHost !== null,
        scope: request.scope,
        error: null,
        redirect_to: answerUrl(request.redirectUri, request.state, ctx.request.page, {
          error: 'access_denied',
        }),
      },
    };
  },
});

const answered = {
  name: 'AgentAnswer',
  fields: {
    redirect_to: about('The URL that returns to the agent.', required(singleLine(8_192))),
  },
};

const membership = platformStatement(`
  select t.id as team_id, u.id as user_id, ${enforcesTwoFactors('t')} as needs_two_factors, t.allows_agents
  from teams t join users u on u.team_id = t.id
  where t.slug = $slug and u.person_id = $person and u.suspended_at is null`);
const methodsOf = platformStatement(
  'select methods from sessions where person_id = $person and id = $id and ended_at is null',
);

const approve = accountOperation({
  name: 'agents.approve',
  id: 'approveAgent',
  summary: 'Let an agent act for you in a team',
  note: 'The agent gets your rights in the team, or only those to read. Returns 403 if the team does not allow agents.',
  allow: 'fresh',
  panel: { method: 'POST', path: '/account/agents/approve', status: 200 },
  input: {
    query,
    team: about('The team’s slug.', required(singleLine(80, 1))),
    scope: required(scope),
  },
  output: answered,
  mayFail: ['SECOND_FACTOR_REQUIRED', 'NOT_FOUND'],
  async run(ctx, values) {
    const caller = callerOf(ctx);
    const request = await validRequestIn(ctx, values.query);
    if (values.scope === 'full' && request.scope !== 'full')
      throw invalid('scope: the agent requested read only.', 'scope', 'not_allowed');
    const [member] = await ctx.platform.run(membership, {
      slug: values.team,
      person: caller.personId,
    });
    if (!member)
      throw new ApiError('NOT_FOUND', 'You are not a member of a team with this address.');
    if (member.allows_agents !== true)
      throw forbidden('This team does not allow its members to connect agents.', 'no_agents');
    const [session] = await ctx.platform.run(methodsOf, {
      person: caller.personId,
      id: caller.sessionId,
    });
    const isTwo = hasTwoFactors((session?.methods ?? []) as string[]);
    if (member.needs_two_factors === true && !isTwo)
      throw new ApiError(
        'SECOND_FACTOR_REQUIRED',
        'This team requires a second factor: set one up, or re-authenticate with it.',
      );
    await keepClient(ctx.platform, request.client.id);
    const code = await ctx.platform.transaction((_, team) =>
      issueCode(team(member.team_id as string), request, values.scope, {
        personId: caller.personId,
        userId: member.user_id as string,
        hasTwoFactors: isTwo,
      }),
    );
    return {
      data: {
        redirect_to: answerUrl(request.redirectUri, request.state, ctx.request.page, { code }),
      },
    };
  },
});

/** SQL: true if a connection can still renew its tokens. */
export const isConnected = (c: string) => `exists (select from agent_tokens r
  where r.team_id = ${c}.team_id and r.connection_id = ${c}.id and r.is_refresh and r.used_at is null and r.expires_at > now())`;

const list = platformStatement(`
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.client_name, 'host', c.client_host, 'scope', k.scope,
    'team_slug', t.slug, 'team_name', t.name, 'team_allows_agents', t.allows_agents, 'role', u.role,
    'created_at', ${iso('k.created_at')}, 'last_used_at', ${iso('k.last_used_at')}) order by k.created_at desc, c.id), '[]') as agents
  from agent_connections c join api_keys k on k.team_id = c.team_id and k.id = c.id join teams t on t.id = c.team_id
    join users u on u.team_id = c.team_id and u.id = k.user_id and u.person_id = c.person_id
  where c.person_id = $person and k.revoked_at is null and ${isConnected('c')}`);

const listOwnAgents = accountOperation({
  name: 'account.agents',
  id: 'listOwnAgents',
  summary: 'List the agents that you connected',
  note: 'In all your teams.',
  allow: 'person',
  panel: { method: 'GET', path: '/account/agents', status: 200 },
  input: {},
  output: {
    name: 'OwnAgent',
    isList: true,
    fields: {
      id: required(uuid),
      name: about('The name that the agent gives itself.', required(singleLine(100))),
      host: about('The host of the agent; null for an application on a device.', singleLine()),
      scope: required(scope),
      team_slug: required(slug),
      team_name: about('The name of the team.', required(singleLine())),
      team_allows_agents: about(
        'False if the team stopped all agents: this one has no access until the team allows them again.',
        required(boolean),
      ),
      role: about('Your role in the team.', required(oneOf('user_role', roles))),
      created_at: required(timestamp),
      last_used_at: about('When it last called a tool.', timestamp),
    },
  },
  async run(ctx) {
    const { personId: person } = callerOf(ctx);
    const [row] = await ctx.platform.run(list, { person });
    return { data: row?.agents };
  },
});

/** Response to the end of a connection. */
export const disconnectedFields = {
  id: about('The agent.', required(uuid)),
  disconnected: about('Always true.', required(boolean)),
};

const disconnect = platformStatement(`
  update api_keys k set revoked_at = clock.now from (select now()) clock (now), agent_connections c
  where c.person_id = $person and c.id = $id and k.team_id = c.team_id and k.id = c.id and k.revoked_at is null
  returning k.team_id, k.revoked_at`);

const disconnectOwnAgent = accountOperation({
  name: 'account.disconnect_agent',
  id: 'disconnectOwnAgent',
  summary: 'Disconnect one of your agents',
  note: 'It loses access within a second, on every node.',
  allow: 'person',
  panel: { method: 'DELETE', path: '/account/agents/:id', status: 200 },
  input: {},
  output: {
    name: 'DisconnectedAgent',
    fields: disconnectedFields,
  },
  async run(ctx, _, id) {
    const { personId } = callerOf(ctx);
    if (!isUuid(id)) throw notFound('agent');
    await ctx.platform.transaction(async (tx) => {
      const [row] = await tx.run(disconnect, { person: personId, id });
      if (!row) throw notFound('agent');
      await recordAccountAudit(tx, ctx, {
        personId,
        operation: 'account.disconnect_agent',
        after: { revoked_at: row.revoked_at },
        record: { team: row.team_id as string, type: 'keys', id },
      });
    });
    return { data: { id, disconnected: true } };
  },
});

export const agentAccountOperations: readonly AccountOperation[] = [
  review,
  approve,
  listOwnAgents,
  disconnectOwnAgent,
];
