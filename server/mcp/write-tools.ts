import { getPhases } from '../features/crm/deals/phases-in-use.ts';
import { registry } from '../features/registry.ts';
import { getTags } from '../features/tags/operations.ts';
import { move } from '../features/work/tasks/move.ts';
import { userIdOf } from '../operations/context.ts';
import type { Crud } from '../operations/crud.ts';
import { type CallInput, type Operation, perform } from '../operations/operation.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Page } from '../records/crud-queries.ts';
import {
  boolean,
  type Fields,
  isAlways,
  oneOf,
  required,
  singleLine,
  uuid,
} from '../records/fields.ts';
import type { Input } from '../records/input.ts';
import { withArticle } from '../records/table.ts';
import { createOnce } from './idempotent-create.ts';
import { recordsOf } from './pagination.ts';
import { defaultBytes, type Json, recordWithin, sparse } from './response-size.ts';
import { optional } from './schemas.ts';
import { inTeamWords, isTagged } from './team-vocabulary.ts';
import { tool } from './tool.ts';

/* Tools that write. They accept the input of their operations, and return the resulting record. */

/** Descriptions of fields with non-obvious names, for all kinds. */
const aboutFields = {
  description: 'Text or Markdown',
} as const;

const aboutDeals = {
  value: 'BRL',
  phase: 'One of those in pipeline_summary',
  new_phase: 'true: the phase is new and adds a column to the board',
  status: 'arquivado removes it from the board',
  probability: 'Percent',
  responsible_id: 'A user',
} as const;

const aboutTasks = {
  assignee_ids: 'Users, the main one first',
  pipeline_id: 'Default: that of the project',
  column: 'Slug of a column; default: the first',
  completed_at: 'Set automatically in a finishing column',
  checklist_markdown: 'Lines such as - [ ] phone',
} as const;

const aboutClients = {
  type: 'PF: a person; PJ: a company',
  cpf: 'PF only',
  rg: 'PF only',
  birth_date: 'PF only',
  gender: 'PF only',
  cnpj: 'PJ only',
  legal_name: 'PJ only',
  trade_name: 'PJ only',
  state_registration: 'PJ only',
  msgapp: 'Number on the messaging network',
} as const;

const aboutActivities = {
  occurred_at: 'When it takes or took place; default: now',
  assigned_to: 'A user',
} as const;

const aboutTimeEntries = {
  user_id: 'The user who worked; default: that of the key',
  minutes: 'Omitted: a timer starts now',
  started_at: 'Default: now',
} as const;

/** Fields that agents cannot write: another field or tool covers them. */
const unwritten = ['assignee_id', 'reporter_id', 'position', 'contract_id'];

/** Converts an operation's input to arguments. */
const argumentsOf = ({ of: { fields }, accepts }: Input): Fields =>
  Object.fromEntries(
    accepts
      .filter((name) => !unwritten.includes(name))
      .flatMap((name) => {
        const field = fields[name];
        return field ? [[name, field.required ? field : optional(field)] as const] : [];
      }),
  );

const keyOf = { idempotency_key: singleLine(255, 1) } as const;
const aboutKey = 'Unique text: a retry with it creates nothing twice';

/** Extra argument: confirms that a phase unknown to the team is intended. */
const newPhase = { new_phase: boolean } as const;
/** Arguments that are not fields. */
const notFields = ['id', 'clear', 'idempotency_key', 'new_phase'];

const recordView = (record: Json): Json => recordWithin(sparse(record), defaultBytes);

/** Values of the given arguments that are fields. */
const bodyOf = (values: Json, names: readonly string[]): Json =>
  Object.fromEntries(
    names.filter((name) => !notFields.includes(name)).map((name) => [name, values[name]]),
  );

function named<T extends CallInput>(name: string): Operation<T, string> {
  return registry.named(name) as unknown as Operation<T, string>;
}

type Creates = Crud['create'];
type Updates = Crud['update'];

