import {
  type Between,
  fieldsOf,
  type Kind,
  type StepField,
  type StepKind,
  type Subject,
  type SubjectField,
  stepKinds,
  triggerKey,
  triggers,
} from './catalogue.ts';
import { isList, isObject, type Json, type JsonObject, valueAt } from './json.ts';
import { type ScheduleView, scheduleIn, scheduleNames } from './schedule.ts';
import { wholePath } from './template.ts';

/* Form view of a workflow's value, and the parts that only the JSON shows. Read-only: changes are made to the value itself (draft.ts). */

const ownValue = <T>(of: Readonly<Record<string, T>>, name: Json | undefined): T | undefined =>
  typeof name === 'string' && Object.hasOwn(of, name) ? of[name] : undefined;

const namesBeside = (object: JsonObject, names: readonly string[]) =>
  Object.keys(object).filter((name) => !names.includes(name));

export interface TriggerView {
  readonly type: string;
  readonly subject: Subject;
  readonly between: Between | undefined;
  readonly from: string;
  readonly to: string;
  /** Only for triggers that say when. */
  readonly schedule: ScheduleView | undefined;
  /** Only for records that wait. */
  readonly wait: WaitView | undefined;
  /** Names that only the JSON shows. */
  readonly others: readonly string[];
}

/** Time that a record waits, and its place. */
interface WaitView {
  readonly for: string;
  readonly place: 'phase' | 'column' | undefined;
  /** '' for any. */
  readonly in: string;
  readonly isBusinessHours: boolean;
}

export const waitNames = ['record', 'for', 'in', 'business_hours'];

function waitViewOf(trigger: JsonObject, place: WaitView['place']): WaitView | undefined {
  const { for: time = '', in: where = '', business_hours = false } = trigger;
  const isKnown =
    typeof time === 'string' && typeof where === 'string' && typeof business_hours === 'boolean';
  if (!isKnown || (where !== '' && !place)) return undefined;
  return { for: time, place, in: where, isBusinessHours: business_hours };
}

/** undefined if the form cannot show it. */
export function triggerIn(value: Json): TriggerView | undefined {
  const trigger = valueAt(value, ['trigger']);
  if (!isObject(trigger)) return undefined;
  const type = triggerKey(trigger);
  const kind = ownValue(triggers, type ?? null);
  const { from = '', to = '' } = trigger;
  if (!kind || type === undefined || typeof from !== 'string' || typeof to !== 'string')
    return undefined;
  const schedule = kind.isSchedule ? scheduleIn(trigger) : undefined;
  const wait = kind.waits ? waitViewOf(trigger, kind.place) : undefined;
  if ((kind.isSchedule && !schedule) || (kind.waits && !wait)) return undefined;
  const names = [
    'type',
    ...(kind.between ? ['from', 'to'] : []),
    ...(schedule ? scheduleNames : []),
    ...(wait ? waitNames : []),
  ];
  return {
    type,
    subject: kind.subject,
    between: kind.between,
    from,
    to,
    schedule,
    wait,
    others: namesBeside(trigger, names),
  };
}

// Values ------------------------------------------------------------------------------------------

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const isText = (value: Json): value is string => typeof value === 'string';
export const waitIn = (value: Json | undefined) => {
  const [, count, unit] =
    (isText(value ?? null) && /^\s*([1-9]\d{0,7})([smhd])\s*$/.exec(value as string)) || [];
  return count && unit ? { count: Number(count), unit: unit as 's' | 'm' | 'h' | 'd' } : undefined;
};

const looks: Readonly<Record<Kind, (value: Json) => boolean>> = (() => {
  const number = (value: Json) => typeof value === 'number';
  const texts = (value: Json) => isList(value) && value.every(isText);
  return {
    line: isText,
    text: isText,
    phone: isText,
    number,
    money: number,
    percent: number,
    date: (value) => isText(value) && isDay(value),
    moment: (value) => isText(value) && !Number.isNaN(Date.parse(value)),
    yes: (value) => typeof value === 'boolean',
    tags: texts,
    people: texts,
    choice: isText,
    phase: isText,
    column: isText,
    person: isText,
    squad: isText,
    project: isText,
    template: isText,
    pipeline: isText,
    client: isText,
    contract: isText,
    deal: isText,
    inbox: isText,
    conversation: isText,
    webhook: isText,
    id: isText,
    wait: (value) => waitIn(value) !== undefined,
    data: isObject,
  };
})();

/** True if the control of a kind can show a value without loss. */
export const fits = (kind: Kind, value: Json): boolean => looks[kind](value);
/** `fits`, or a template in place of the whole value. */
const fitsOrTemplate = (kind: Kind, value: Json): boolean =>
  fits(kind, value) || (kind !== 'wait' && wholePath(value) !== undefined);

// Conditions --------------------------------------------------------------------------------------

/** Operator of a sentence between field and value; some include the value. */
export type ConditionOperator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'contains'
  | 'set'
  | 'unset';

const orders = ['gt', 'gte', 'lt', 'lte'] as const;
const exists = ['set', 'unset'] as const;
const linked: readonly ConditionOperator[] = ['eq', 'ne', 'in', ...exists];

