import type { Json } from '#server/outbound/messaging/connection.ts';
import type { Referral } from '#server/outbound/messaging/incoming-updates.ts';
import { withoutFurtherMarks } from '#server/platform/combining-marks.ts';

/* Makes external text storable: truncates it and removes what the database cannot hold, without rejecting it. */

/** Max stored length of a message; the network's own limit. */
export const maxTextLength = 65_536;
const maxNameLength = 255;
const maxDetailsLength = 16_384;

/** Storable text of at most `most` characters. */
export function storable(text: string, most: number): string {
  // A character has at most two code units.
  const beginning = text
    .slice(0, 2 * most)
    .toWellFormed()
    .replaceAll('\0', '');
  const characters = beginning.length > most ? [...beginning].slice(0, most).join('') : beginning;
  return withoutFurtherMarks(characters);
}

/** Storable single-line text; null if nothing is left of it. */
export const storableLine = (text: string | undefined): string | null =>
  storable(text ?? '', maxNameLength).trim() || null;

/** Details as JSON; oversized details are dropped as a whole and marked as too long. */
export function storableDetails(details: Json | undefined): string | null {
  if (details === undefined) return null;
  const clean = JSON.stringify(details, (_key, value: unknown) =>
    typeof value === 'string' ? storable(value, maxTextLength) : value,
  );
  return Buffer.byteLength(clean) <= maxDetailsLength
    ? clean
    : JSON.stringify({
        ...(typeof details.kind === 'string' && { kind: details.kind.slice(0, 100) }),
        is_too_long: true,
      });
}

const maxBodyLength = 2_000;
const maxUrlLength = 2_048;

/** Returns an http(s) address without credentials; null for any other text. */
function storableUrl(text: string | undefined): string | null {
  if (text === undefined || text.length > maxUrlLength) return null;
  const url = URL.parse(storable(text, maxUrlLength).trim());
  const isOfWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!isOfWeb || url.username !== '' || url.password !== '') return null;
  return url.href.length > maxUrlLength ? null : url.href;
}

/** Referral of a message as JSON; null if no part of it can be stored. */
export function storableReferral(referral: Referral | undefined): string | null {
  if (referral === undefined) return null;
  const { title, body, sourceUrl, sourceId, sourceType, clickId } = referral;
  const storableValues = {
    title: storableLine(title),
    body: storable(body ?? '', maxBodyLength).trim() || null,
    source_url: storableUrl(sourceUrl),
    source_id: storableLine(sourceId),
    source_type: storableLine(sourceType),
    ctwa_clid: storableLine(clickId),
  };
  const { source_type: _, ...telling } = storableValues;
  return Object.values(telling).some((value) => value !== null)
    ? JSON.stringify(storableValues)
    : null;
}

/** No network message is older than `earliest`; no clock is wrong by more than a day. */
const earliest = Date.parse('2009-01-01T00:00:00Z');
const aheadMs = 86_400_000;

/** Time of a message as a timestamp in whole seconds, the precision of networks. @param at in Unix milliseconds */
export const writtenAtOf = (at: number | undefined): string =>
  `${timeOf(at).slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)}.000Z`;

/** The network's time as a timestamp; the current time if missing or implausible. @param at in Unix milliseconds */
export function timeOf(at: number | undefined): string {
  const now = Date.now();
  const isTime = at !== undefined && at >= earliest && at <= now + aheadMs;
  return new Date(isTime ? at : now).toISOString();
}