/** Tools that create and change records of a table. */
function toolsFor(name: string, about: Readonly<Record<string, string>>, note: string) {
  const create: Creates = named(`${name}.create`);
  const update: Updates = named(`${name}.update`);
  const { one } = create;
  const toolName = one.replaceAll(' ', '_');
  const isDeal = name === 'deals';
  const further = isDeal ? newPhase : {};
  const reads = [...(isDeal ? [getPhases] : []), ...(isTagged(name) ? [getTags] : [])];
  const made = argumentsOf(create.input.body);
  const changed = Object.fromEntries(
    Object.entries(argumentsOf(update.input.body)).map(([name, field]) => [name, optional(field)]),
  );
  const { fields } = update.input.body.of;
  const clearable = Object.keys(changed).filter((name) => {
    const field = fields[name];
    return field && (!isAlways(field) || typeof field.fallback === 'object');
  });
  return [
    tool({
      name: `create_${toolName}`,
      title: `Create ${withArticle(one)}`,
      description: note,
      effect: 'adds',
      calls: [create, ...reads],
      input: { ...made, ...further, ...keyOf },
      about: { ...aboutFields, ...about, idempotency_key: aboutKey },
      async run(ctx, input, names) {
        const values = input as Json;
        const body = await inTeamWords(ctx, name, bodyOf(values, names), {
          isNewRecord: true,
          isNewPhase: values.new_phase === true,
        });
        return recordView(
          await createOnce(create, ctx, body, values.idempotency_key as string | null),
        );
      },
    }),
    tool({
      isReplaced: true,
      name: `update_${toolName}`,
      title: `Change ${withArticle(one)}`,
      description: 'Changes only the given fields; clear empties others.',
      effect: 'changes',
      calls: [update, ...reads],
      input: { id: required(uuid), ...changed, ...further, clear: namesOf(clearable) },
      about: { ...aboutFields, ...about },
      async run(ctx, values, input) {
        const { id, clear, new_phase } = values as unknown as {
          id: string;
          clear: readonly string[];
          new_phase?: boolean | null;
        };
        const body = await inTeamWords(ctx, name, bodyOf(values as Json, input), {
          isNewRecord: false,
          isNewPhase: new_phase === true,
        });
        const both = clear.filter((name) => name in body);
        if (both.length > 0)
          throw invalid(
            `clear: ${both.join(', ')} must not also be given a value.`,
            'clear',
            'conflicting',
          );
        const empty = Object.fromEntries(clear.map((name) => [name, null]));
        const record = await perform(update, ctx, { path: { id }, body: { ...body, ...empty } });
        return recordView(JSON.parse(record) as Json);
      },
    }),
  ];
}

/** A list of values from a fixed set. */
function namesOf(names: readonly string[]) {
  const one = oneOf('text', names);
  const says = `a list of any of ${names.join(', ')}`;
  return {
    ...one,
    schema: { type: 'array', items: one.schema } as never,
    says,
    check: (value: unknown) => Array.isArray(value) && value.every(one.check),
    problem: () => `must be ${says}`,
    fallback: [],
  };
}

const moveTask = tool({
  name: 'move_task',
  title: 'Move a task',
  description:
    'Moves a task to another column, to a position between the given tasks or to the end. A finishing column completes it.',
  effect: 'changes',
  calls: [move],
  input: {
    id: required(uuid),
    column: singleLine(80, 1),
    pipeline_id: uuid,
    before: uuid,
    after: uuid,
  },
  about: {
    column: 'Slug, from list_records with kind pipelines',
    pipeline_id: 'The target board, if different',
    before: 'The task directly below it',
    after: 'The task directly above it',
  },
  async run(ctx, values, input) {
    const body = bodyOf(values, input);
    const record = await perform(move, ctx, { path: { id: values.id }, body });
    return recordView(JSON.parse(String(record)) as Json);
  },
});

const stopEntry = named<{ readonly path: readonly ['id'] }>('time_entries.stop');
const listEntries = registry.named('time_entries.list');

