import { LRUCache } from 'lru-cache';
import { teamStatement } from '#server/db/statement.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import {
  connectionOf,
  findInbox,
  type StoredInbox,
  storedInbox,
} from '#server/features/inboxes/connection.ts';
import { withService } from '#server/features/inboxes/service-holder.ts';
import type { Context } from '#server/operations/context.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { operation } from '#server/operations/operation.ts';
import { recordOf } from '#server/operations/response-envelope.ts';
import type { Connection, GatewayResult, Json } from '#server/outbound/messaging/connection.ts';
import type { Template } from '#server/outbound/messaging/gateway.ts';
import { ApiError, invalid, invalidRequest } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { Values } from '#server/records/crud-queries.ts';
import {
  about,
  kind,
  patterned,
  phone,
  required,
  singleLine,
  uuid,
} from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import { exampleId } from '#server/records/table.ts';
import { refusalOfMedia } from '../../gateways/messaging-service.ts';
import { addressProblems, attempt, type Draft } from '../drafts.ts';
import { type FileDraft, fileDraft } from '../file-drafts.ts';
import { sendAsCaller } from '../send-message.ts';
import { chosen, type FilledTemplate, filledWith, type TemplateInput } from './fill-template.ts';

/* Templates of official numbers: messages that the network has approved for sending at any time. */

// Listing ----------------------------------------------------------------------------------------------------------

/** @throws ApiError BAD_GATEWAY if the gateway did not answer, VALIDATION_ERROR if it has no templates */
function unwrapTemplates(result: GatewayResult<readonly Template[]>): readonly Template[] {
  if (result.kind === 'done') return result.value;
  if (result.kind === 'impossible')
    throw invalidRequest(
      `The inbox has no templates: ${result.reason.text}.`,
      'no_inbox_templates',
    );
  throw new ApiError(
    'BAD_GATEWAY',
    `${result.cause}: ${result.reason.text}. The templates are not known, and nothing was sent.`,
  );
}

/** Access that templates need. */
type Caller = Pick<Context, 'db' | 'settings'>;

/** @throws ApiError VALIDATION_ERROR if the inbox is unusable as configured */
function connectionTo({ settings }: Caller, stored: StoredInbox): Connection {
  const connection = connectionOf(settings.secrets, stored);
  if ('code' in connection)
    throw invalidRequest(`The inbox cannot be used: ${connection.text}.`, 'unusable_inbox');
  return connection;
}

/** Templates listed within the last minute, so that a campaign does not query the network for each message. */
const recentlyListed = new LRUCache<string, readonly Template[]>({
  maxSize: 20_000,
  sizeCalculation: (templates) => templates.length + 1,
  ttl: 60_000,
});

async function listed(ctx: Caller, stored: StoredInbox): Promise<readonly Template[]> {
  const connection = connectionTo(ctx, stored);
  const templates = unwrapTemplates(
    await withService(ctx.settings, (service) => service.templates(connection)),
  );
  recentlyListed.set(stored.inbox, templates);
  return templates;
}

const shownTemplates = kind(
  Type.Array(
    Type.Object({
      name: about('The name of the template at the network.', Type.String()),
      language: about('The language, such as pt_BR.', Type.String({ examples: ['pt_BR'] })),
      status: about(
        'The approval status at the network; only APPROVED templates can be sent.',
        Type.String({ examples: ['APPROVED'] }),
      ),
      category: about('The purpose.', Type.Union([Type.String(), Type.Null()])),
      components: about(
        'The parts of the template, in the network’s format.',
        Type.Array(Type.Record(Type.String(), Type.Unknown())),
      ),
    }),
  ),
  'a list of templates',
  'json',
);

export const listTemplates = operation({
  name: 'inboxes.list_templates',
  id: 'listTemplates',
  summary: 'List the templates of an inbox',
  note: 'The network’s current list, with templates in any status; only those with the status `APPROVED` can be sent.',
  returns: 'The templates.',
  allow: { key: 'read', user: 'member', operator: true },
  v1: { method: 'GET', path: '/inboxes/:id/templates', status: 200 },
  cli: 'template list',
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'Templates',
    fields: {
      templates: about(
        'The templates of the number’s account, as listed by the network.',
        required(shownTemplates),
      ),
    },
  },
  mayFail: ['BAD_GATEWAY', 'VALIDATION_ERROR'],
  one: 'inbox',
  async run(ctx, { id }): Promise<string | undefined> {
    const stored = await findInbox(ctx.db, id);
    if (!stored) return undefined;
    const templates = (await listed(ctx, stored)).map(({ category = null, ...rest }) => ({
      ...rest,
      category,
    }));
    return JSON.stringify({ templates });
  },
});

// Sending ----------------------------------------------------------------------------------------------------------

const maxComponents = 12_288;

export const templateFields = {
  ...messages.fields,
  inbox_id: about('The inbox to send it through; requires phone.', uuid),
  phone: about('The recipient’s number, with the country code; requires inbox_id.', phone),
  conversation_id: about('The conversation to send it in, instead of inbox_id and phone.', uuid),
  template: about('The name of an approved template of the inbox.', required(singleLine(512, 1))),
  language: about(
    'The language of the template; the same name may exist in several languages.',
    required(
      patterned(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'a language such as pt_BR or en', 'pt_BR', {
        format: 'language',
      }),
    ),
  ),
  variables: about(
    'The values of the variables in the template’s text: {{1}}, {{2}}… in numerical order, named variables in the order of the text.',
    kind(
      Type.Array(Type.String({ maxLength: 1_024 }), { maxItems: 100, examples: [['Ana', '42']] }),
      'a list of at most 100 strings of at most 1024 characters',
      'text[]',
    ),
  ),
  file_id: about(
    'A file of the team for the header of a template with an image, a video or a document; components then have no header.',
    uuid,
  ),
  components: about(
    'Instead of variables, all parameters in the network’s format: for headers with media or variables, and for buttons.',
    kind(
      Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 20 }),
      `a list of 1 to 20 objects, of at most ${maxComponents} bytes of JSON`,
      'json',
      { check: (value) => Buffer.byteLength(JSON.stringify(value)) <= maxComponents },
    ),
  ),
};

