import { hasTooManyMarks, marksRule, withoutMarks } from '../../platform/marks.ts';
import { Type } from '../../platform/schema.ts';
import { hasStrayBraces, pathsIn, valueAt } from '../../platform/templates.ts';
import {
  type Field,
  isAlways,
  kind,
  line,
  madeObject,
  required,
  uuid,
} from '../../records/fields.ts';
import { type Input, refuse } from '../../records/input.ts';
import { activityInputs } from '../crm/activities/table.ts';
import { dealInputs, deals } from '../crm/deals/table.ts';
import { addressProblems, sendings } from '../messaging/sending.ts';
import { taskInputs } from '../work/tasks/table.ts';
import { wait } from './wait.ts';

/** What fires a workflow. Without `from` or `to` any phase will do. */
export interface Trigger {
  readonly type: 'deal_created' | 'deal_stage_changed';
  /** Only of `deal_stage_changed`. */
  readonly from?: string;
  /** Only of `deal_stage_changed`. */
  readonly to?: string;
}

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'contains' | 'exists';

/** What must hold for the deal. */
export interface Condition {
  /** A path in the deal. */
  readonly field: string;
  readonly op: Operator;
  readonly value: unknown;
}

export type StepType =
  | 'create_task'
  | 'create_activity'
  | 'send_message'
  | 'update_deal'
  | 'call_webhook'
  | 'wait';

export interface Step {
  readonly type: StepType;
  /** The values that were given: cleaned where they hold no template, to be filled and checked where they do. */
  readonly with: Record<string, unknown>;
}

/** A workflow as its file says it. */
export interface Definition {
  readonly name: string;
  readonly trigger: Trigger;
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
}

type Values = Record<string, unknown>;

export const mostConditions = 50;
export const mostSteps = 50;

// What steps take --------------------------------------------------------------------------------

/** What the `with` of a kind of step takes. */
export interface Takes {
  readonly fields: Readonly<Record<string, Field>>;
  /** Any of the fields, but at least one; null clears. Else required fields must be given, and null counts as not given. */
  readonly changes?: true;
  /** The values must be known when the file is read. */
  readonly noTemplates?: true;
  /** What is wrong with the values together. */
  readonly also?: (values: Values) => readonly string[];
}

const accepted = ({ of, accepts }: Input) =>
  Object.fromEntries(
    accepts.flatMap((name) => {
      const field = of.fields[name];
      return field ? [[name, field] as const] : [];
    }),
  );

/** What a call takes. */
export const callFields = {
  webhook_id: required(uuid),
  data: madeObject({ deal: '{{deal.id}}' }),
};

export const takes: Record<StepType, Takes> = {
  create_task: { fields: accepted(taskInputs.create) },
  create_activity: { fields: accepted(activityInputs.create) },
  send_message: {
    fields: accepted(sendings),
    also: ({ inbox_id = null, phone = null, conversation_id = null }) =>
      addressProblems({ inbox_id, phone, conversation_id }),
  },
  update_deal: { fields: accepted(dealInputs.update), changes: true },
  call_webhook: { fields: callFields },
  wait: { fields: { for: required(wait) }, noTemplates: true },
};

export const stepTypes = Object.keys(takes) as StepType[];

/** Whether null may be given: on create it counts as not given, on a change it clears. */
export const takesNull = (field: Field, changes: boolean) =>
  changes ? typeof field.fallback === 'object' || !isAlways(field) : !field.required;

// Paths in a deal --------------------------------------------------------------------------------

/** The parts of a JSON Schema that tell where paths lead. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

const dealShape: Shape = {
  properties: Object.fromEntries(
    Object.entries(deals.fields).map(([name, { schema }]) => [name, schema as Shape]),
  ),
};

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

// The schema of workflow files reads the same patterns.
export const conditionPath = `(?:${deeper(dealShape, '').join('|')})`;
export const templatePath = `(?:deal|previous)${maybeDeeper(dealShape)}`;
const isConditionPath = new RegExp(`^${conditionPath}$`);
const isTemplatePath = new RegExp(`^${templatePath}$`);
const dealFields = Object.keys(deals.fields).join(', ');

// Conditions -------------------------------------------------------------------------------------

const ordered = kind(Type.Union([Type.Number(), Type.String()]), 'a number or a string', 'json');
export const anything = kind(Type.Unknown(), 'a value', 'json');

/** What the value of a condition may be. */
export const operands: Record<Operator, Field> = {
  eq: anything,
  ne: anything,
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  in: kind(Type.Array(Type.Unknown()), 'a list', 'json'),
  contains: kind(Type.String(), 'a string', 'json'),
  exists: kind(Type.Boolean(), 'true or false', 'json'),
};

