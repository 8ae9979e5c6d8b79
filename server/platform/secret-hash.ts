import { createHash } from 'node:crypto';

/** What is stored of a secret that is random enough not to be guessed: its SHA-256, of 32 bytes. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
