import type { Address } from '#server/outbound/messaging/connection.ts';
import { phoneOf } from '../phones.ts';

/* Addresses and times of the official API. Sources as in callbacks.ts. */

/** Converts Unix seconds, as a text or as a number. @returns undefined if invalid */
export function timeOf(seconds: unknown): number | undefined {
  const value = typeof seconds === 'string' && /^\d{1,12}$/.test(seconds) ? +seconds : seconds;
  return typeof value === 'number' && value > 0 && value < 1e11 ? value * 1_000 : undefined;
}

/** D business-scoped-user-ids: the network's id of a person whose number it hides. */
const scopedId = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

const hiddenId = (id: unknown) => (typeof id === 'string' && scopedId.test(id) ? id : undefined);

/** @param number the number, or its substitute if it is hidden */
export function addressOf(number: unknown, userId: unknown): Address | undefined {
  const phone = phoneOf(number);
  if (phone !== undefined) return { phone };
  const lid = hiddenId(userId) ?? hiddenId(number);
  return lid === undefined ? undefined : { lid };
}
