import type { TSchema } from 'typebox';
import { Type } from '#server/platform/schema.ts';
import { about, type Field, kind } from './fields.ts';

/*
 * Reasons that records keep: a sentence in English, and its code with the values in it, from which the panel says the reason in the
 * reader's language (docs/adr/0128-codes-of-stored-reasons.md).
 */

/** Values in a reason. */
export interface ReasonValues {
  readonly [name: string]: unknown;
}

/** A reason that a record keeps. */
export interface CodedReason<C extends string = string> {
  readonly text: string;
  readonly code: C;
  readonly values?: ReasonValues;
}

/** Max stored length of a value in a reason. */
const maxValueLength = 255;

/** A reason as JSON, to be stored next to its sentence: the sentence, by which {@link detailsOf} recognizes it, its code and values. */
export const storedDetails = ({ text, code, values = {} }: CodedReason): string =>
  JSON.stringify([
    text,
    {
      code,
      ...Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.slice(0, maxValueLength).toWellFormed() : value,
        ]),
      ),
    },
  ]);

/**
 * SQL: the code and values of a stored reason; null if the reason was stored or replaced by a version of the service without codes.
 * @param details column of {@link storedDetails}
 * @param reason column of the sentence
 */
export const detailsOf = (details: string, reason: string): string =>
  `case when ${details}::json ->> 0 = ${reason} then ${details}::json -> 1 end`;

/** Schemas of the values in reasons, by name. */
type ValueSchemas = Readonly<Record<string, TSchema>>;

/** JSON schema of a reason's code and values. */
export const detailsSchema = (codes: readonly string[], values: ValueSchemas = {}) =>
  Type.Object(
    {
      code: about('The reason as a code.', Type.Enum([...codes])),
      ...Object.fromEntries(
        Object.entries(values).map(([name, schema]) => [name, Type.Optional(schema)]),
      ),
    },
    { examples: [{ code: codes[0] }] },
  );

/** Field with the code and values of the reason in another field of the same table. */
export const detailsField = (
  reason: string,
  codes: readonly string[],
  values: ValueSchemas = {},
): Field =>
  about(
    `The code of \`${reason}\`, and the values in it, for programs; null if there is none.`,
    kind(detailsSchema(codes, values), 'the code of a reason', 'json', {
      output: (column) => detailsOf(column, `t.${reason}`),
    }),
  );
