import type { Table } from '#server/records/table.ts';
import { aRecord, type Root, type Subject } from './subjects.ts';

/* Paths into a workflow's subject. The schema of workflow files uses the same patterns. */

/** Parts of a JSON Schema that determine valid paths. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const shapeOf = ({ fields }: Table): Shape => ({
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema as Shape]),
  ),
});

/** Returns the patterns of paths that lead deeper into a value; `dot` is '' at the beginning of a path. */
function deeper({ properties = {}, items }: Shape, dot = '\\.'): string[] {
  const byInside = Object.groupBy(Object.keys(properties), (name) => maybeDeeper(properties[name]));
  const ways = Object.entries(byInside).map(([inside, names = []]) => {
    const any = `(?:${names.join('|')})`;
    return `(?:${dot}${any}|\\["${any}"\\])${inside}`;
  });
  return items ? [...ways, `(?:\\.\\d{1,15}|\\[\\d{1,15}\\])${maybeDeeper(items)}`] : ways;
}
function maybeDeeper(shape: Shape = {}): string {
  const ways = deeper(shape);
  return ways.length > 0 ? `(?:${ways.join('|')})?` : '';
}

const groupBy = (roots: readonly Root[]) =>
  Object.entries(Object.groupBy(roots, ({ table }) => table.name)).flatMap(([, same]) => {
    const [first] = same ?? [];
    return first
      ? [{ table: first.table, names: (same ?? []).map(({ name }) => name as string) }]
      : [];
  });

/** Returns the roots other than the record and `previous`. */
const otherRoots = ({ table, roots }: Subject) =>
  roots.filter(({ name }) => name !== table.one && name !== 'previous');

/** Pattern of paths in conditions: fields of the record, and of the other roots. */
export const conditionPath = (subject: Subject): string => {
  const others = otherRoots(subject).map(
    ({ name, table }) => `${name}${maybeDeeper(shapeOf(table))}`,
  );
  return `(?:${[...deeper(shapeOf(subject.table), ''), ...others].join('|')})`;
};

/** Pattern of paths in templates. */
export const templatePath = ({ roots }: Subject): string => {
  const ways = groupBy(roots).map(
    ({ table, names }) => `(?:${names.join('|')})${maybeDeeper(shapeOf(table))}`,
  );
  return ways.length === 1 ? ways.join() : `(?:${ways.join('|')})`;
};

const fieldsOf = ({ fields }: Table) => Object.keys(fields).join(', ');

/** Valid paths, and their descriptions. */
interface Paths {
  readonly isCondition: RegExp;
  readonly isTemplate: RegExp;
  /** Completes `… must be`. */
  readonly condition: string;
  /** Completes `a template starts with`. */
  readonly template: string;
  /** A valid template. */
  readonly example: string;
}

/** Example of a path, by record type: a field by which people recognize the record. */
const recognizableFields: Readonly<Record<string, string>> = {
  deals: 'client.name',
  tasks: 'assignee_ids[0]',
  conversations: 'contact.name',
  campaigns: 'project.name',
  schedules: 'date',
};
const named: Readonly<Record<string, string>> = {
  conversations: 'contact.name',
  campaigns: 'name',
  schedules: 'date',
};

/** Example of a path in the record of a subject. */
export const exampleOf = ({ table }: Subject): string => recognizableFields[table.name] ?? 'id';

const cache = new Map<Subject, Paths>();

/** Returns the paths of a subject. */
export function pathsOf(subject: Subject): Paths {
  const there = cache.get(subject);
  if (there) return there;
  const { table } = subject;
  const others = otherRoots(subject).map(
    ({ name, table: otherTable }) =>
      ` or ${name}.… with a field of a ${otherTable.one} (${fieldsOf(otherTable)})`,
  );
  const groups = groupBy(subject.roots).map(
    ({ table: of, names }) =>
      `${names.join(' or ')}, followed by a field of a ${of.one} (${fieldsOf(of)})`,
  );
  const paths = {
    isCondition: new RegExp(`^${conditionPath(subject)}$`),
    isTemplate: new RegExp(`^${templatePath(subject)}$`),
    condition: `a field of ${aRecord(subject)} (${fieldsOf(table)}) or a path into it such as ${exampleOf(subject)}${others.join('')}`,
    template: groups.join(', or with '),
    example: `{{${table.one}.${named[table.name] ?? 'title'}}}`,
  };
  cache.set(subject, paths);
  return paths;
}
