import type { Referral } from '#server/outbound/messaging/incoming-updates.ts';
import { type Json, object, text } from './requests.ts';

/*
 * Advertisement or post that led to a message, in the spellings of the gateways.
 *
 * - Baileys (WAProto.proto, ContextInfo.ExternalAdReplyInfo) writes `sourceUrl` and `sourceId`; Evolution passes it on in the `contextInfo`
 *   next to the message (whatsapp.baileys.service.ts, prepareMessage), WAHA's NOWEB in `_data`.
 * - whatsmeow (waE2E, the same message), which WAHA's GOWS uses, writes `sourceURL` and `sourceID`.
 * - WhatsApp's web client, which WAHA's WEBJS uses, has `ctwaContext` with `description` for the body.
 * - The official API (facebook/openapi, business-messaging-api_v23.0.yaml, ReferralObject) has `referral` with `headline` for the title.
 *
 * Pictures and videos of the advertisement are left out: nothing is fetched from addresses in a message.
 */

/** Returns the first non-empty text under any of the names. */
const either = (json: Json, ...names: readonly string[]): string | undefined =>
  names.map((name) => text(json[name])).find((value) => value !== undefined && value !== '');

/** @returns undefined if no part of an advertisement is present */
export function referralOf(value: unknown): Referral | undefined {
  const json = object(value);
  if (!json) return undefined;
  const referral = {
    title: either(json, 'title', 'headline'),
    body: either(json, 'body', 'description'),
    sourceUrl: either(json, 'sourceUrl', 'sourceURL', 'source_url'),
    sourceId: either(json, 'sourceId', 'sourceID', 'source_id'),
    sourceType: either(json, 'sourceType', 'source_type'),
    clickId: either(json, 'ctwaClid', 'ctwa_clid'),
  };
  return Object.values(referral).some((one) => one !== undefined) ? referral : undefined;
}

/** Advertisement in the context of a message in the network's format. */
export const referralIn = (contextInfo: unknown): Referral | undefined =>
  referralOf(object(contextInfo)?.externalAdReply);
