import type { UseQueryOptions } from '@tanstack/react-query';
import type { FindChoices } from '#panel/data/choices.ts';

/** Value type of a filter. */
export type FilterValue =
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    }
  | {
      readonly kind: 'record';
      readonly find: FindChoices;
      /** Name of a record known only by its id in the address. */
      readonly named: (slug: string, id: string) => UseQueryOptions<string, Error, string, never>;
    }
  | { readonly kind: 'date' }
  | { readonly kind: 'text' };

/** Condition on a field: one query parameter of the address and of the API's list. */
export interface FilterOperator {
  readonly param: string;
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
