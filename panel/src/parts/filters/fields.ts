import type { UseQueryOptions } from '@tanstack/react-query';
import type { Find } from '../../data/choices.ts';

/** What a filter is given. */
export type FilterValue =
  | {
      readonly kind: 'choice';
      readonly choices: readonly { readonly value: string; readonly label: string }[];
    }
  | {
      readonly kind: 'record';
      readonly find: Find;
      /** What a record is called that only the address names. */
      readonly named: (slug: string, id: string) => UseQueryOptions<string, Error, string, never>;
    }
  | { readonly kind: 'date' }
  | { readonly kind: 'text' };

/** A condition on a field: one parameter of the address, and of the service's list. */
export interface FilterOperator {
  readonly param: string;
  /** Between field and value: `é`, `até`. */
  readonly name: string;
  readonly value: FilterValue;
}

/** What a list can be filtered by: `Tipo · é · PJ`. */
export interface FilterField {
  readonly key: string;
  readonly name: string;
  readonly operators: readonly FilterOperator[];
}
