import { fieldCodes } from '#server/platform/error-reasons.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about } from '#server/records/fields.ts';
import { valueProblemCodes } from '../reading/values.ts';

/*
 * Problems of rows: a code with its values, from which the panel says the reason. A refusal keeps the whole row out; any other problem only
 * says what was stored in another way, such as a person in the notes.
 */

/** Codes beyond those of cells (values.ts) and of fields (`field_…`, as the API refuses a value). */
export const rowProblemCodes = [
  'nul_character',
  'missing',
  'nothing_to_store',
  'repeated',
  'ambiguous',
  'matches_several',
  'exists',
  'link_missing',
  'not_an_id',
  'member_missing',
  'kept_in_notes',
  'other_client_type',
  'changed_meanwhile',
  'no_room',
  'erased',
] as const;

/** Codes of refusals by the validation of the API. */
export const fieldProblemCodes = fieldCodes.map((code) => `field_${code}` as const);

/** Every code of a row's problems, in a stable order. */
export const problemCodes = [...valueProblemCodes, ...rowProblemCodes, ...fieldProblemCodes];
export type RowProblemCode = (typeof problemCodes)[number];

export interface RowProblem {
  readonly code: RowProblemCode;
  readonly is_refusal: boolean;
  /** Column of the file, from 0; null if it is about the row. */
  readonly column: number | null;
  /** Key of the record, and its field. */
  readonly record: string | null;
  readonly field: string | null;
  /** The cell, shortened. */
  readonly value: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Longest cell in a problem. */
const maxValue = 200;

/** Builds a problem. @param is_refusal false if the row is stored nevertheless */
export function problem(
  code: RowProblemCode,
  {
    column = null,
    record = null,
    field = null,
    value = null,
    values = {},
    is_refusal = true,
  }: Partial<Omit<RowProblem, 'code'>> = {},
): RowProblem {
  const cell = value === null ? null : value.slice(0, maxValue).toWellFormed();
  return { code, is_refusal, column, record, field, value: cell, values };
}

export const problemSchema = Type.Object(
  {
    code: about(
      'The reason as a code: of a cell, of a row, or as the API refuses a field (`field_…`).',
      Type.Enum([...problemCodes]),
    ),
    is_refusal: about(
      'True if the row is not stored because of it; false if only a part is kept in another way.',
      Type.Boolean(),
    ),
    column: about(
      'The column of the file, from 0; null if it is about the row.',
      orNull(Type.Integer()),
    ),
    record: about('The key of the record in the mapping.', orNull(Type.String())),
    field: about('The field of that record.', orNull(Type.String())),
    value: about('The cell, shortened.', orNull(Type.String())),
    values: about('Values in the reason.', Type.Record(Type.String(), Type.Unknown())),
  },
  {
    examples: [
      {
        code: 'exponent',
        is_refusal: true,
        column: 2,
        record: 'contact',
        field: 'phone',
        value: '5,51E+12',
        values: {},
      },
    ],
  },
);
