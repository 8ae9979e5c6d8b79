import { createHash } from 'node:crypto';

/** Digest of the facts in a summary: a summary by a language model counts until they change. */
export const digestOf = (extract: string): string =>
  createHash('sha256').update(extract).digest('base64url').slice(0, 22);
