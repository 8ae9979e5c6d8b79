import { randomBytes } from 'node:crypto';
import { isUuid } from '#server/platform/uuid.ts';

/* Tokens of calendar feeds: the team's id, so that the look-up is within a team, and a secret of 192 bits. */

const idBytes = 16;
const secretBytes = 24;

export const feedPath = '/calendar';

export interface FeedToken {
  readonly team: string;
  readonly secret: string;
}

export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');

export const tokenOf = ({ team, secret }: FeedToken): string =>
  Buffer.concat([
    Buffer.from(team.replaceAll('-', ''), 'hex'),
    Buffer.from(secret, 'base64url'),
  ]).toString('base64url');

/** Undefined for a text that is no token. */
export function readToken(token: string): FeedToken | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token)
    return undefined;
  const team = bytes
    .subarray(0, idBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return isUuid(team) ? { team, secret: bytes.subarray(idBytes).toString('base64url') } : undefined;
}