export const operators = Object.keys(operands) as Operator[];

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Values)[name] : undefined;

/** Whether two JSON values are equal. What is missing is null, inside objects too. */
function same(a: unknown, b: unknown): boolean {
  const [left, right] = [a ?? null, b ?? null];
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((part, i) => same(part, right[i]));
  if (isObject(left) && isObject(right))
    return Object.keys({ ...left, ...right }).every((key) => same(own(left, key), own(right, key)));
  return left === right;
}

/** Less than 0, 0 or more than 0 for two numbers or two texts (by code unit: dates and timestamps sort so); else NaN. */
function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  return Number.NaN;
}

/** A text without accents and in lower case; nearly as search sees it, which also writes ø as o and ß as ss. */
const fold = (text: string) => withoutMarks(text, 'NFD').toLowerCase();

function contains(value: unknown, part: unknown): boolean {
  if (Array.isArray(value)) return value.some((entry) => same(entry, part));
  return typeof value === 'string' && typeof part === 'string' && fold(value).includes(fold(part));
}

function isOneOf(value: unknown, list: unknown): boolean {
  const candidates = Array.isArray(value) ? [value, ...value] : [value];
  return Array.isArray(list) && candidates.some((one) => list.some((other) => same(one, other)));
}

const exists = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

/**
 * Whether a condition holds for a deal as v1 answers it.
 *
 * `eq` and `ne` compare JSON values, missing being null; `gt` to `lte` two numbers or two texts, and do not hold for anything
 * else; `in`: the value, or an entry of it, is in the list; `contains`: a list holds the value, or a text the text in whatever
 * case and accents; `exists`: the value is (or is not) something else than null and an empty list.
 */
export function holds({ field, op, value }: Condition, deal: Record<string, unknown>): boolean {
  const has = valueAt(deal, field);
  switch (op) {
    case 'eq':
      return same(has, value);
    case 'ne':
      return !same(has, value);
    case 'gt':
      return compare(has, value) > 0;
    case 'gte':
      return compare(has, value) >= 0;
    case 'lt':
      return compare(has, value) < 0;
    case 'lte':
      return compare(has, value) <= 0;
    case 'in':
      return isOneOf(has, value);
    case 'contains':
      return contains(has, value);
    case 'exists':
      return exists(has) === value;
  }
}

// Reading a file ---------------------------------------------------------------------------------

const short = (text: string) => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

/** A place inside a place of the file; the file itself is ''. */
const at = (place: string, name: string) =>
  !/^\w{1,64}$/.test(name)
    ? `${place}[${JSON.stringify(short(name))}]`
    : place === ''
      ? name
      : `${place}.${name}`;

/** No value that fields allow lies deeper: a call's data may have 32 levels, and begins at the fifth. */
const deepest = 36;

/** What PostgreSQL or JSON could not hold: NUL characters, half surrogate pairs, numbers that are none, endless depth. */
function unstorable(file: unknown): string[] {
  const problems: string[] = [];
  const left: { value: unknown; place: string; depth: number }[] = [
    { value: file, place: '', depth: 0 },
  ];
  for (const { value, place, depth } of left) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      problems.push(
        `${place || 'The file'} must not contain a NUL character or an unpaired surrogate`,
      );
    else if (typeof value === 'string' && hasTooManyMarks(value))
      problems.push(`${place || 'The file'} ${marksRule}`);
    if (typeof value === 'number' && !Number.isFinite(value))
      problems.push(`${place} is a number that is too large`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) {
      problems.push(`${place} is nested more than ${deepest} levels deep`);
      continue;
    }
    for (const [name, inner] of Object.entries(value)) {
      const innerPlace = Array.isArray(value) ? `${place}[${name}]` : at(place, name);
      if (name.includes('\0') || !name.isWellFormed())
        problems.push(
          `${innerPlace}: a name must not contain a NUL character or an unpaired surrogate`,
        );
      else if (hasTooManyMarks(name)) problems.push(`${innerPlace}: a name ${marksRule}`);
      left.push({ value: inner, place: innerPlace, depth: depth + 1 });
    }
  }
  return problems;
}

