import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activities } from '#server/features/crm/activities/table.ts';
import { deals } from '#server/features/crm/deals/table.ts';
import { textSendings } from '#server/features/sending/drafts.ts';
import { projects } from '#server/features/work/projects/table.ts';
import { tasks } from '#server/features/work/tasks/table.ts';
import {
  type Condition,
  matchesCondition,
  type Operator,
} from '#server/features/workflows/conditions.ts';
import { readDefinition } from '#server/features/workflows/definition.ts';
import { definitionSchema } from '#server/features/workflows/schema.ts';
import { durationOf } from '#server/features/workflows/wait-duration.ts';
import { ApiError } from '#server/platform/errors.ts';
import { pauta } from '#test/support/processes.ts';
import { inputsOf } from '#test/support/team.ts';

const id = '00000000-0000-7000-8000-000000000001';
const docs = new URL('../../../docs/', import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, docs), 'utf8'));

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const fitsSchema = ajv.compile(definitionSchema());

/** Error of readDefinition for a file; undefined if it is valid. */
function refusal(file: unknown): string | undefined {
  try {
    readDefinition(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.code, error.status]).toEqual(['VALIDATION_ERROR', 400]);
    return error.message;
  }
}

// Files reduced to the part that a test is about.
const created = { type: 'deal_created' };
const step = <T>(type: string, values: T) => ({ type, with: values });
const note = step('create_activity', { title: 'Ligar' });
const workflow = (more: object) => ({ name: 'Um', trigger: created, steps: [note], ...more });
const doing = (type: string, values: unknown) => workflow({ steps: [step(type, values)] });
const when = (condition: unknown) => workflow({ conditions: [condition] });
const task = (more: object) => doing('create_task', { title: 'Um', project_id: id, ...more });
const activity = (more: object) => doing('create_activity', { title: 'Um', ...more });
const change = (values: unknown) => doing('update_deal', values);
const call = (more: object) => doing('call_webhook', { webhook_id: id, ...more });
const send = (more: object) =>
  doing('send_message', { content: 'Olá', inbox_id: id, phone: '5511999998888', ...more });

/** The example of the decisions, with ids filled in. */
const kickOff = {
  name: 'Kick-off',
  trigger: { type: 'deal_stage_changed', from: 'proposta', to: 'ganho' },
  conditions: [{ field: 'value', op: 'gte', value: 1000 }],
  steps: [
    step('create_task', { title: 'Kick-off {{deal.title}}', project_id: id, column: 'todo' }),
    step('wait', { for: '2h' }),
    step('create_activity', {
      title: 'Call {{deal.client.name}}',
      type: 'call',
      deal_id: '{{deal.id}}',
    }),
    step('send_message', { inbox_id: id, phone: '5511999998888', content: 'Hello' }),
    step('update_deal', { priority: 'alta' }),
    step('call_webhook', { webhook_id: id, data: { deal: '{{deal.id}}' } }),
  ],
};

const examples = readdirSync(new URL('workflows/', docs)).map((name) => name.replace('.json', ''));

describe('a workflow file', () => {
  test('is read unchanged', () => {
    expect(readDefinition(kickOff)).toEqual(kickOff);
    expect(fitsSchema(kickOff)).toBe(true);
  });

  test.each(examples)('%s of the documentation is valid', (name) => {
    const file = read(`workflows/${name}.json`);
    expect(readDefinition(file)).toEqual(file);
    expect(fitsSchema(file)).toBe(true);
  });

  test('may omit its conditions and the phases of its trigger', () => {
    expect(readDefinition(workflow({}))).toEqual({
      name: 'Um',
      trigger: created,
      conditions: [],
      steps: [note],
    });
    const anyMove = workflow({ trigger: { type: 'deal_stage_changed' } });
    expect(readDefinition(anyMove).trigger).toEqual({ type: 'deal_stage_changed' });
  });

  test('is trimmed in values without templates', () => {
    const read = readDefinition({
      name: '  Um ',
      trigger: { type: 'deal_stage_changed', to: ' ganho ' },
      steps: [
        step('create_task', {
          title: ' Um ',
          project_id: id,
          tags: [' a', 'a '],
          description: null,
        }),
        step('create_task', {
          title: ' {{deal.title}} ',
          project_id: id,
          tags: [' {{deal.phase}}'],
        }),
        step('wait', { for: ' 2h ' }),
        step('update_deal', { source: null, tags: null }),
      ],
    });
    expect([read.name, read.trigger.to]).toEqual(['Um', 'ganho']);
    expect(read.steps.map((step) => step.with)).toEqual([
      { title: 'Um', project_id: id, tags: ['a'] },
      { title: ' {{deal.title}} ', project_id: id, tags: [' {{deal.phase}}'] },
      { for: '2h' },
      { source: null, tags: null },
    ]);
  });

  test('holds 1 to 50 steps and at most 50 conditions', () => {
    const condition = { field: 'value', op: 'gt', value: 1 };
    const full = workflow({ steps: Array(50).fill(note), conditions: Array(50).fill(condition) });
    expect(readDefinition(full).steps).toHaveLength(50);
    expect(fitsSchema(full)).toBe(true);
    expect(readDefinition(full).conditions).toHaveLength(50);
  });

  test('accepts in its steps every field that the POST or PUT accepts', () => {
    const taken = (type: string) =>
      /; allowed: ([^;]*?)\.?(?:;|$)/.exec(refusal(doing(type, { x: 1 })) ?? '')?.[1]?.split(', ');
    expect(taken('create_task')).toEqual(inputsOf(tasks).create.accepts);
    expect(taken('create_activity')).toEqual(inputsOf(activities).create.accepts);
    expect(taken('create_project')).toEqual([...inputsOf(projects).create.accepts, 'template_id']);
    expect(taken('send_message')).toEqual(textSendings.accepts);
    expect(taken('update_deal')).toEqual(inputsOf(deals).update.accepts);
    expect(taken('call_webhook')).toEqual(['webhook_id', 'data']);
    expect(taken('wait')).toEqual(['for']);
  });
});

