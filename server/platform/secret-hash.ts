import { createHash } from 'node:crypto';

/** Stored form of a secret too random to be guessed: its SHA-256, 32 bytes. */
export const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest();
