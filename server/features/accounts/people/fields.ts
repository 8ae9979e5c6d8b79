import { containsTooManyMarks } from '#server/platform/combining-marks.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, required, singleLine } from '#server/records/fields.ts';

/** Fields shared by operations of people. */

/** Invisible characters in an address: control, format, filler and unassigned characters. */
const isInvisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;

/** Normalizes an address to NFC; one with too many marks in a row stays as it is, and is refused for them. */
const composed = (address: string) =>
  containsTooManyMarks(address) ? address : address.normalize('NFC');

export const email = kind(
  Type.String({ pattern: '^(?=.{3,255}$)[^\\s@]+@[^\\s@]+$', examples: ['ana@example.com'] }),
  'an e-mail address of at most 255 characters, without invisible ones',
  'text',
  {
    format: 'email',
    clean: (value) => (typeof value === 'string' ? composed(value.trim()) : value),
    check: (value) => !isInvisible.test(value as string),
  },
);

/** A token, as contained in a link or an earlier response. */
export const token = required(singleLine(100, 1));

/** Six digits of an app, or a recovery code. */
export const code = singleLine(64, 1);
