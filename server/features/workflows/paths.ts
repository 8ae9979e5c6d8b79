import type { Table } from '../../records/table.ts';
import { aRecord, type Root, type Subject } from './subjects.ts';

/*
 * Paths into what a workflow is about. The schema of workflow files reads the same patterns.
 */

/** The parts of a JSON Schema that tell where paths lead. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const shapeOf = ({ fields }: Table): Shape => ({
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema as Shape]),
  ),
});

/** The patterns of the paths that go deeper into a value; `dot` is '' at the beginning of a path. */
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

/** What lies beside the record under a name of its own. */
const beside = ({ table, roots }: Subject) =>
  roots.filter(({ name }) => name !== table.one && name !== 'previous');

/** The pattern of what conditions read: fields of the record, and of what lies beside it. */
export const conditionPath = (subject: Subject): string => {
  const others = beside(subject).map(({ name, table }) => `${name}${maybeDeeper(shapeOf(table))}`);
  return `(?:${[...deeper(shapeOf(subject.table), ''), ...others].join('|')})`;
};

/** The pattern of what templates read. */
export const templatePath = ({ roots }: Subject): string => {
  const ways = groupBy(roots).map(
    ({ table, names }) => `(?:${names.join('|')})${maybeDeeper(shapeOf(table))}`,
  );
  return ways.length === 1 ? ways.join() : `(?:${ways.join('|')})`;
};

const fieldsOf = ({ fields }: Table) => Object.keys(fields).join(', ');

/** Says what may be read where. */
export interface Paths {
  readonly isCondition: RegExp;
  readonly isTemplate: RegExp;
  /** Completes `… must be`. */
  readonly condition: string;
  /** Completes `a template starts with`. */
  readonly template: string;
  /** A template that there is. */
  readonly example: string;
}

/** What people know a record by: an example of a path. */
const known: Readonly<Record<string, string>> = {
  deals: 'client.name',
  tasks: 'assignee_ids[0]',
  conversations: 'contact.name',
  campaigns: 'project.name',
};
const named: Readonly<Record<string, string>> = {
  conversations: 'contact.name',
  campaigns: 'name',
};

/** The path of an example in the record of a subject. */
export const exampleOf = ({ table }: Subject): string => known[table.name] ?? 'id';

const made = new Map<Subject, Paths>();

/** What is read of a subject. */
export function pathsOf(subject: Subject): Paths {
  const there = made.get(subject);
  if (there) return there;
  const { table } = subject;
  const others = beside(subject).map(
    ({ name, table: other }) => ` or ${name}.… with a field of a ${other.one} (${fieldsOf(other)})`,
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
  made.set(subject, paths);
  return paths;
}
