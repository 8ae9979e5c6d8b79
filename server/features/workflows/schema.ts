import { triggerTypes } from '#server/events/catalogue.ts';
import type { Field } from '#server/records/fields.ts';
import { addressProblems } from '../sending/drafts.ts';
import { type Operator, operands, operators } from './conditions.ts';
import {
  maxConditions,
  maxSteps,
  phaseNames,
  phaseOf,
  timingFieldsOf,
  workflowName,
} from './definition.ts';
import { conditionPath, exampleOf, pathsOf, templatePath } from './paths.ts';
import { acceptsNull, type StepInput, type StepType, stepInputs, stepTypes } from './step-input.ts';
import { aRecord, type Subject, subjects, waitingOf } from './subjects.ts';
import { waiting } from './waiting-records.ts';

/*
 * JSON Schema of workflow files, generated from the code that reads them. The paths of conditions and templates depend on the trigger, so
 * it has one alternative for the triggers of each subject.
 */

type Schema = Record<string, unknown>;

/** Name of a subject in the schema. */
const nameOf = ({ roots, table }: Subject): string =>
  roots.some(({ name }) => name === 'message') ? 'message' : table.one;

/** Patterns of texts: parts that begin no template, and templates with valid paths. */
const template = (subject: Subject) => `\\{\\{\\s*${templatePath(subject)}\\s*\\}\\}`;
const textPattern = (subject: Subject) => `^(?:[^{]|\\{(?!\\{(?!\\{))|${template(subject)})*$`;

const definitionRef = (subject: Subject, what: string) => ({
  $ref: `#/$defs/${nameOf(subject)}_${what}`,
});

/** Schema of a value of certain kinds, or of a text with templates. */
const templated = (subject: Subject, ...kinds: Schema[]): Schema => ({
  ...definitionRef(subject, 'text'),
  anyOf: [...kinds, definitionRef(subject, 'template')],
});

/** Schema of a field in the file: a value of its kind, or a text with templates. */
function valueSchema(subject: Subject, field: Field, { changes, noTemplates }: StepInput): Schema {
  const schema = { ...(field.schema as Schema) };
  const description = `${field.requirement.charAt(0).toUpperCase()}${field.requirement.slice(1)}.`;
  if (noTemplates) return { description, ...schema };
  if (schema.type === 'array') schema.items = templated(subject, schema.items as Schema);
  if (schema.type === 'object') {
    schema.additionalProperties = definitionRef(subject, 'data');
  }
  const nothing = acceptsNull(field, changes === true) ? [{ type: 'null' }] : [];
  return { description, ...templated(subject, schema, ...nothing) };
}

const closed = (properties: Schema, names: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required: names,
  additionalProperties: false,
});

const isNull = { type: 'null' };
const notNull = { not: isNull };
/** Same rules as {@link addressProblems}. */
const addresses = {
  oneOf: [
    {
      properties: { inbox_id: notNull, phone: notNull, conversation_id: isNull },
      required: ['inbox_id', 'phone'],
    },
    {
      properties: { inbox_id: isNull, phone: isNull, conversation_id: notNull },
      required: ['conversation_id'],
    },
  ],
};

function stepSchema(subject: Subject, type: StepType): Schema {
  const { fields, changes } = stepInputs[type];
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    valueSchema(subject, field, stepInputs[type]),
  ]);
  const needed = Object.entries(fields).filter(([, field]) => field.required && !changes);
  return closed({
    type: { const: type },
    with: {
      ...closed(
        Object.fromEntries(properties),
        needed.map(([name]) => name),
      ),
      ...(changes ? { minProperties: 1 } : {}),
      ...(type === 'send_message' ? addresses : {}),
    },
  });
}

const conditionSchema = (subject: Subject, op: Operator): Schema =>
  closed({
    field: definitionRef(subject, 'field'),
    op: { const: op },
    value: operands[op].schema,
  });

function triggerSchema(subject: Subject, type: Subject['triggers'][number]): Schema {
  const field = phaseOf(type);
  const phases = field ? Object.fromEntries(phaseNames.map((name) => [name, field.schema])) : {};
  const record = waitingOf(subject);
  const hasPlace = record !== undefined && waiting[record].hasPlace;
  const timing = Object.entries(timingFieldsOf(type)).filter(([name]) => name !== 'in' || hasPlace);
  const required = timing.filter(([, each]) => each.required).map(([name]) => name);
  return {
    ...closed(
      {
        type: { const: type },
        ...phases,
        ...Object.fromEntries(timing.map(([name, each]) => [name, each.schema])),
        ...(type === 'waiting_longer_than' ? { record: { const: record } } : {}),
      },
      ['type', ...required],
    ),
    ...(type === 'schedule' ? { not: { required: ['weekdays', 'month_days'] } } : {}),
  };
}

/** Types of steps that a workflow of a subject may have. */
const stepsOf = ({ table }: Subject): StepType[] =>
  stepTypes.filter(
    (type) => stepInputs[type].of === undefined || stepInputs[type].of === table.name,
  );

const alternative = (subject: Subject): Schema => ({
  title: `A workflow about ${aRecord(subject)}: ${subject.triggers.join(', ')}`,
  properties: {
    trigger: { oneOf: subject.triggers.map((type) => triggerSchema(subject, type)) },
    conditions: { items: { oneOf: operators.map((op) => conditionSchema(subject, op)) } },
    steps: { items: { oneOf: stepsOf(subject).map((type) => stepSchema(subject, type)) } },
  },
});

function definitionsOf(subject: Subject): Schema {
  const name = nameOf(subject);
  return {
    [`${name}_field`]: {
      description: `A field of ${aRecord(subject)} or a path into it such as ${exampleOf(subject)}.`,
      type: 'string',
      pattern: `^${conditionPath(subject)}$`,
    },
    [`${name}_text`]: {
      description: `Anything that starts as a template must be one: ${subject.roots.map((root) => root.name).join(' or ')} with a field.`,
      pattern: textPattern(subject),
    },
    [`${name}_template`]: {
      description: `A text with templates such as ${pathsOf(subject).example}.`,
      type: 'string',
      pattern: template(subject),
    },
    [`${name}_data`]: {
      description: 'Any JSON; templates in its strings are filled.',
      ...definitionRef(subject, 'text'),
      additionalProperties: definitionRef(subject, 'data'),
      items: definitionRef(subject, 'data'),
    },
  };
}

/** Any trigger, with any details. */
const anyTrigger = {
  type: 'object',
  properties: { type: { enum: triggerTypes } },
  required: ['type'],
};

/** Returns the JSON Schema (2020-12) of workflow files. */
export function definitionSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A Pauta workflow',
    description:
      'What `pauta workflow create` takes: when the trigger fires and the record meets all conditions, the steps run in order.',
    ...closed(
      {
        name: workflowName.schema,
        trigger: anyTrigger,
        conditions: { type: 'array', maxItems: maxConditions },
        steps: { type: 'array', minItems: 1, maxItems: maxSteps },
      },
      ['name', 'trigger', 'steps'],
    ),
    oneOf: subjects.map(alternative),
    $defs: Object.assign({}, ...subjects.map(definitionsOf)),
  };
}
