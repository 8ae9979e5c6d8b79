import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { TestPerson } from '../people.ts';
import { type Answer, answerFrom, type Json } from '../team.ts';

/* A program that connects as an agent, written with nothing but HTTP, and its user at the consent page. */

export const host = 'pauta.test';
export const origin = `http://${host}`;
export const resource = `${origin}/mcp`;
export const callback = 'https://agent.example/callback';

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');
export const newVerifier = () => randomBytes(32).toString('base64url');

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request, as a program does. */
export async function ask(app: FastifyInstance, url: string, sent: Sent = {}): Promise<Answer> {
  const { form, json, headers = {} } = sent;
  const isPost = form !== undefined || json !== undefined;
  const response = await app.inject({
    method: sent.method ?? (isPost ? 'POST' : 'GET'),
    url,
    headers: {
      host,
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form !== undefined && { payload: new URLSearchParams(form).toString() }),
    ...(json !== undefined && { payload: JSON.stringify(json) }),
  });
  return answerFrom(response.statusCode, response.headers, response.payload);
}

/** Registers a client. @returns its id */
export async function register(app: FastifyInstance, metadata: Json = {}): Promise<string> {
  const { status, body } = await ask(app, '/oauth/register', {
    json: { client_name: 'Claude', redirect_uris: [callback], ...metadata },
  });
  if (status !== 201) throw new Error(`registered: ${status} ${JSON.stringify(body)}`);
  return body.client_id as string;
}

/** Query of an authorization request. */
export const queryOf = (client: string, verifier: string, further: Json = {}) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: client,
    redirect_uri: callback,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: 'a state & more',
    resource,
    ...(further as Record<string, string>),
  }).toString();

/** A user at the consent page. */
export const consent = (
  person: TestPerson,
  path: 'review' | 'approve',
  body: Json,
  headers: Record<string, string> = {},
) => person.own('POST', `/account/agents/${path}`, body, { host, ...headers });

/** The address to which an approval returns. */
export async function approved(
  person: TestPerson,
  query: string,
  team: { readonly slug: string },
  scope: 'read' | 'full' = 'full',
): Promise<URL> {
  const answer = await consent(person, 'approve', { query, team: team.slug, scope });
  if (answer.status !== 200) throw new Error(`approved: ${answer.text}`);
  return new URL(answer.data.redirect_to as string);
}

/** A code, with all that its client must send. */
export interface Granted {
  readonly client: string;
  readonly code: string;
  readonly verifier: string;
}

export async function granted(
  app: FastifyInstance,
  person: TestPerson,
  team: { readonly slug: string },
  scope: 'read' | 'full' = 'full',
  metadata: Json = {},
  registered?: string,
): Promise<Granted> {
  const [client, verifier] = [registered ?? (await register(app, metadata)), newVerifier()];
  const url = await approved(person, queryOf(client, verifier), team, scope);
  return { client, verifier, code: url.searchParams.get('code') ?? '' };
}

export const redeemed = (
  app: FastifyInstance,
  { client, code, verifier }: Granted,
  more: Json = {},
) =>
  ask(app, '/oauth/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: client,
      code,
      code_verifier: verifier,
      redirect_uri: callback,
      resource,
      ...(more as Record<string, string>),
    },
  });

export const refreshed = (app: FastifyInstance, client: string, token: unknown, more: Json = {}) =>
  ask(app, '/oauth/token', {
    form: {
      grant_type: 'refresh_token',
      client_id: client,
      refresh_token: String(token),
      ...(more as Record<string, string>),
    },
  });

/** Calls a tool, or lists the tools. */
export async function useTool(
  app: FastifyInstance,
  token: unknown,
  name?: string,
  args: Json = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(app, '/mcp', {
    json: {
      jsonrpc: '2.0',
      id: 1,
      method: name === undefined ? 'tools/list' : 'tools/call',
      params: name === undefined ? {} : { name, arguments: args },
    },
    headers: {
      authorization: `Bearer ${String(token)}`,
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
}

/** Waits until the endpoint for agents answers with a status: rights are cached for a second. */
export const eventuallyAnswers = (app: FastifyInstance, token: unknown, status: number) =>
  expect.poll(async () => (await useTool(app, token)).status, { timeout: 10_000 }).toBe(status);
