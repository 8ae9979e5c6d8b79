import type { Field } from '../../records/fields.ts';
import { addressProblems } from '../messaging/sending.ts';
import {
  conditionPath,
  mostConditions,
  mostSteps,
  type Operator,
  operands,
  operators,
  phase,
  phaseNames,
  type StepType,
  stepTypes,
  type Takes,
  takes,
  takesNull,
  templatePath,
  workflowName,
} from './definition.ts';

/*
 * The JSON Schema of workflow files, made from what reads them.
 */

type Schema = Record<string, unknown>;

/** What texts are made of: what begins no template, and templates whose paths lead somewhere. */
const template = `\\{\\{\\s*${templatePath}\\s*\\}\\}`;
const textPattern = `^(?:[^{]|\\{(?!\\{(?!\\{))|${template})*$`;

/** A value of a kind, or a text with templates. */
const templated = (...kinds: Schema[]): Schema => ({
  $ref: '#/$defs/text',
  anyOf: [...kinds, { $ref: '#/$defs/template' }],
});

/** What the file may hold for a field: a value of its kind, or a text with templates. */
function valueSchema(field: Field, { changes, noTemplates }: Takes): Schema {
  const schema = { ...(field.schema as Schema) };
  const description = `${field.says.charAt(0).toUpperCase()}${field.says.slice(1)}.`;
  if (noTemplates) return { description, ...schema };
  if (schema.type === 'array') schema.items = templated(schema.items as Schema);
  if (schema.type === 'object') {
    // The pattern of the kind matches every name, and takes anything.
    schema.patternProperties = {};
    schema.additionalProperties = { $ref: '#/$defs/data' };
  }
  const nothing = takesNull(field, changes === true) ? [{ type: 'null' }] : [];
  return { description, ...templated(schema, ...nothing) };
}

const closed = (properties: Schema, names: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required: names,
  additionalProperties: false,
});

const isNull = { type: 'null' };
const notNull = { not: isNull };
/** What {@link addressProblems} says. */
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

function stepSchema(type: StepType): Schema {
  const { fields, changes } = takes[type];
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    valueSchema(field, takes[type]),
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

const conditionSchema = (op: Operator): Schema =>
  closed({ field: { $ref: '#/$defs/field' }, op: { const: op }, value: operands[op].schema });

/** The JSON Schema (2020-12) of workflow files. */
export function definitionSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A Pauta workflow',
    description:
      'What `pauta workflow create` takes: when the trigger fires and the deal meets all conditions, the steps run in order.',
    ...closed(
      {
        name: workflowName.schema,
        trigger: {
          oneOf: [
            closed({ type: { const: 'deal_created' } }),
            closed(
              {
                type: { const: 'deal_stage_changed' },
                ...Object.fromEntries(phaseNames.map((name) => [name, phase.schema])),
              },
              ['type'],
            ),
          ],
        },
        conditions: {
          type: 'array',
          maxItems: mostConditions,
          items: { oneOf: operators.map(conditionSchema) },
        },
        steps: {
          type: 'array',
          minItems: 1,
          maxItems: mostSteps,
          items: { oneOf: stepTypes.map(stepSchema) },
        },
      },
      ['name', 'trigger', 'steps'],
    ),
    $defs: {
      field: {
        description: 'A field of a deal or a path into it such as client.name.',
        type: 'string',
        pattern: `^${conditionPath}$`,
      },
      text: {
        description:
          'Anything that starts as a template must be one: deal or previous with a field of a deal.',
        pattern: textPattern,
      },
      template: {
        description: 'A text with templates such as {{deal.title}}.',
        type: 'string',
        pattern: template,
      },
      data: {
        description: 'Any JSON; templates in its strings are filled.',
        $ref: '#/$defs/text',
        additionalProperties: { $ref: '#/$defs/data' },
        items: { $ref: '#/$defs/data' },
      },
    },
  };
}
