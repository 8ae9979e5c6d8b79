import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { ownPage } from '../people.ts';
import { somePdf } from './fixture.ts';

interface Attachment {
  /** Slug of the team. */
  readonly team: string;
  /** Session of the person who attaches it. */
  readonly token: string;
  readonly record_type: string;
  readonly record_id: unknown;
  readonly name: string;
}

/** Attaches a PDF to a record, as the panel does. @returns the file's id */
export async function attachPdf(
  { app }: { readonly app: FastifyInstance },
  { team, token, record_type, record_id, name }: Attachment,
): Promise<string> {
  const query = new URLSearchParams({ name, record_type, record_id: String(record_id) });
  const stored = await app.inject({
    method: 'POST',
    url: `/api/panel/teams/${team}/files?${query}`,
    headers: { ...ownPage, cookie: `pauta_session=${token}`, 'content-type': 'application/pdf' },
    payload: somePdf(),
  });
  expect(stored.statusCode, stored.payload).toBe(201);
  return (JSON.parse(stored.payload) as { data: { id: string } }).data.id;
}