const stopTimer = tool({
  name: 'stop_timer',
  title: 'Stop a timer',
  description: 'Stops the running timer of a user; its minutes are the time since its start.',
  effect: 'changes',
  calls: [stopEntry, listEntries],
  input: { user_id: uuid },
  about: { user_id: 'Default: the user of the key' },
  async run(ctx, { user_id }) {
    const user = user_id ?? userIdOf(ctx.actor);
    if (user === null)
      throw invalid('user_id is required: the key belongs to no user.', 'user_id', 'required');
    const query = { user_id: String(user), is_running: 'true', limit: '1' };
    const [timer] = recordsOf((await perform(listEntries, ctx, { query })) as Page);
    if (!timer) throw notFound('running timer');
    const record = await perform(stopEntry, ctx, { path: { id: String(timer.id) } });
    return recordView(JSON.parse(record) as Json);
  },
});

const send = registry.named('messages.send') as unknown as Operation<
  { readonly body: Input },
  string
>;
const { content, phone, media_url, file_id } = send.input.body.of.fields;
if (!content || !phone || !media_url || !file_id)
  throw new Error('messages have no content, phone or file');

const sendMessage = tool({
  name: 'send_message',
  title: 'Send a message to a person',
  description:
    'Sends a text, or a file with content as its caption, over the messaging network. It reaches a real person immediately and cannot be undone: have the person you work for approve recipient and text first. Give conversation_id, or inbox_id and phone. status pending: being sent, do not send again.',
  effect: 'sends',
  calls: [send],
  input: {
    content,
    conversation_id: uuid,
    inbox_id: uuid,
    phone,
    media_url,
    file_id,
    idempotency_key: required(keyOf.idempotency_key),
  },
  about: {
    media_url: 'The public address of a file to send',
    file_id: 'A file to send: media.file_id of a message',
    idempotency_key:
      'Any unique text for this message: repeating the call with it does not send it twice',
  },
  async run(ctx, values, input) {
    const body = bodyOf(values as Json, input);
    const { idempotency_key } = values as unknown as { idempotency_key: string };
    return recordView(await createOnce(send, ctx, body, idempotency_key));
  },
});

const templateOf = 'template_id';
const fromTemplate = named<{ readonly path: readonly ['id'] }>('project_templates.create_project');
const createProjects: Creates = named('projects.create');

const createProject = tool({
  name: 'create_project',
  title: 'Create a project',
  description: 'A new project; with template_id, with the columns and tasks of a template.',
  effect: 'adds',
  calls: [createProjects, fromTemplate],
  input: { ...argumentsOf(createProjects.input.body), [templateOf]: uuid, ...keyOf },
  about: {
    ...aboutFields,
    slug: 'Default: from the name',
    color: '#rrggbb',
    idempotency_key: aboutKey,
  },
  async run(ctx, input, names) {
    const values = input as Json;
    const body = bodyOf(
      values,
      names.filter((name) => name !== templateOf),
    );
    const template = values[templateOf] ?? null;
    const key = values.idempotency_key as string | null;
    const record =
      template === null
        ? await createOnce(createProjects, ctx, body, key)
        : await createOnce(fromTemplate, ctx, body, key, { id: String(template) });
    return recordView(record);
  },
});

const createTools = (...all: Parameters<typeof toolsFor>) => toolsFor(...all).slice(0, 1);

/** Tools that reach people. */
export const conversing = [sendMessage];

export const writing = [
  ...toolsFor('deals', aboutDeals, 'A new deal in the sales pipeline.'),
  ...toolsFor('tasks', aboutTasks, 'A new task of a project, at the end of its column.'),
  moveTask,
  ...toolsFor('clients', aboutClients, 'A new client; search first to avoid duplicates.'),
  ...createTools('contacts', {}, 'A contact of the messaging network, by its phone number.'),
  createProject,
  ...toolsFor(
    'activities',
    aboutActivities,
    'A call, meeting, note or other step for a client or deal, planned or completed.',
  ),
  ...toolsFor(
    'time_entries',
    aboutTimeEntries,
    'Time that a user worked on a task, project or client, or, without minutes, a running timer.',
  ),
  stopTimer,
];