/** The object at a place, `{}` when it is none; names that are not allowed there are problems. */
function readObject(
  value: unknown,
  place: string,
  taker: string,
  allowed: readonly string[],
  problems: string[],
): Values {
  if (!isObject(value)) {
    problems.push(`${place || 'The file'} must be an object with ${allowed.join(', ')}`);
    return {};
  }
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name))
      problems.push(
        `${at(place, name)} is not a field of ${taker}; allowed: ${allowed.join(', ')}`,
      );
  }
  return value;
}

/** A value that holds no template, as a field cleans it; where the field does not take it, that is a problem. */
function readField(field: Field, value: unknown, place: string, problems: string[]): unknown {
  const clean = field.clean ? field.clean(value) : value;
  if (!field.check(clean)) problems.push(`${place} ${field.problem(clean)}`);
  return clean;
}

/** The entries of a list, each read with its place. */
function readList<T>(
  value: unknown,
  place: string,
  [least, most]: readonly [number, number],
  problems: string[],
  read: (entry: unknown, place: string) => T,
): T[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    problems.push(`${place} must be a list of ${least} to ${most} entries`);
    return [];
  }
  return value.map((entry, i) => read(entry, `${place}[${i}]`));
}

const hasTemplates = (value: unknown) => pathsIn(value).length > 0;

function refuseTemplates(value: unknown, place: string, problems: string[]): void {
  if (hasTemplates(value))
    problems.push(`${place} must not contain {{templates}}: only the texts of steps may`);
}

/** As deals have it. */
export const phase = line(64, 1);
export const phaseNames = ['from', 'to'] as const;

function readTrigger(trigger: unknown, problems: string[]): Trigger {
  const given = readObject(trigger, 'trigger', 'a trigger', ['type', ...phaseNames], problems);
  const phases: { from?: string; to?: string } = {};
  for (const name of phaseNames) {
    const value = own(given, name);
    if (value === undefined) continue;
    const place = `trigger.${name}`;
    refuseTemplates(value, place, problems);
    phases[name] = readField(phase, value, place, problems) as string;
    if (given.type === 'deal_created')
      problems.push(
        `${place} is allowed only for deal_stage_changed: a new deal has no previous phase`,
      );
  }
  if (given.type === 'deal_stage_changed') return { type: given.type, ...phases };
  if (given.type !== 'deal_created' && isObject(trigger))
    problems.push('trigger.type must be one of deal_created, deal_stage_changed');
  return { type: 'deal_created' };
}

const isOperator = (op: unknown): op is Operator =>
  typeof op === 'string' && Object.hasOwn(operands, op);
const conditionNames = ['field', 'op', 'value'];

function readCondition(entry: unknown, place: string, problems: string[]): Condition {
  const nothing: Condition = { field: '', op: 'eq', value: null };
  const given = readObject(entry, place, 'a condition', conditionNames, problems);
  if (!isObject(entry)) return nothing;
  const { field, op, value = null } = given;
  const isPath = typeof field === 'string' && isConditionPath.test(field);
  if (!isPath)
    problems.push(
      `${place}.field must be a field of a deal (${dealFields}) or a path into it such as client.name`,
    );
  if (!isOperator(op)) problems.push(`${place}.op must be one of ${operators.join(', ')}`);
  else if (!Object.hasOwn(given, 'value'))
    problems.push(`${place}.value is required and must be ${operands[op].says}`);
  else readField(operands[op], value, `${place}.value`, problems);
  refuseTemplates(value, `${place}.value`, problems);
  return isPath && isOperator(op) ? { field, op, value } : nothing;
}

