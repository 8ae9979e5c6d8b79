import type { LinkTarget } from '#panel/data/record-names.ts';

/** Value type of a filter. */
export type FilterValue =
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    }
  | { readonly kind: 'record'; readonly target: LinkTarget }
  | { readonly kind: 'date' }
  | {
      readonly kind: 'number' | 'money';
      readonly min?: number | undefined;
      readonly max?: number | undefined;
    }
  | { readonly kind: 'text'; readonly maxLength?: number | undefined };

/** Condition on a field: one query parameter of the address and of the API's list. */
export interface FilterOperator {
  readonly param: string;
  /** Parameter of several values; absent if the condition takes only one, `param` itself if it always takes a list. */
  readonly several?: string;
  /** Word between field and value: `é`, `até`. */
  readonly name: string;
  readonly value: FilterValue;
}

/** Field that a list can be filtered by: `Tipo · é · PJ`. */
export interface FilterField {
  readonly key: string;
  readonly name: string;
  readonly operators: readonly FilterOperator[];
}

/** One choice of several values. */
export const choiceOf = (
  choices: readonly (readonly [value: string, label: string])[],
): FilterValue => ({
  kind: 'choice',
  choices: choices.map(([value, label]) => ({ value, label })),
});

/** Conditions with several values: `é` and `não é`. */
export const severalOperators = (
  { is, isNot }: { readonly is: string; readonly isNot: string },
  param: string,
  value: FilterValue,
): readonly FilterOperator[] => [
  { param, several: `${param}_in`, name: is, value },
  { param: `${param}_not`, several: `${param}_not`, name: isNot, value },
];

/** Filter of one condition. */
export const filterOf = (
  name: string,
  operator: string,
  param: string,
  value: FilterValue,
  key = param,
): FilterField => ({ key, name, operators: [{ param, name: operator, value }] });
