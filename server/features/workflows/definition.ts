import {
  type TriggerDefinition,
  type TriggerType,
  triggers,
  triggerTypes,
} from '#server/events/catalogue.ts';
import { hasTooManyMarks, marksRule } from '#server/platform/combining-marks.ts';
import type { FieldCode } from '#server/platform/error-reasons.ts';
import { hasStrayBraces, pathsIn } from '#server/platform/templates.ts';
import { fieldProblem, missingField, nullField } from '#server/records/field-problem.ts';
import { type Field, singleLine } from '#server/records/fields.ts';
import { refuse } from '#server/records/input.ts';
import { type Problem, sentenceOf } from '#server/records/invalid-values.ts';
import { campaigns } from '../work/campaigns/table.ts';
import {
  type Condition,
  isObject,
  type Operator,
  operands,
  operators,
  ownValue,
} from './conditions.ts';
import { pathsOf } from './paths.ts';
import { acceptsNull, type Step, type StepType, stepInputs, stepTypes } from './step-input.ts';
import { aRecord, type Subject, subjectOf } from './subjects.ts';
import { scheduleFields, type Timing, timingNames, waitFields } from './time-trigger.ts';
import { waiting, waitingRecords } from './waiting-records.ts';

/** Trigger of a workflow. Without `from` or `to` any value matches. */
export interface Trigger extends Timing {
  readonly type: TriggerType;
  /** Only for triggers that observe one field. */
  readonly from?: string;
  readonly to?: string;
}

/** Workflow as defined in its file. */
export interface Definition {
  readonly name: string;
  readonly trigger: Trigger;
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
}

type Values = Record<string, unknown>;

export const maxConditions = 50;
export const maxSteps = 50;

const short = (text: string) => (text.length > 64 ? `${text.slice(0, 64)}…` : text);

/** Returns a place within a place of the file; the file itself is ''. */
const at = (place: string, name: string) =>
  !/^\w{1,64}$/.test(name)
    ? `${place}[${JSON.stringify(short(name))}]`
    : place === ''
      ? name
      : `${place}.${name}`;

const storageRule = 'must not contain a NUL character or an unpaired surrogate';

/** @param problem completes the name of the place; begins with `:` if it is a sentence */
const problemAt = (place: string, problem: string, code: FieldCode): Problem =>
  place === ''
    ? { name: '', problem: `The file ${problem}`, code }
    : { name: place, problem, code };

/** Max depth of values that fields allow: a call's data may have 32 levels, and begins at the fifth. */
const deepest = 36;

/** Finds values that PostgreSQL or JSON cannot store: NUL characters, unpaired surrogates, non-finite numbers, excessive depth. */
function unstorable(file: unknown): Problem[] {
  const problems: Problem[] = [];
  const left: { value: unknown; place: string; depth: number }[] = [
    { value: file, place: '', depth: 0 },
  ];
  for (const { value, place, depth } of left) {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      problems.push(problemAt(place, storageRule, 'characters'));
    else if (typeof value === 'string' && hasTooManyMarks(value))
      problems.push(problemAt(place, marksRule, 'characters'));
    if (typeof value === 'number' && !Number.isFinite(value))
      problems.push(problemAt(place, 'is a number that is too large', 'too_large'));
    if (typeof value !== 'object' || value === null) continue;
    if (depth > deepest) {
      problems.push(problemAt(place, `is nested more than ${deepest} levels deep`, 'too_large'));
      continue;
    }
    for (const [name, inner] of Object.entries(value)) {
      const innerPlace = Array.isArray(value) ? `${place}[${name}]` : at(place, name);
      if (name.includes('\0') || !name.isWellFormed())
        problems.push(problemAt(innerPlace, `: a name ${storageRule}`, 'characters'));
      else if (hasTooManyMarks(name))
        problems.push(problemAt(innerPlace, `: a name ${marksRule}`, 'characters'));
      left.push({ value: inner, place: innerPlace, depth: depth + 1 });
    }
  }
  return problems;
}