/** Valid files that are easily refused: name → file. */
const good: Record<string, unknown> = {
  'a value of another type by template': task({
    estimated_hours: '{{deal.value}}',
    priority: '{{deal.source}}',
    due_date: '{{deal.expected_close_date}}',
    assignee_ids: [id, '{{deal.responsible_id}}'],
    tags: '{{deal.tags}}',
  }),
  'the old values': activity({ title: 'De {{ previous.phase }} para {{deal["phase"]}}' }),
  'an entry of a list and a part of the client': activity({
    title: '{{deal.tags[0]}} {{deal.client.name}} {{deal.client["id"]}} {{deal.tags.1}}',
  }),
  'the whole deal': call({ data: { deal: '{{deal}}', before: ['{{previous}}'], n: [1, null] } }),
  'data by template': call({ data: '{{deal.client}}' }),
  'deeply nested data': call({ data: nestedIn(31) }),
  'a call without data': call({}),
  'braces around a template': activity({ title: '{{{deal.id}}} } }} {' }),
  'a message to a conversation': doing('send_message', { content: 'Olá', conversation_id: id }),
  'a message with its type': send({ message_type: 'text', conversation_id: null }),
  'null for optional values': task({ due_date: null, tags: null, column: null }),
  'a change that clears fields': change({ loss_reason: null, tags: null, client_id: null }),
  'eq null': when({ field: 'source', op: 'eq', value: null }),
  'eq with a list': when({ field: 'tags', op: 'eq', value: ['a', { b: [1] }] }),
  'in with values of any type': when({ field: 'value', op: 'in', value: [1, 'a', null] }),
  'gt with a date': when({ field: 'created_at', op: 'gt', value: '2026-01-01' }),
  'a path in a condition': when({ field: 'client.name', op: 'contains', value: 'joao' }),
  'a quoted path in a condition': when({ field: '["client"]["name"]', op: 'exists', value: false }),
  'an entry in a condition': when({ field: 'tags[0]', op: 'eq', value: 'a' }),
  'the longest wait': doing('wait', { for: '365d' }),
};

function nestedIn(levels: number): unknown {
  let value: unknown = 'fundo';
  for (let i = 0; i < levels; i += 1) value = { a: value };
  return value;
}

/** For every trigger: the values that it provides. */
const about = (type: string, step: object, more: object = {}) =>
  workflow({ trigger: { type }, steps: [step], ...more });
const says = (title: string) => step('create_activity', { title });

const goodElsewhere: Record<string, unknown> = {
  'a task that moves': about('task_moved', step('update_task', { column: '{{previous.column}}' }), {
    trigger: { type: 'task_moved', from: 'todo', to: 'done' },
    conditions: [{ field: 'assignee_ids[0]', op: 'exists', value: true }],
  }),
  'a message and its conversation': about(
    'conversation_received',
    step('send_message', {
      conversation_id: '{{conversation.id}}',
      content: '{{conversation.contact.name}}: {{message.content}}',
    }),
    { conditions: [{ field: 'message.content', op: 'contains', value: 'preço' }] },
  ),
  'an unassigned conversation': about(
    'conversation_resolved',
    step('assign_conversation', { assignee_id: null }),
  ),
  'a note': about('conversation_received', step('add_note', { content: '{{message.media.name}}' })),
  'a step without values': about('conversation_received', step('resolve_conversation', {})),
  'a schedule': about(
    'schedule',
    step('create_task', { title: 'Relatório de {{schedule.date}}', project_id: id }),
    {
      trigger: { type: 'schedule', at: '09:00', month_days: [1, 31], closed_days: 'before' },
      conditions: [{ field: 'weekday', op: 'ne', value: 5 }],
    },
  ),
  'a deal that stays in its phase': about(
    'waiting_longer_than',
    step('update_deal', { priority: 'alta' }),
    {
      trigger: {
        type: 'waiting_longer_than',
        record: 'deal',
        for: '3d',
        in: 'proposta',
        business_hours: true,
      },
      conditions: [{ field: 'value', op: 'gt', value: 1 }],
    },
  ),
  'an approval that waits': about(
    'waiting_longer_than',
    step('update_campaign', { description: 'Há {{campaign.name}}' }),
    { trigger: { type: 'waiting_longer_than', record: 'approval', for: '2d' } },
  ),
  'a campaign': about('campaign_approval_changed', step('update_campaign', { status: 'active' }), {
    trigger: { type: 'campaign_approval_changed', from: 'pending', to: 'rejected' },
    conditions: [{ field: 'project.name', op: 'ne', value: 'x' }],
  }),
};

