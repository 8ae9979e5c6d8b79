import { line, patterned, required } from '../../../records/fields.ts';

/** What several operations of people take. */

export const email = patterned(
  /^(?=.{3,255}$)[^\s@]+@[^\s@]+$/,
  'an e-mail address of at most 255 characters',
  'ana@example.com',
);

/** A token as a link or an earlier answer holds it. */
export const token = required(line(100, 1));

/** Six digits of an app, or a recovery code. */
export const code = line(64, 1);
