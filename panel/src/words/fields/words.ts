import type { recordKinds } from '#panel/api/record-kinds.ts';
import type {
  Address,
  BillingLine,
  Conversation,
  Operations,
  ProjectTemplate,
  TimeEntry,
  WebhookEndpoint,
} from '#panel/api/schema.ts';

/*
 * Labels of fields and of their values, by the names that the API gives them. A field has one label per language, whatever record has it
 * and whatever screen shows it: a field of the API without a label is a type error.
 */

type Kind = keyof typeof recordKinds | 'conversations';

/** Records whose fields people see, by the names of their kinds. */
type LabelledRecords = {
  [K in keyof typeof recordKinds]: Operations[`GET /teams/{team_slug}/${(typeof recordKinds)[K]['path']}/{id}`]['answer'];
} & {
  billing_lines: BillingLine;
  conversations: Conversation;
  project_templates: ProjectTemplate;
  time_entries: TimeEntry;
  webhooks: WebhookEndpoint;
};
type LabelledKind = keyof LabelledRecords;

type Nested<R> = { [F in keyof R]: `${F & string}_id` extends keyof R ? F : never }[keyof R];

/** Field of a kind of record; a nested record is named by its link (`client_id`). */
type FieldName<K extends LabelledKind = LabelledKind> = {
  [Each in K]: Exclude<keyof LabelledRecords[Each], 'id' | Nested<LabelledRecords[Each]>>;
}[K] &
  string;

type IsEnumeration<V> = [V] extends [string] ? (string extends V ? false : true) : false;

/** Fields of a record that are enumerations, with the label of each value. */
type ValueLabels<R> = {
  readonly [F in keyof R as IsEnumeration<NonNullable<R[F]>> extends true ? F : never]: Readonly<
    Record<NonNullable<R[F]> & string, string>
  >;
};

/** Texts about a kind of record; its plural is the name of its place in the menu. */
interface KindWords {
  readonly one: string;
  readonly the: string;
  readonly create: string;
  /** Toasts after creating and after removing a record. */
  readonly created?: string;
  readonly removed?: string;
}

export interface FieldWords {
  readonly kinds: Readonly<Record<Kind, KindWords>>;
  readonly labels: Readonly<Record<FieldName, string>>;
  readonly address: Readonly<Record<keyof Address, string>>;
  readonly values: {
    readonly [K in LabelledKind as keyof ValueLabels<LabelledRecords[K]> extends never
      ? never
      : K]: ValueLabels<LabelledRecords[K]>;
  };
}

/** Kind of record → its name with the article. */
export const recordsWithArticle = ({ kinds }: FieldWords): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, { the }]) => [kind, the]));

/** Label of a field whose name is only known at run time; undefined if it is not a record's. */
export const labelOf = ({ labels }: FieldWords, field: string): string | undefined =>
  Object.hasOwn(labels, field) ? labels[field as FieldName] : undefined;

type Values = Readonly<Record<string, string>>;

/** Labels of the values of an enumeration whose record and field are only known at run time. */
export function valuesOf({ values }: FieldWords, kind: string, field: string): Values | undefined {
  const kinds: Readonly<Record<string, Readonly<Record<string, Values>>>> = values;
  return kinds[kind]?.[field];
}

/** Label of a value in an entry whose record has no labels of its values: that of the first enumeration that has the value. */
export const anyLabelOf = ({ values }: FieldWords, value: string): string | undefined =>
  Object.values(values)
    .flatMap((fields): readonly Values[] => Object.values(fields))
    .find((labels) => Object.hasOwn(labels, value))?.[value];