test.each(Object.entries({ ...good, ...goodElsewhere }))('accepts %s', (_, file) => {
  expect(refusal(file)).toBeUndefined();
  expect(fitsSchema(file)).toBe(true);
});

type Bad = readonly [what: string, file: unknown, says: string];

/** Files that the schema refuses too. */
const bad: Bad[] = [
  ['a list', [], 'The file must be an object'],
  ['a text', 'x', 'The file must be an object'],
  ['null', null, 'The file must be an object'],
  ['no name', { trigger: created, steps: [note] }, 'name must be a string of 1 to 255'],
  ['an empty name', workflow({ name: '' }), 'name must be'],
  ['a name over the length limit', workflow({ name: 'a'.repeat(256) }), 'name must be'],
  ['a name that is a number', workflow({ name: 1 }), 'name must be'],
  ['an unknown name', workflow({ step: [] }), 'step is not a field of a workflow'],
  ['an odd name', workflow({ 'a b': 1 }), '["a b"] is not a field of a workflow'],
  ['no trigger', { name: 'Um', steps: [note] }, 'trigger must be an object'],
  ['a trigger that is a text', workflow({ trigger: 'deal_created' }), 'trigger must be an object'],
  ['a trigger without type', workflow({ trigger: {} }), 'trigger.type must be one of deal_created'],
  ['an unknown trigger', workflow({ trigger: { type: 'deal_won' } }), 'trigger.type must be'],
  [
    'a trigger with an unknown key',
    workflow({ trigger: { ...created, field: 1 } }),
    'trigger.field is not a field of a trigger',
  ],
  [
    'a previous phase of a created deal',
    workflow({ trigger: { ...created, from: 'lead' } }),
    'trigger.from is allowed only for deal_stage_changed',
  ],
  [
    'a phase that is empty',
    workflow({ trigger: { type: 'deal_stage_changed', to: '' } }),
    'trigger.to must be a string of 1 to 64',
  ],
  [
    'a phase that is null',
    workflow({ trigger: { type: 'deal_stage_changed', from: null } }),
    'trigger.from must be',
  ],
  [
    'conditions that are not a list',
    workflow({ conditions: {} }),
    'conditions must be a list of 0 to 50',
  ],
  ['conditions that are null', workflow({ conditions: null }), 'conditions must be a list'],
  [
    'too many conditions',
    workflow({ conditions: Array(51).fill({ field: 'value', op: 'gt', value: 1 }) }),
    'conditions must be a list of 0 to 50',
  ],
  ['a condition that is a text', when('value > 1'), 'conditions[0] must be an object'],
  [
    'a condition with an unknown key',
    when({ field: 'value', op: 'gt', value: 1, or: 2 }),
    'conditions[0].or is not a field of a condition',
  ],
  ['a condition without field', when({ op: 'eq', value: 1 }), 'conditions[0].field must be'],
  ['an unknown field', when({ field: 'valor', op: 'eq', value: 1 }), 'conditions[0].field must be'],
  [
    'a field that JavaScript defines',
    when({ field: 'constructor', op: 'eq', value: 1 }),
    'conditions[0].field must be',
  ],
  [
    'a path to nowhere',
    when({ field: 'client.email', op: 'eq', value: 1 }),
    'conditions[0].field must be',
  ],
  [
    'a path into a text',
    when({ field: 'title.a', op: 'eq', value: 1 }),
    'conditions[0].field must be',
  ],
  [
    'a field that is an object',
    when({ field: { toString: 1 }, op: 'eq', value: 1 }),
    'conditions[0].field must be',
  ],
  [
    'a field with the prefix deal',
    when({ field: 'deal.value', op: 'eq', value: 1 }),
    'conditions[0].field',
  ],
  ['no operator', when({ field: 'value', value: 1 }), 'conditions[0].op must be one of eq, ne'],
  ['an unknown operator', when({ field: 'value', op: '>', value: 1 }), 'conditions[0].op must be'],
  [
    'an operator that JavaScript defines',
    when({ field: 'value', op: 'toString', value: 1 }),
    'conditions[0].op must be',
  ],
  ['no value', when({ field: 'value', op: 'eq' }), 'conditions[0].value is required'],
  ['gt a list', when({ field: 'value', op: 'gt', value: [1] }), 'must be a number or a string'],
  ['lte null', when({ field: 'value', op: 'lte', value: null }), 'must be a number or a string'],
  [
    'in a text',
    when({ field: 'value', op: 'in', value: 'a' }),
    'conditions[0].value must be a list',
  ],
  ['contains a number', when({ field: 'tags', op: 'contains', value: 1 }), 'must be a string'],
  ['exists yes', when({ field: 'tags', op: 'exists', value: 'yes' }), 'must be true or false'],
  ['no steps', { name: 'Um', trigger: created }, 'steps must be a list of 1 to 50'],
  ['an empty list of steps', workflow({ steps: [] }), 'steps must be a list of 1 to 50'],
  ['too many steps', workflow({ steps: Array(51).fill(note) }), 'steps must be a list of 1 to 50'],
  ['a step that is a text', workflow({ steps: ['wait'] }), 'steps[0] must be an object'],
  ['a step without type', workflow({ steps: [{ with: {} }] }), 'steps[0].type must be one of'],
  ['an unknown step', doing('delete_deal', {}), 'steps[0].type must be one of create_task'],
  ['a step that JavaScript defines', doing('constructor', {}), 'steps[0].type must be one of'],
  [
    'a step without with',
    workflow({ steps: [{ type: 'wait' }] }),
    'steps[0].with must be an object',
  ],
  ['a with that is a list', doing('wait', ['2h']), 'steps[0].with must be an object'],
  [
    'a step with an unknown key',
    workflow({ steps: [{ ...note, when: 1 }] }),
    'steps[0].when is not a field of a step; allowed: type, with',
  ],
  [
    'a mistyped field',
    workflow({ steps: [note, step('create_activity', { title: 'Um', titel: 'x' })] }),
    'steps[1].with.titel is not a field of create_activity',
  ],
  [
    'a field that POST ignores',
    task({ created_at: '2026-01-01' }),
    'steps[0].with.created_at is not',
  ],
  ['a field that only PUT accepts', task({ position: 1 }), 'steps[0].with.position is not'],
  ['a field that PUT ignores', change({ currency: 'BRL' }), 'steps[0].with.currency is not'],
  ['no title', doing('create_activity', {}), 'steps[0].with.title is required and must be'],
  ['a title that is null', activity({ title: null }), 'steps[0].with.title is required'],
  ['no project', doing('create_task', { title: 'Um' }), 'steps[0].with.project_id is required'],
  ['no content', doing('send_message', { conversation_id: id }), 'with.content is required'],
  ['no endpoint', doing('call_webhook', {}), 'steps[0].with.webhook_id is required'],
  ['no time', doing('wait', {}), 'steps[0].with.for is required'],
  [
    'a value of another enumeration',
    task({ priority: 'alta' }),
    'with.priority must be one of urgent',
  ],
  [
    'a value of another type',
    activity({ is_completed: 'sim' }),
    'with.is_completed must be true or',
  ],
  ['a negative amount', change({ value: -1 }), 'steps[0].with.value must be an amount'],
  [
    'an id that is not a UUID',
    task({ project_id: '…' }),
    'steps[0].with.project_id must be a UUID',
  ],
  ['an invalid day', task({ due_date: '2026-02-30' }), 'steps[0].with.due_date must be'],
  [
    'too many tags',
    change({ tags: Array.from({ length: 101 }, (_, i) => `${i}`) }),
    'steps[0].with.tags must',
  ],
  [
    'a numeric tag next to a template',
    change({ tags: [1, '{{deal.source}}'] }),
    'steps[0].with.tags must be a list',
  ],
  [
    'a list in a list with a template',
    change({ tags: [['{{deal.source}}']] }),
    'steps[0].with.tags must be a list',
  ],
  [
    'an object with a template in place of a text',
    change({ title: { a: '{{deal.title}}' } }),
    'steps[0].with.title must be a string',
  ],
  ['an empty change', change({}), 'steps[0].with must contain at least one of title'],
  ['a change that clears a required value', change({ phase: null }), 'with.phase cannot be null'],
  [
    'an inbox without a phone',
    send({ phone: null }),
    'steps[0].with: phone is required together with inbox_id',
  ],
  [
    'a phone without an inbox',
    doing('send_message', { content: 'Olá', phone: '5511999998888' }),
    'steps[0].with: inbox_id is required together with phone',
  ],
  [
    'a missing recipient',
    doing('send_message', { content: 'Olá' }),
    'steps[0].with: conversation_id is required, or inbox_id',
  ],
  ['two addresses', send({ conversation_id: id }), 'conversation_id must be given alone'],
  [
    'another kind of message',
    send({ message_type: 'image' }),
    'with.message_type must be one of text',
  ],
  ['data that is a list', call({ data: [1] }), 'steps[0].with.data must be an object'],
  ['data that is a number', call({ data: 1 }), 'steps[0].with.data must be an object'],
  ['a time without unit', doing('wait', { for: '2' }), 'steps[0].with.for must be a time such as'],
  ['a time that is a number', doing('wait', { for: 60 }), 'steps[0].with.for must be a time'],
  ['no time at all', doing('wait', { for: '0s' }), 'steps[0].with.for must be a time'],
  [
    'a time by template',
    doing('wait', { for: '{{deal.source}}' }),
    'steps[0].with.for must be a time',
  ],
  [
    'a template of an unknown field',
    activity({ title: 'Ligar {{deal.titel}}' }),
    'steps[0].with.title contains {{deal.titel}}: a template starts with deal or previous',
  ],
  ['an empty template', activity({ title: '{{title}}' }), 'steps[0].with.title contains {{title}}'],
  ['a template of a run', activity({ title: '{{steps[0].id}}' }), 'title contains {{steps[0].id}}'],
  [
    'a template of a missing part',
    activity({ title: '{{deal.client.email}}' }),
    'title contains {{deal.client.email}}',
  ],
  [
    'a template that JavaScript defines',
    activity({ title: '{{deal.constructor}}' }),
    'title contains {{deal.constructor}}',
  ],
  [
    'a template in an id',
    task({ project_id: '{{deal.project}}' }),
    'project_id contains {{deal.project}}',
  ],
  ['a template in a list', change({ tags: ['{{deal.tag}}'] }), 'with.tags contains {{deal.tag}}'],
  [
    'a template deep in data',
    call({ data: { a: [{ b: '{{deal.valor}}' }] } }),
    'steps[0].with.data contains {{deal.valor}}',
  ],
  [
    'braces that do not begin a template',
    send({ content: 'Olá {{deal.title}' }),
    'steps[0].with.content contains {{ that does not start a template',
  ],
  [
    'braces deep in data',
    call({ data: { a: ['{{deal title!}}'] } }),
    'steps[0].with.data.a[0] contains {{ that does not start a template',
  ],
];