/** Operators available for a kind of field. */
const sayings: Partial<Record<Kind, readonly ConditionOperator[]>> = {
  line: ['contains', 'eq', 'ne', 'in', ...exists],
  text: ['contains', ...exists],
  phone: ['eq', 'ne', 'contains', ...exists],
  number: ['gte', 'gt', 'lte', 'lt', 'eq', 'ne', ...exists],
  money: ['gte', 'gt', 'lte', 'lt', 'eq', 'ne', ...exists],
  percent: ['gte', 'gt', 'lte', 'lt', 'eq', 'ne', ...exists],
  date: ['lt', 'lte', 'gt', 'gte', 'eq', 'ne', ...exists],
  moment: [...orders, ...exists],
  yes: ['eq', 'ne'],
  tags: ['contains', 'in', ...exists],
  people: ['contains', 'in', ...exists],
  choice: ['eq', 'ne', 'in', ...exists],
  phase: ['eq', 'ne', 'in'],
  column: ['eq', 'ne', 'in'],
};
export const operatorsOf = (kind: Kind): readonly ConditionOperator[] => sayings[kind] ?? linked;

/** Value of a sentence: one or several of a kind. */
interface Operand {
  readonly kind: Kind;
  readonly isMany: boolean;
}

/** undefined for an operator without a value. */
function operandOf(kind: Kind, says: ConditionOperator): Operand | undefined {
  if (says === 'set' || says === 'unset') return undefined;
  const one: Kind =
    kind === 'people' ? 'person' : kind === 'tags' || kind === 'text' ? 'line' : kind;
  return { kind: one, isMany: says === 'in' };
}

interface ConditionView {
  readonly field: SubjectField;
  readonly says: ConditionOperator;
  readonly operand: Operand | undefined;
  readonly value: Json;
}

/** Condition as a sentence; undefined if the form cannot express it. */
export function conditionIn(
  condition: Json,
  trigger: string | undefined,
): ConditionView | undefined {
  if (!isObject(condition) || namesBeside(condition, ['field', 'op', 'value']).length > 0)
    return undefined;
  const { field: path, op, value = null } = condition;
  const field = fieldsOf(trigger).find((each) => each.path === path && !each.isPlain);
  if (!field) return undefined;
  const says =
    op === 'exists' ? (value === true ? 'set' : value === false ? 'unset' : undefined) : op;
  const operator = operatorsOf(field.kind).find((each) => each === says);
  if (!operator) return undefined;
  const operand = operandOf(field.kind, operator);
  if (!operand) return { field, says: operator, operand, value };
  const shows = operand.isMany
    ? isList(value) && value.every((each) => fits(operand.kind, each))
    : value === null || fits(operand.kind, value);
  return shows ? { field, says: operator, operand, value } : undefined;
}

/** Initial value of a sentence. */
const emptyOf = ({ kind, isMany }: Operand): Json => {
  if (isMany) return [];
  if (kind === 'yes') return true;
  return null;
};

/** Condition for a field and operator. @param value kept if the new operator supports it */
export function conditionOf(
  field: SubjectField,
  says: ConditionOperator,
  value: Json = null,
): JsonObject {
  const operand = operandOf(field.kind, says);
  if (!operand) return { field: field.path, op: 'exists', value: says === 'set' };
  const { kind, isMany } = operand;
  const one = isList(value) ? (value[0] ?? null) : value;
  const holds =
    one !== null &&
    fits(kind, one) &&
    (!field.choice || field.choice.values.includes(one as string));
  const many = isList(value) && value.every((each) => fits(kind, each)) ? value : [one];
  return {
    field: field.path,
    op: says,
    value: holds ? (isMany ? many : one) : emptyOf(operand),
  };
}

// Steps -------------------------------------------------------------------------------------------

export interface FieldView {
  readonly field: StepField;
  /** undefined if not set. */
  readonly value: Json | undefined;
  /** False if only the JSON can show the value. */
  readonly isShown: boolean;
}

interface StepView {
  readonly type: string;
  readonly kind: StepKind;
  readonly fields: readonly FieldView[];
  /** Names in `with` and in the step that only the JSON shows. */
  readonly others: readonly string[];
}

/** Form view of a step; undefined if only the JSON can show it. */
export function stepIn(step: Json): StepView | undefined {
  if (!isObject(step)) return undefined;
  const kind = ownValue(stepKinds, step.type);
  const inside = step.with ?? {};
  if (!kind || typeof step.type !== 'string' || !isObject(inside)) return undefined;
  const names = kind.fields.map(({ name }) => name);
  return {
    type: step.type,
    kind,
    fields: kind.fields.map((field) => {
      const value = valueAt(inside, [field.name]);
      const isShown = value === undefined || value === null || fitsOrTemplate(field.kind, value);
      return { field, value, isShown };
    }),
    others: [...namesBeside(step, ['type', 'with']), ...namesBeside(inside, names)],
  };
}

export const listAt = (value: Json, name: 'conditions' | 'steps'): readonly Json[] | undefined => {
  const list = valueAt(value, [name]);
  if (list === undefined) return [];
  return isList(list) ? list : undefined;
};

/** New step of a type, with values that follow from the trigger. */
export function newStep(type: string, subject: Subject | undefined): JsonObject {
  const inside = ((): JsonObject => {
    switch (type) {
      case 'wait':
        return { for: '1d' };
      case 'create_activity':
        return {
          type: 'task',
          ...(subject === 'deal' && {
            deal_id: '{{deal.id}}',
            client_id: '{{deal.client_id}}',
            assigned_to: '{{deal.responsible_id}}',
          }),
        };
      case 'create_project':
        return {
          status: 'active',
          ...(subject === 'deal' && {
            name: '{{deal.title}}',
            client_id: '{{deal.client_id}}',
          }),
        };
      case 'create_task':
        return subject === 'task' || subject === 'campaign'
          ? { project_id: `{{${subject}.project_id}}` }
          : {};
      case 'send_message':
        return subject === 'conversation' ? { conversation_id: '{{conversation.id}}' } : {};
      case 'call_webhook':
        return { data: subject ? { [subject]: `{{${subject}.id}}` } : {} };
      default:
        return {};
    }
  })();
  return { type, with: inside };
}