/** Returns the object at a place, `{}` if it is none; unknown names are problems. */
function readObject(
  value: unknown,
  place: string,
  taker: string,
  allowed: readonly string[],
  problems: Problem[],
): Values {
  if (!isObject(value)) {
    problems.push(problemAt(place, `must be an object with ${allowed.join(', ')}`, 'wrong_type'));
    return {};
  }
  for (const name of Object.keys(value)) {
    if (!allowed.includes(name))
      problems.push({
        name: at(place, name),
        problem: `is not a field of ${taker}; allowed: ${allowed.join(', ')}`,
        code: 'unknown',
      });
  }
  return value;
}

/** Returns a value without templates as its field cleans it; a value that the field rejects is a problem. */
function readField(field: Field, value: unknown, place: string, problems: Problem[]): unknown {
  const clean = field.clean ? field.clean(value) : value;
  if (!field.check(clean)) problems.push(fieldProblem(place, field, clean));
  return clean;
}

/** Returns the entries of a list, each read with its place. */
function readList<T>(
  value: unknown,
  place: string,
  [least, most]: readonly [number, number],
  problems: Problem[],
  read: (entry: unknown, place: string) => T,
): T[] {
  if (!Array.isArray(value) || value.length < least || value.length > most) {
    const code = !Array.isArray(value)
      ? 'wrong_type'
      : value.length < least
        ? 'too_few'
        : 'too_many';
    problems.push({
      name: place,
      problem: `must be a list of ${least} to ${most} entries`,
      code,
      ...(code === 'wrong_type' ? {} : { limit: code === 'too_few' ? least : most }),
    });
    return [];
  }
  return value.map((entry, i) => read(entry, `${place}[${i}]`));
}

const hasTemplates = (value: unknown) => pathsIn(value).length > 0;

function refuseTemplates(value: unknown, place: string, problems: Problem[]): void {
  if (hasTemplates(value))
    problems.push({
      name: place,
      problem: 'must not contain {{templates}}: only the texts of steps may',
      code: 'invalid_template',
    });
}

/** Fields of the old and the new value, by the field that changes. */
const phases: Readonly<Record<string, Field>> = {
  phase: singleLine(64, 1),
  column: singleLine(80, 1),
  approval_status: campaigns.fields.approval_status,
};
export const phaseNames = ['from', 'to'] as const;

/** Returns the field of a trigger's `from` and `to`; undefined if it has none. */
export const phaseOf = (type: TriggerType): Field | undefined => {
  const { field }: TriggerDefinition = triggers[type];
  return field === undefined ? undefined : phases[field];
};

const withPhases = triggerTypes.filter((type) => phaseOf(type) !== undefined).join(', ');

const isTrigger = (type: unknown): type is TriggerType =>
  typeof type === 'string' && Object.hasOwn(triggers, type);

/** Returns the fields that a trigger by time has. */
export const timingFieldsOf = (type: TriggerType): Readonly<Record<string, Field>> =>
  type === 'schedule' ? scheduleFields : type === 'waiting_longer_than' ? waitFields : {};

/** Reads what a trigger says about time. */
function readTiming(input: Values, type: TriggerType, problems: Problem[]): Timing {
  const fields = timingFieldsOf(type);
  const timing: Values = {};
  for (const name of timingNames) {
    const value = ownValue(input, name);
    const field = fields[name];
    const place = `trigger.${name}`;
    if (value === undefined) {
      if (field?.required) problems.push(missingField(place, field));
    } else if (field) timing[name] = readField(field, value, place, problems);
    else
      problems.push({
        name: place,
        problem: `is allowed only for ${Object.hasOwn(scheduleFields, name) ? 'schedule' : 'waiting_longer_than'}`,
        code: 'conflicting',
      });
  }
  const record = waitingRecords.find((each) => each === timing.record);
  if (timing.in !== undefined) {
    refuseTemplates(timing.in, 'trigger.in', problems);
    if (record && !waiting[record].hasPlace)
      problems.push({
        name: 'trigger.in',
        problem: 'is allowed only for the record deal or task',
        code: 'conflicting',
      });
  }
  if (timing.weekdays !== undefined && timing.month_days !== undefined)
    problems.push({
      name: 'trigger.month_days',
      problem: 'is not allowed together with weekdays',
      code: 'conflicting',
    });
  return timing;
}

