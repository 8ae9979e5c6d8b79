import { randomBytes } from 'node:crypto';
import { stringify } from 'uuid';

/*
 * Secrets of connected agents: a prefix, the team's id and 256 random bits. The id lets a cluster look them up on one node; only their SHA-256
 * is stored.
 */

const prefixes = { access: 'pauta_agent_', refresh: 'pauta_renew_', code: 'code_' } as const;

export type AgentSecret = keyof typeof prefixes;

const idBytes = 16;
const body = /^[\w-]{64}$/;

export function newAgentSecret(kind: AgentSecret, team: string): string {
  const id = Buffer.from(team.replaceAll('-', ''), 'hex');
  return prefixes[kind] + Buffer.concat([id, randomBytes(32)]).toString('base64url');
}

/** Team named by a secret, which is not verified; undefined if the text is no such secret. */
export function teamOfAgentSecret(kind: AgentSecret, text: string): string | undefined {
  const prefix = prefixes[kind];
  const rest = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !body.test(rest)) return undefined;
  try {
    return stringify(Buffer.from(rest, 'base64url').subarray(0, idBytes));
  } catch {
    return undefined;
  }
}