/** The same: references to values that the trigger does not provide. */
const badElsewhere: Bad[] = [
  [
    'a deal in a task',
    about('task_created', says('{{deal.title}}')),
    'starts with task or previous',
  ],
  [
    'a task in a deal',
    doing('update_task', { column: 'x' }),
    'steps[0].type: update_task is only for triggers of tasks; this one is about a deal',
  ],
  [
    'a deal’s step on a task',
    about('task_moved', step('update_deal', { value: 1 })),
    'steps[0].type: update_deal is only',
  ],
  [
    'previous values of a message',
    about('conversation_received', says('{{previous.status}}')),
    'starts with conversation, followed by a field of a conversation',
  ],
  [
    'a message field on a trigger without a message',
    about('conversation_resolved', says('{{message.content}}')),
    'contains {{message.content}}',
  ],
  [
    'no field of a message',
    about('conversation_received', says('{{message.text}}')),
    'contains {{message.text}}',
  ],
  [
    'a condition on a missing message',
    about('conversation_resolved', note, {
      conditions: [{ field: 'message.content', op: 'eq', value: 1 }],
    }),
    'conditions[0].field must be a field of a conversation',
  ],
  [
    'a condition on a deal’s field',
    about('campaign_approval_changed', note, {
      conditions: [{ field: 'value', op: 'eq', value: 1 }],
    }),
    'conditions[0].field must be a field of a campaign',
  ],
  [
    'from on a trigger without a change',
    about('task_created', note, { trigger: { type: 'task_created', from: 'todo' } }),
    'trigger.from is allowed only for deal_stage_changed, task_moved, campaign_approval_changed',
  ],
  [
    'days on a trigger without a time',
    about('task_created', note, { trigger: { type: 'task_created', weekdays: [1] } }),
    'trigger.weekdays is allowed only for schedule',
  ],
  [
    'a step for another record than the one that waits',
    about('waiting_longer_than', step('update_deal', { value: 1 }), {
      trigger: { type: 'waiting_longer_than', record: 'task', for: '2h' },
    }),
    'steps[0].type: update_deal is only for triggers of deals; this one is about a task',
  ],
  [
    'a record of a schedule',
    about('schedule', step('update_deal', { value: 1 }), {
      trigger: { type: 'schedule', at: '09:00' },
    }),
    'steps[0].type: update_deal is only for triggers of deals; this one is about a schedule',
  ],
  [
    'a template of a record in a schedule',
    about('schedule', says('{{deal.title}}'), { trigger: { type: 'schedule', at: '09:00' } }),
    'a template starts with schedule, followed by a field of a schedule (date, time, weekday',
  ],
  [
    'another approval',
    about('campaign_approval_changed', note, {
      trigger: { type: 'campaign_approval_changed', to: 'ok' },
    }),
    'trigger.to must be one of pending, approved, rejected',
  ],
  [
    'a field of a step without fields',
    about('conversation_received', step('resolve_conversation', { status: 'open' })),
    'steps[0].with.status is not a field of resolve_conversation',
  ],
  [
    'an invalid assignee',
    about('conversation_received', step('assign_conversation', { assignee_id: 'Ana' })),
    'steps[0].with.assignee_id must be a UUID',
  ],
  [
    'no assignee',
    about('conversation_received', step('assign_conversation', {})),
    'must contain at least one of assignee_id',
  ],
  [
    'an approval by a step',
    about('campaign_approval_changed', step('update_campaign', { approval_status: 'approved' })),
    'with.approval_status is not a field of update_campaign',
  ],
  [
    'a note without text',
    about('conversation_received', step('add_note', {})),
    'steps[0].with.content is required',
  ],
];

