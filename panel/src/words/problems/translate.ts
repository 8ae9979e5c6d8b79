import type { ErrorDetailReason, ErrorField } from '#panel/api/schema.ts';
import type { ProblemWords } from './pt-BR.ts';

/* Says in the user's language why the service refused a request, by the codes of its errors. */

/** Reason of a refusal, and the fields that it is about. */
export interface Refusal {
  readonly reason?: ErrorDetailReason | undefined;
  readonly fields?: readonly ErrorField[] | undefined;
}

/** Rejected field of a form. */
export interface RejectedField {
  readonly name: string;
  readonly label: string;
}

/** Translates server errors to the user's language. */
export interface ErrorTranslator {
  /** Titles of rare failures, by code. */
  readonly titles: Readonly<Record<string, string>>;
  /** Reason why a field was refused. */
  readonly fieldReason: (field: Pick<ErrorField, 'code' | 'limit' | 'format'>) => string;
  /** Says that a field wants a whole number of a range. */
  readonly wholeNumber: (least: number, most: number) => string;
  /** Reasons of a refusal, each after the label of its field; empty if the service gives none. */
  readonly reasonsOf: (refusal: Refusal, labels?: readonly RejectedField[]) => readonly string[];
}

/** Codes that are said by the kind of value that the field expects. */
const byFormat = ['wrong_type', 'invalid_format', 'invalid'];

/** Creates the translator of a language. A code of a newer service has the general sentence. */
export function makeErrorTranslator(words: ProblemWords, locale: string): ErrorTranslator {
  const { codes, formats, reasons, titles, other: fallback } = words;
  const { format: written } = new Intl.NumberFormat(locale);
  const fieldReason: ErrorTranslator['fieldReason'] = ({ code, limit, format }) => {
    if (format && byFormat.includes(code)) return formats[format] ?? fallback;
    if (limit === undefined && code.startsWith('too_')) return fallback;
    return codes[code]?.({ limit: written(limit ?? 0) }) ?? fallback;
  };
  return {
    titles,
    fieldReason,
    wholeNumber: (least, most) => words.whole({ least: written(least), most: written(most) }),
    reasonsOf: ({ reason, fields = [] }, labels = []) => {
      const general = reason && (reasons[reason] ?? fallback);
      if (fields.length === 0) return general === undefined ? [] : [general];
      const texts = fields.map((field) => {
        const label = labels.find(({ name }) => name === field.name)?.label;
        const text = general ?? fieldReason(field);
        return label ? `${label}: ${text}` : text;
      });
      return [...new Set(texts)];
    },
  };
}
