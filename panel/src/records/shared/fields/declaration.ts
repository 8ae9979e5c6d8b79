/** Field or filter of a kind of record, as `panel/src/api/records/` declares it. */
export interface FieldDeclaration {
  readonly kind:
    | 'boolean'
    | 'date'
    | 'enum'
    | 'id'
    | 'link'
    | 'links'
    | 'money'
    | 'number'
    | 'object'
    | 'prose'
    | 'text'
    | 'texts'
    | 'timestamp';
  /** Kind of the linked records. */
  readonly target?: string;
  readonly values?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly isUpdatable?: boolean;
  readonly isBulk?: boolean;
  readonly isSortable?: boolean;
}

export type Declarations = Readonly<Record<string, FieldDeclaration>>;

/** Name of a linked record in the rows of a list: `client` for `client_id`. */
export const linkName = (field: string): string => field.replace(/_ids?$/, '');