function readTrigger(trigger: unknown, problems: Problem[]): Trigger {
  const names = ['type', ...phaseNames, ...timingNames];
  const input = readObject(trigger, 'trigger', 'a trigger', names, problems);
  if (!isTrigger(input.type)) {
    if (isObject(trigger))
      problems.push({
        name: 'trigger.type',
        problem: `must be one of ${triggerTypes.join(', ')}`,
        code: 'not_allowed',
      });
    return { type: 'deal_created' };
  }
  const field = phaseOf(input.type);
  const read: { from?: string; to?: string } = {};
  for (const name of phaseNames) {
    const value = ownValue(input, name);
    if (value === undefined) continue;
    const place = `trigger.${name}`;
    refuseTemplates(value, place, problems);
    if (field) read[name] = readField(field, value, place, problems) as string;
    else
      problems.push({
        name: place,
        problem:
          input.type === 'deal_created'
            ? 'is allowed only for deal_stage_changed: a new deal has no previous phase'
            : `is allowed only for ${withPhases}`,
        code: 'conflicting',
      });
  }
  return { type: input.type, ...read, ...readTiming(input, input.type, problems) };
}

const isOperator = (op: unknown): op is Operator =>
  typeof op === 'string' && Object.hasOwn(operands, op);
const conditionNames = ['field', 'op', 'value'];

function readCondition(
  entry: unknown,
  place: string,
  subject: Subject,
  problems: Problem[],
): Condition {
  const nothing: Condition = { field: '', op: 'eq', value: null };
  const input = readObject(entry, place, 'a condition', conditionNames, problems);
  if (!isObject(entry)) return nothing;
  const { field, op, value = null } = input;
  const { isCondition, condition } = pathsOf(subject);
  const isPath = typeof field === 'string' && isCondition.test(field);
  if (!isPath)
    problems.push({
      name: `${place}.field`,
      problem: `must be ${condition}`,
      code: 'not_allowed',
    });
  if (!isOperator(op))
    problems.push({
      name: `${place}.op`,
      problem: `must be one of ${operators.join(', ')}`,
      code: 'not_allowed',
    });
  else if (!Object.hasOwn(input, 'value'))
    problems.push(missingField(`${place}.value`, operands[op]));
  else readField(operands[op], value, `${place}.value`, problems);
  refuseTemplates(value, `${place}.value`, problems);
  return isPath && isOperator(op) ? { field, op, value } : nothing;
}

/** Checks that the templates of a value have valid paths, and that nothing merely looks like one. */
function checkTemplates(
  value: unknown,
  place: string,
  subject: Subject,
  problems: Problem[],
): void {
  const { isTemplate, template, example } = pathsOf(subject);
  for (const path of new Set(pathsIn(value))) {
    if (!isTemplate.test(path))
      problems.push({
        name: place,
        problem: `contains {{${short(path)}}}: a template starts with ${template}`,
        code: 'invalid_template',
      });
  }
  for (const [text, where] of textsIn(value, place)) {
    if (hasStrayBraces(text))
      problems.push({
        name: where,
        problem: `contains {{ that does not start a template such as ${example}`,
        code: 'invalid_template',
      });
  }
}

/** Yields the texts in a value of limited depth, with their places. */
function* textsIn(value: unknown, place: string): Generator<[text: string, place: string]> {
  if (typeof value === 'string') yield [value, place];
  else if (Array.isArray(value)) {
    for (const [i, entry] of value.entries()) yield* textsIn(entry, `${place}[${i}]`);
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) yield* textsIn(inner, at(place, name));
  }
}