/** Errors beyond a schema, or nearly: lengths after trimming, sums, depth, and allowed texts. */
const beyondSchema: Bad[] = [
  [
    'a column by template',
    about('task_moved', note, { trigger: { type: 'task_moved', to: '{{task.column}}' } }),
    'trigger.to must not contain',
  ],
  ['a name of only spaces', workflow({ name: '  ' }), 'name must be'],
  ['content of only spaces', send({ content: '  ' }), 'steps[0].with.content must be'],
  ['a year and a day', doing('wait', { for: '366d' }), 'steps[0].with.for must be a time'],
  ['a third decimal', change({ value: 0.001 }), 'steps[0].with.value must be an amount'],
  ['a NUL', activity({ title: 'a\0b' }), 'steps[0].with.title must not contain a NUL character'],
  [
    'an unpaired surrogate',
    workflow({ name: 'a\ud83d' }),
    'name must not contain a NUL character or an',
  ],
  [
    'a NUL in a name',
    call({ data: { 'a\0': 1 } }),
    'steps[0].with.data["a\\u0000"]: a name must not',
  ],
  ['a NUL in a list', change({ tags: ['a', '\0'] }), 'steps[0].with.tags[1] must not contain'],
  ['a NUL in a condition', when({ field: 'title', op: 'eq', value: '\0' }), 'conditions[0].value'],
  [
    'a number too large for a double',
    when(JSON.parse('{"field": "value", "op": "lt", "value": 1e999}')),
    'conditions[0].value is a number that is too large',
  ],
  [
    'data that is nested too deep',
    call({ data: nestedIn(33) }),
    'steps[0].with.data must be an object',
  ],
  [
    'data that is nested too deep, with a template',
    call({ data: { deal: '{{deal.id}}', deep: nestedIn(32) } }),
    'steps[0].with.data must be an object',
  ],
  [
    'endless depth',
    when({ field: 'tags', op: 'eq', value: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) }),
    'is nested more than 36 levels deep',
  ],
  [
    'a template in a condition',
    when({ field: 'phase', op: 'ne', value: '{{previous.phase}}' }),
    'conditions[0].value must not contain {{templates}}',
  ],
  [
    'a template in a trigger',
    workflow({ trigger: { type: 'deal_stage_changed', to: '{{deal.source}}' } }),
    'trigger.to must not contain {{templates}}',
  ],
];

