import { registry } from '../features/registry.ts';
import { userIdOf } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { invalid } from '../platform/errors.ts';
import { oneOf, required, timestamp, uuid } from '../records/fields.ts';
import { objectOf } from './client-tools.ts';
import { defaultBytes, type Json, recordWithin, sparse } from './response-size.ts';
import { optional } from './schemas.ts';
import { tool } from './tool.ts';

/* Tools for working with colleagues and clients: comments, approvals, and the state of conversations. */

const view = (output: unknown): Json => recordWithin(sparse(objectOf(output)), defaultBytes);

/** Fields of an operation whose input is not a record. */
function fieldsOf(name: string) {
  const { fields } = registry.named(name).input;
  if (!fields) throw new Error(`${name} takes no fields`);
  return (field: string) => {
    const declared = fields[field];
    if (!declared) throw new Error(`${name} has no ${field}`);
    return declared;
  };
}

const valuesOf = (values: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

const createComment = registry.named('comments.create');
const commentField = fieldsOf('comments.create');

const addComment = tool({
  name: 'add_comment',
  title: 'Comment on a record',
  description:
    'Writes a comment for the team, as the user. Notifies those in charge of the record and those mentioned. Read comments with list_records.',
  effect: 'adds',
  calls: [createComment],
  input: {
    record_type: commentField('record_type'),
    record_id: required(uuid),
    content: commentField('content'),
    mentions: optional(commentField('mentions')),
  },
  about: { content: 'Markdown' },
  async run(ctx, values, names) {
    if (userIdOf(ctx.actor) === null)
      throw invalid(
        'Comments are written by a user: this key belongs to no user.',
        'content',
        'not_allowed',
      );
    return view(await perform(createComment, ctx, { body: valuesOf(values as Json, names) }));
  },
});

const createApproval = registry.named('approvals.create');
const approvalField = fieldsOf('approvals.create');
const approvalFields = ['stage', 'title', 'message', 'needed', 'expires_in_days', 'pin'] as const;

const requestApproval = tool({
  name: 'request_approval',
  title: 'Request approval',
  description:
    'Asks for the approval of campaigns of one client: by the client, with the returned link, which you must send, or internal, by the team. List requests with list_records.',
  effect: 'adds',
  calls: [createApproval],
  input: {
    campaign_ids: approvalField('campaign_ids'),
    ...Object.fromEntries(approvalFields.map((name) => [name, optional(approvalField(name))])),
  },
  run: async (ctx, values, names) =>
    view(await perform(createApproval, ctx, { body: valuesOf(values as Json, names) })),
});

const actions = {
  assign: ['assignee_id', 'squad_id'],
  unassign: [],
  snooze: ['until'],
  resolve: [],
  reopen: [],
} as const;
type Action = keyof typeof actions;
const actionNames = Object.keys(actions) as Action[];
const operations = Object.fromEntries(
  actionNames.map((action) => [action, registry.named(`conversations.${action}`)]),
) as Record<Action, ReturnType<typeof registry.named>>;

const changeConversation = tool({
  name: 'change_conversation',
  title: 'Assign, snooze or resolve a conversation',
  description:
    'Assigns a conversation to a user or squad, snoozes it until a time, resolves or reopens it.',
  effect: 'changes',
  calls: Object.values(operations),
  input: {
    id: required(uuid),
    action: required(oneOf('text', actionNames)),
    assignee_id: uuid,
    squad_id: uuid,
    until: timestamp,
  },
  about: { until: 'Only snooze' },
  async run(ctx, values, names) {
    const { id, action } = values;
    const allowed: readonly string[] = actions[action];
    const arguments_ = names.filter((name) => name !== 'id' && name !== 'action');
    const wrong = arguments_.filter((name) => !allowed.includes(name));
    if (wrong.length > 0)
      throw invalid(
        `${wrong.join(', ')}: not for ${action}${allowed.length > 0 ? `, which takes ${allowed.join(', ')}` : ''}.`,
        wrong,
        'not_allowed',
      );
    const body = valuesOf(values as Json, arguments_);
    const raw = { path: { id }, ...(allowed.length > 0 && { body }) };
    return view(await perform(operations[action], ctx, raw));
  },
});

export const collaborating = [addComment, requestApproval, changeConversation];