/** True if a value with templates may become valid for a field: the rest is checked once they are filled. */
function mayBecome(field: Field, value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value)) return field.check(value);
  const [open, plain] = [value.filter(hasTemplates), value.filter((entry) => !hasTemplates(entry))];
  const isFlat = open.every((entry) => typeof entry === 'string');
  return isFlat && field.check(field.clean ? field.clean(plain) : plain);
}

/** Reads the values of a step, checked as the resource's POST or PUT would check them. */
function readWith(
  input: Values,
  type: StepType,
  place: string,
  subject: Subject,
  problems: Problem[],
): Values {
  const { fields, changes = false, noTemplates, also } = stepInputs[type];
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = ownValue(input, name);
    const path = `${place}.${name}`;
    if (value === undefined || (value === null && !changes)) {
      if (field.required && !changes) problems.push(missingField(path, field));
      continue;
    }
    checkTemplates(value, path, subject, problems);
    if (value === null) {
      if (!acceptsNull(field, changes)) problems.push(nullField(path, field));
      values[name] = null;
    } else if (noTemplates || !hasTemplates(value)) {
      values[name] = readField(field, value, path, problems);
    } else {
      if (!mayBecome(field, value))
        problems.push({ name: path, problem: `must be ${field.requirement}`, code: 'invalid' });
      values[name] = value;
    }
  }
  if (changes && Object.keys(input).length === 0)
    problems.push({
      name: place,
      problem: `must contain at least one of ${Object.keys(fields).join(', ')}`,
      code: 'required',
    });
  for (const problem of also?.(values) ?? [])
    problems.push({ ...problem, name: place, problem: `: ${sentenceOf(problem)}` });
  return values;
}

function readStep(entry: unknown, place: string, subject: Subject, problems: Problem[]): Step {
  const nothing: Step = { type: 'wait', with: {} };
  const input = readObject(entry, place, 'a step', ['type', 'with'], problems);
  if (!isObject(entry)) return nothing;
  if (typeof input.type !== 'string' || !Object.hasOwn(stepInputs, input.type)) {
    problems.push({
      name: `${place}.type`,
      problem: `must be one of ${stepTypes.join(', ')}`,
      code: 'not_allowed',
    });
    return nothing;
  }
  const type = input.type as StepType;
  const { of } = stepInputs[type];
  if (of !== undefined && of !== subject.table.name)
    problems.push({
      name: `${place}.type`,
      problem: `: ${type} is only for triggers of ${of}; this one is about ${aRecord(subject)}`,
      code: 'conflicting',
    });
  const inside = `${place}.with`;
  const values = readObject(
    input.with,
    inside,
    type,
    Object.keys(stepInputs[type].fields),
    problems,
  );
  return {
    type,
    with: isObject(input.with) ? readWith(values, type, inside, subject, problems) : {},
  };
}

export const workflowName = singleLine(255, 1);

/**
 * Reads and checks a workflow file: names and values as the interface accepts them, and templates with valid paths.
 * @throws ApiError VALIDATION_ERROR naming every problem with its place
 */
export function readDefinition(file: unknown): Definition {
  refuse(unstorable(file));
  const problems: Problem[] = [];
  const names = ['name', 'trigger', 'conditions', 'steps'];
  const input = readObject(file, '', 'a workflow', names, problems);
  if (!isObject(file)) refuse(problems);
  const { conditions = [] } = input;
  const name = readField(workflowName, input.name, 'name', problems) as string;
  const trigger = readTrigger(input.trigger, problems);
  const subject = subjectOf(trigger.type, trigger.record);
  const definition = {
    name,
    trigger,
    conditions: readList(conditions, 'conditions', [0, maxConditions], problems, (entry, place) =>
      readCondition(entry, place, subject, problems),
    ),
    steps: readList(input.steps, 'steps', [1, maxSteps], problems, (entry, place) =>
      readStep(entry, place, subject, problems),
    ),
  };
  refuse(problems);
  return definition;
}