const accepts = [
  'inbox_id',
  'phone',
  'conversation_id',
  'template',
  'language',
  'variables',
  'components',
  'file_id',
] as const;

/** Body of POST /msgapp/messages/template. */
export const templateSendings = input(
  {
    name: 'template_sendings',
    one: 'message',
    exampleChange: {
      inbox_id: exampleId,
      phone: '5511999998888',
      template: 'lembrete',
      language: 'pt_BR',
      variables: ['Ana', 'amanhã às 10h'],
    },
    fields: templateFields,
  },
  {
    kind: 'create',
    accepts: [...accepts],
    problems: (values) => [
      ...addressProblems(values),
      ...(values.variables !== null && values.components !== null
        ? [
            {
              name: 'components',
              problem: 'must not be given together with variables',
              code: 'conflicting' as const,
            },
          ]
        : []),
    ],
  },
);

const findPlace = teamStatement(`
  select i.team_id, i.id, i.gateway, i.config, i.is_active from inboxes i
  where i.team_id = $team and i.id = coalesce($inbox_id::uuid, (
    select c.inbox_id from conversations c where c.team_id = $team and c.id = ${idAfterMerges('$conversation_id::uuid')}))`);

/**
 * Fills in the template; undefined if the inbox does not exist or is inactive, because nothing will be sent.
 * @throws InvalidValues if the network would not accept it
 */
async function filled(
  ctx: Caller,
  values: Values,
): Promise<(FilledTemplate & Pick<StoredInbox, 'gateway'>) | undefined> {
  const { inbox_id, conversation_id } = values;
  const [row] = await ctx.db.run(findPlace, { inbox_id, conversation_id });
  if (row?.is_active !== true) return undefined;
  const stored = storedInbox(row);
  const [name, language] = [values.template as string, values.language as string];
  const input: TemplateInput = {
    variables: values.variables as readonly string[] | null,
    components: values.components as readonly Json[] | null,
    hasFile: typeof values.file_id === 'string',
  };
  const before = recentlyListed.get(stored.inbox);
  if (before)
    try {
      return { ...filledWith(chosen(before, name, language), input), gateway: stored.gateway };
    } catch {
      // The template may have changed since.
    }
  const template = chosen(await listed(ctx, stored), name, language);
  return { ...filledWith(template, input), gateway: stored.gateway };
}

function draftOf(
  values: Values,
  { components, text }: Pick<FilledTemplate, 'components' | 'text'>,
  file?: FileDraft,
): Draft {
  const { inbox_id, phone: number, conversation_id } = values;
  const [name, language] = [values.template as string, values.language as string];
  return {
    to: { inbox_id, phone: number, conversation_id },
    type: 'template',
    text,
    details: { name, language, components },
    ...(file && { file: file.file }),
    content: () => ({
      kind: 'template',
      template: { name, language, components, ...(file && { header: file.content() }) },
    }),
  };
}

/**
 * Draft of a template. Queries the network, so call it before the send begins. Sending refuses a missing or inactive inbox.
 * @throws InvalidValues if the network would not accept it; ApiError if the team has no such file
 */
export async function templateDraft(ctx: Caller, values: Values): Promise<Draft> {
  const template = await filled(ctx, values);
  if (!template) return draftOf(values, { components: [], text: values.template as string });
  const { header, gateway } = template;
  if (header === undefined) return draftOf(values, template);
  const file = await fileDraft(ctx, ctx.db, values.file_id as string, header, '');
  const refusal = await refusalOfMedia(gateway, file.content());
  if (refusal !== undefined) throw invalid(`file_id: ${refusal}.`, 'file_id', 'not_allowed');
  return draftOf(values, template, file);
}

/** Sends a template, once per idempotency key. Errors of the draft are stored under the key, like other refusals. */
async function send(ctx: Context, read: () => Values) {
  const draft = await attempt(() => templateDraft(ctx, read()));
  return sendAsCaller(ctx, () => {
    if (draft instanceof Error) throw draft;
    return draft;
  });
}

const sendTemplateNote = `
Sends an approved template through an official number: the only way to write to a contact who has not written within the last 24 hours.
The template is first looked up in the network’s list (GET /v1/inboxes/{id}/templates); missing or surplus parameters return
400 before anything is stored. The message is stored with the type \`template\`, the filled-in text as content and the parameters as
details. Addressing, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages.
`.trim();
export const sendTemplate = operation({
  name: 'messages.send_template',
  id: 'sendTemplate',
  summary: 'Send a template',
  note: sendTemplateNote,
  returns: 'The gateway accepted the message.',
  allow: { key: 'full', user: 'member', operator: true },
  v1: { method: 'POST', path: '/msgapp/messages/template', status: 201 },
  cli: 'template send',
  emits: ['contact.created', 'conversation.updated', 'message.created', 'msgapp.message.status'],
  input: { body: templateSendings },
  output: { kind: 'record', table: messages },
  mayFail: ['NOT_FOUND', 'BAD_GATEWAY'],
  one: 'message',
  keepsKey: (ctx, read) => send(ctx, () => read().values),
  run: async (ctx, { values }) => recordOf(await send(ctx, () => values)),
});
