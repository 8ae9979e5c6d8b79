/* Reasons for which a stored file, or a part of it, is not searched. */

export const unreadReasons = [
  'picture',
  'media',
  'no_text',
  'encrypted',
  'damaged',
  'too_large',
  'format',
  'partly',
  'missing',
  'infected',
] as const;

export type UnreadReason = (typeof unreadReasons)[number];

/** A file cannot be read, or not to its end. */
export class Unread extends Error {
  override name = 'Unread';
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