/** The templates of a value must lead somewhere, and nothing may only look like one. */
function checkTemplates(value: unknown, place: string, problems: string[]): void {
  for (const path of new Set(pathsIn(value))) {
    if (!isTemplatePath.test(path))
      problems.push(
        `${place} contains {{${short(path)}}}: a template starts with deal or previous, followed by a field of a deal (${dealFields})`,
      );
  }
  for (const [text, where] of textsIn(value, place)) {
    if (hasStrayBraces(text))
      problems.push(`${where} contains {{ that does not start a template such as {{deal.title}}`);
  }
}

/** The texts in a value that is not too deep, with their places. */
function* textsIn(value: unknown, place: string): Generator<[text: string, place: string]> {
  if (typeof value === 'string') yield [value, place];
  else if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) yield* textsIn(entry, `${place}[${i}]`);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, at(place, name));
  }
}

/** Whether a value with templates may become what a field takes: what they leave open is checked when they are filled. */
function mayBecome(field: Field, value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value)) return field.check(value);
  const [open, plain] = [value.filter(hasTemplates), value.filter((entry) => !hasTemplates(entry))];
  const isFlat = open.every((entry) => typeof entry === 'string');
  return isFlat && field.check(field.clean ? field.clean(plain) : plain);
}

/** A step's values, checked as the resource's POST or PUT would check them. */
function readWith(given: Values, type: StepType, place: string, problems: string[]): Values {
  const { fields, changes = false, noTemplates, also } = takes[type];
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = own(given, name);
    const here = `${place}.${name}`;
    if (value === undefined || (value === null && !changes)) {
      if (field.required && !changes)
        problems.push(`${here} is required and must be ${field.says}`);
      continue;
    }
    checkTemplates(value, here, problems);
    if (value === null) {
      if (!takesNull(field, changes))
        problems.push(`${here} cannot be null: it must be ${field.says}`);
      values[name] = null;
    } else if (noTemplates || !hasTemplates(value)) {
      values[name] = readField(field, value, here, problems);
    } else {
      if (!mayBecome(field, value)) problems.push(`${here} must be ${field.says}`);
      values[name] = value;
    }
  }
  if (changes && Object.keys(given).length === 0)
    problems.push(`${place} must contain at least one of ${Object.keys(fields).join(', ')}`);
  for (const problem of also?.(values) ?? []) problems.push(`${place}: ${problem}`);
  return values;
}

function readStep(entry: unknown, place: string, problems: string[]): Step {
  const nothing: Step = { type: 'wait', with: {} };
  const given = readObject(entry, place, 'a step', ['type', 'with'], problems);
  if (!isObject(entry)) return nothing;
  if (typeof given.type !== 'string' || !Object.hasOwn(takes, given.type)) {
    problems.push(`${place}.type must be one of ${stepTypes.join(', ')}`);
    return nothing;
  }
  const type = given.type as StepType;
  const inside = `${place}.with`;
  const values = readObject(given.with, inside, type, Object.keys(takes[type].fields), problems);
  return {
    type,
    with: isObject(given.with) ? readWith(values, type, inside, problems) : {},
  };
}

export const workflowName = line(255, 1);

/**
 * A workflow file, checked: names and values as the interface takes them, templates that lead somewhere.
 * @throws ApiError VALIDATION_ERROR naming every problem with its place
 */
export function readDefinition(file: unknown): Definition {
  refuse(unstorable(file));
  const problems: string[] = [];
  const names = ['name', 'trigger', 'conditions', 'steps'];
  const given = readObject(file, '', 'a workflow', names, problems);
  if (!isObject(file)) refuse(problems);
  const { conditions = [] } = given;
  const definition = {
    name: readField(workflowName, given.name, 'name', problems) as string,
    trigger: readTrigger(given.trigger, problems),
    conditions: readList(conditions, 'conditions', [0, mostConditions], problems, (entry, place) =>
      readCondition(entry, place, problems),
    ),
    steps: readList(given.steps, 'steps', [1, mostSteps], problems, (entry, place) =>
      readStep(entry, place, problems),
    ),
  };
  refuse(problems);
  return definition;
}