describe('is refused', () => {
  test.each([...bad, ...badElsewhere])('%s', (_, file, says) => {
    expect(refusal(file)).toContain(says);
    expect(fitsSchema(file)).toBe(false);
  });

  test.each(beyondSchema)('%s, which is beyond the schema', (_, file, says) => {
    expect(refusal(file)).toContain(says);
    expect(fitsSchema(file)).toBe(true);
  });

  test('a name that hides a prototype', () => {
    const file = JSON.parse(`{"name": "Um", "trigger": {"type": "deal_created"},
      "steps": [{"type": "wait", "with": {"__proto__": {"for": "2h"}}}]}`);
    expect(refusal(file)).toContain('steps[0].with.__proto__ is not a field of wait');
  });

  test('with every problem and its place, twenty at most', () => {
    const message = refusal({
      name: '',
      trigger: { type: 'x' },
      conditions: [{ field: 'a', op: 'b', value: 1 }],
      steps: [note, step('wait', { for: 1 }), step('create_task', { titel: 'x' })],
      more: 1,
    });
    for (const place of [
      'more',
      'name',
      'trigger.type',
      'conditions[0].field',
      'conditions[0].op',
      'steps[1].with.for',
      'steps[2].with.titel',
      'steps[2].with.title',
      'steps[2].with.project_id',
    ])
      expect(message).toContain(`${place} `);
    const many = refusal(workflow({ steps: Array(50).fill(step('wait', {})) }));
    expect(many?.split('; ')).toHaveLength(21);
    expect(many).toContain('; and 30 more.');
  });

  test('for any input, without another error, and the schema agrees', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('{{deal.id}}', '{{x}}', '{{', id, '2h', 'eq', 'gt', 'tags', null, true, 5),
      fc.constantFrom<unknown[]>('', '2026-11-30', 'high', ['a'], ['{{deal.phase}}', 'b'], {}),
    );
    /** Mostly the original object, sometimes with odd values under some of the names. */
    const spoiled = (names: readonly string[], whole: object) =>
      fc
        .dictionary(fc.constantFrom(...names), odd, { maxKeys: 2 })
        .map((more) => ({ ...whole, ...more }));
    const steps = fc.oneof(
      { arbitrary: odd, weight: 1 },
      {
        weight: 9,
        arbitrary: fc
          .constantFrom(
            step(
              'create_task',
              spoiled(inputsOf(tasks).create.accepts, { title: 'Um', project_id: id }),
            ),
            step('create_activity', spoiled(inputsOf(activities).create.accepts, { title: 'Um' })),
            step('send_message', spoiled(['phone'], { content: 'Um', conversation_id: id })),
            step('update_deal', spoiled(inputsOf(deals).update.accepts, { title: 'Um' })),
            step('call_webhook', spoiled(['data'], { webhook_id: id })),
            step('wait', spoiled(['for'], { for: '2h' })),
          )
          .chain((one) => fc.record({ type: fc.constant(one.type), with: one.with })),
      },
    );
    const waits = { type: 'waiting_longer_than', record: 'deal', for: '2h' };
    const weekly = { type: 'schedule', at: '09:00', weekdays: [1, 5] };
    const conditions = spoiled(['field', 'op', 'value'], { field: 'tags', op: 'eq', value: 1 });
    const files = fc.oneof(
      { arbitrary: odd, weight: 1 },
      {
        weight: 9,
        arbitrary: fc.record({
          name: fc.constant('Um'),
          trigger: fc.oneof(
            fc.constant(created),
            spoiled(['type', 'from', 'to'], created),
            spoiled(['at', 'weekdays', 'month_days', 'closed_days'], weekly),
            spoiled(['record', 'for', 'in', 'business_hours'], waits),
          ),
          conditions: fc.array(conditions, { maxLength: 1 }),
          steps: fc.array(steps, { minLength: 1, maxLength: 2 }),
        }),
      },
    );
    // As in the table above: trimming, decimals, conditions and triggers with templates, texts that cannot be stored.
    const beyond = /must not contain|two decimals|must be a (string|list) of|levels deep/;
    let taken = 0;
    fc.assert(
      fc.property(files, (file) => {
        const says = refusal(file);
        if (says !== undefined) {
          if (fitsSchema(file)) expect(says).toMatch(beyond);
          return;
        }
        taken += 1;
        expect(fitsSchema(file)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

describe('a wait', () => {
  test.each([
    ['1s', 1_000],
    ['90s', 90_000],
    ['15m', 900_000],
    ['2h', 7_200_000],
    ['90d', 7_776_000_000],
    ['365d', 31_536_000_000],
    ['8760h', 31_536_000_000],
    ['31536000s', 31_536_000_000],
  ])('of %s is %d ms', (text, milliseconds) => {
    expect(durationOf(text)).toBe(milliseconds);
  });

  test.each(['', '0s', '00s', '01s', '1', 's', '1.5h', '-1s', '1w', '1H', '2 h', '366d', '8761h'])(
    'is not %j',
    (text) => {
      expect(durationOf(text)).toBeUndefined();
    },
  );
});

const deal = {
  id,
  title: 'Identidade da Padaria São João',
  description: '',
  value: 1500.5,
  phase: 'proposta',
  expected_close_date: '2026-11-30',
  source: null,
  tags: ['VIP', 'site'],
  is_starred: false,
  client: { id, name: 'João' },
  created_at: '2026-11-01T12:00:00.000Z',
};

describe('a condition', () => {
  test.each<[field: string, op: Operator, value: unknown, holds: boolean]>([
    ['phase', 'eq', 'proposta', true],
    ['phase', 'eq', 'Proposta', false],
    ['value', 'eq', 1500.5, true],
    ['value', 'eq', '1500.5', false],
    ['is_starred', 'eq', false, true],
    ['is_starred', 'eq', 0, false],
    ['is_starred', 'eq', null, false],
    ['source', 'eq', null, true],
    ['loss_reason', 'eq', null, true],
    ['description', 'eq', null, false],
    ['tags', 'eq', ['VIP', 'site'], true],
    ['tags', 'eq', ['site', 'VIP'], false],
    ['tags', 'eq', ['VIP'], false],
    ['tags', 'eq', { 0: 'VIP', 1: 'site' }, false],
    ['client', 'eq', { name: 'João', id }, true],
    ['client', 'eq', { name: 'João', id, email: null }, true],
    ['client', 'eq', { id }, false],
    ['client', 'eq', { name: 'João', id, toString: null }, true],
    ['client', 'eq', JSON.parse(`{"id": "${id}", "name": "João", "__proto__": {}}`), false],
    ['client.name', 'eq', 'João', true],
    ['tags[1]', 'eq', 'site', true],
    ['value', 'gt', 1500.5, false],
    ['value', 'gt', 1500, true],
    ['value', 'gt', '1500', false],
    ['value', 'gte', 1500.5, true],
    ['value', 'gte', 1501, false],
    ['value', 'lt', 1500.5, false],
    ['value', 'lt', 10_000, true],
    ['value', 'lte', 1500.5, true],
    ['value', 'lte', 1, false],
    ['source', 'gt', 0, false],
    ['source', 'lte', 0, false],
    ['source', 'lte', '', false],
    ['is_starred', 'gte', 0, false],
    ['expected_close_date', 'gt', '2026-11-29', true],
    ['expected_close_date', 'gte', '2026-11-30', true],
    ['expected_close_date', 'gt', '2026-11-30', false],
    ['expected_close_date', 'lte', '2026-11-30', true],
    ['created_at', 'gte', '2026-11-01', true],
    ['created_at', 'lt', '2026-11-01T12:00:00.001Z', true],
    ['phase', 'lt', 'z', true],
    ['phase', 'lt', 'Z', false],
    ['phase', 'in', ['ganho', 'proposta'], true],
    ['phase', 'in', ['ganho'], false],
    ['phase', 'in', [], false],
    ['phase', 'in', 'proposta', false],
    ['source', 'in', ['site', null], true],
    ['loss_reason', 'in', [null], true],
    ['tags', 'in', ['site'], true],
    ['tags', 'in', ['blog'], false],
    ['tags', 'in', [['VIP', 'site']], true],
    ['value', 'in', [1, 1500.5], true],
    ['tags', 'contains', 'VIP', true],
    ['tags', 'contains', 'vip', false],
    ['tags', 'contains', 'VI', false],
    ['title', 'contains', 'sao joao', true],
    ['title', 'contains', 'IDENTIDADE', true],
    ['title', 'contains', 'Sa\u0303o', true],
    ['title', 'contains', 'site', false],
    ['client.name', 'contains', 'joao', true],
    ['value', 'contains', '1', false],
    ['source', 'contains', '', false],
    ['phase', 'exists', true, true],
    ['phase', 'exists', false, false],
    ['source', 'exists', true, false],
    ['source', 'exists', false, true],
    ['loss_reason', 'exists', false, true],
    ['client.name', 'exists', true, true],
    ['client.email', 'exists', true, false],
    ['is_starred', 'exists', true, true],
    ['description', 'exists', true, true],
    ['tags', 'exists', true, true],
    ['constructor', 'exists', true, false],
    ['tags.length', 'exists', true, false],
  ])('%s %s %j: %j', (field, op, value, expected) => {
    expect(matchesCondition({ field, op, value }, deal)).toBe(expected);
  });

  test('on an empty list behaves as on a missing one', () => {
    expect(matchesCondition({ field: 'tags', op: 'exists', value: true }, { tags: [] })).toBe(
      false,
    );
    expect(matchesCondition({ field: 'tags', op: 'exists', value: false }, { tags: [] })).toBe(
      true,
    );
  });

  test('with ne is exactly the opposite of eq, which compares JSON', () => {
    const values = fc.oneof(fc.jsonValue(), fc.constantFrom(null, undefined, 0, -0, '', [], {}));
    fc.assert(
      fc.property(values, values, (source, value) => {
        const on = { source };
        const eq = matchesCondition({ field: 'source', op: 'eq', value }, on);
        expect(matchesCondition({ field: 'source', op: 'ne', value }, on)).toBe(!eq);
        expect(matchesCondition({ field: 'source', op: 'eq', value: source }, on)).toBe(true);
        expect(
          matchesCondition({ field: 'source', op: 'eq', value: source }, { source: value }),
        ).toBe(eq);
      }),
    );
  });

  test('never throws', () => {
    const condition = fc.record({
      field: fc.oneof(fc.constantFrom('source', 'source.a', 'source[0]'), fc.string()),
      op: fc.constantFrom<Operator[]>(
        ...(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'contains', 'exists'] as const),
      ),
      value: fc.jsonValue(),
    });
    fc.assert(
      fc.property(condition, fc.jsonValue(), (condition: Condition, source) => {
        expect(typeof matchesCondition(condition, { source })).toBe('boolean');
      }),
    );
  });
});

describe('the schema of workflow files', () => {
  test('is printed by pauta workflow schema', async () => {
    const { stdout } = await pauta(['workflow', 'schema'], {});
    expect(JSON.parse(stdout)).toEqual(definitionSchema());
  });

  test('is a valid schema', () => {
    expect(ajv.validateSchema(definitionSchema())).toBe(true);
  });
});
