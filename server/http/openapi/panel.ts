import type { AccountOperation } from '#server/operations/account-operation.ts';
import { pascal } from '#server/operations/crud.ts';
import { type PanelOperation, panelTeamPath, type Registry } from '#server/operations/registry.ts';
import { type ErrorCode, statusOf } from '#server/platform/errors.ts';
import { version } from '#server/platform/version.ts';
import { exampleId } from '#server/records/table.ts';
import { headers, schemasOf, parameters as shared } from './components.ts';
import { webhookSchemas } from './events.ts';
import { named } from './named-components.ts';
import {
  bodySchema,
  codesOf,
  namedValues,
  pathsOf,
  requestBody,
  responseOf,
  type ServedOperation,
  tagOf,
} from './operations.ts';
import { panelErrors, panelIntroduction, panelTags } from './panel-descriptions.ts';
import { extraPaths, extraSchemas } from './panel-extra-paths.ts';
import {
  contact,
  errorResponse,
  errorResponses,
  errorSchemas,
  everywhere,
  written,
} from './responses.ts';
import { aboutOf, type Json, pagination, ref } from './schemas.ts';

/* OpenAPI 3.1 document of the panel API, generated from the registry that also serves it. */

const openapiPath = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');

const distinct = (codes: readonly (ErrorCode | false)[]): readonly ErrorCode[] => [
  ...new Set(codes.filter((code) => code !== false)),
];

// Teams ------------------------------------------------------------------------------------------

function inPanel(operation: PanelOperation): ServedOperation {
  const route = operation.panel;
  const codes = distinct([
    ...codesOf(operation, route),
    'FORBIDDEN',
    'NOT_FOUND',
    operation.fresh !== undefined && 'REAUTH_REQUIRED',
    'SECOND_FACTOR_REQUIRED',
    operation.isVersioned === true && 'CONFLICT',
  ]);
  const isVersioned = operation.isVersioned === true;
  return {
    operation,
    route,
    codes,
    isVersioned,
    path: openapiPath(`${panelTeamPath}${route.path}`),
  };
}

const parametersOf = ({ operation: { input } }: ServedOperation): Json[] => [
  ref('parameters', 'TeamSlug'),
  ...(input.path?.includes('id') ? [ref('parameters', 'RecordId')] : []),
  ...(input.path?.includes('inner') ? [ref('parameters', 'InnerId')] : []),
  ref('parameters', 'RequestId'),
];

// Accounts ---------------------------------------------------------------------------------------

/** Output of an account operation in the form that team operations declare. */
const outputOf = ({ output }: AccountOperation) => ({ kind: 'fields', ...output }) as const;

function accountCodes(operation: AccountOperation): readonly ErrorCode[] {
  const { allow, panel, mayFail = [] } = operation;
  return distinct([
    ...everywhere.filter((code) => code !== 'TEAM_BUSY'),
    ...(panel.method === 'GET' ? [] : written),
    allow === 'fresh' && 'REAUTH_REQUIRED',
    panel.path.includes('/:id') && 'NOT_FOUND',
    ...mayFail,
  ]);
}

function accountItem(operation: AccountOperation): Json {
  const { id, name, summary, note, allow, panel, input } = operation;
  const body = namedValues(id, input);
  return {
    operationId: id,
    tags: [tagOf(name)],
    summary,
    ...(note === undefined ? {} : { description: note }),
    ...(allow === 'anyone' ? { security: [] } : {}),
    ...(body
      ? {
          requestBody: requestBody(
            body,
            Object.values(input).some(({ required }) => required),
          ),
        }
      : {}),
    responses: {
      [panel.status]: responseOf(id, outputOf(operation)),
      ...errorResponses(accountCodes(operation)),
      // A redirect has no 2xx response, which tools require.
      ...(panel.status === 303 && { default: ref('responses', 'INTERNAL_ERROR') }),
    },
  };
}

function accountPaths(operations: readonly AccountOperation[]): Json {
  const items: Record<string, Json> = {};
  for (const operation of operations) {
    const { method, path } = operation.panel;
    const at = openapiPath(`/panel${path}`);
    items[at] ??= {
      parameters: [
        ...(path.includes('/:id') ? [ref('parameters', 'RecordId')] : []),
        ref('parameters', 'RequestId'),
      ],
    };
    Object.assign(items[at], { [method.toLowerCase()]: accountItem(operation) });
  }
  return items;
}

// The document -----------------------------------------------------------------------------------

/** Replaces a delivery's payload, which the public API's document describes, with a short description. */
function deliverySchemas(): Json {
  const { DeliveryShown: delivery, Attempt } = webhookSchemas() as Record<string, Json>;
  return {
    DeliveryShown: {
      ...delivery,
      properties: {
        ...(delivery?.properties as Json),
        payload: {
          type: ['object', 'null'],
          description:
            'The delivered event (Event in GET /api/openapi.json); null if the event is no longer retained.',
        },
      },
    },
    Attempt,
  };
}

/** @throws Error if two different schemas share a name */
function merged(...groups: readonly Json[]): Json {
  const all: Json = {};
  for (const [name, schema] of groups.flatMap(Object.entries)) {
    if (name in all && JSON.stringify(all[name]) !== JSON.stringify(schema))
      throw new Error(`the panel's document has two schemas called ${name}`);
    all[name] = schema;
  }
  return all;
}

/** Names of the components of a kind that a JSON value refers to. */
const namesIn = (json: unknown, kind: string): readonly string[] => {
  const references = JSON.stringify(json).matchAll(
    new RegExp(`"#/components/${kind}/(\\w+)"`, 'g'),
  );
  return [...new Set([...references].map(([, name = '']) => name))];
};

/** Responses that paths refer to: each combines the codes of one status. */
const responsesOf = (paths: Json): Json =>
  Object.fromEntries(
    namesIn(paths, 'responses').map((name) => [
      name,
      errorResponse(name.split('_OR_') as ErrorCode[], panelErrors),
    ]),
  );

/** Tags of the operations, with their descriptions. */
function tagsOf({ panel, account }: Registry): Json[] {
  const tables = new Map(
    panel.flatMap(({ output }) =>
      'table' in output ? [[pascal(output.table.name), output.table]] : [],
    ),
  );
  const names = [...account, ...panel].map(({ name }) => tagOf(name));
  return [...new Set([...names, 'Live', 'Document'])].map((name) => {
    const table = tables.get(name);
    const words = name.replaceAll(/(?<=.)([A-Z])/g, ' $1').toLowerCase();
    const about = table ? aboutOf(table) : `The team’s ${words}.`;
    return { name, description: panelTags[name] ?? about };
  });
}

const cookie = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description,
});

/** Generates the OpenAPI 3.1 document of everything below /api/panel. */
export function panelOpenapi(registry: Registry): Json {
  const { panel, account } = registry;
  const served = panel.map(inPanel);
  const operated: Json = { ...accountPaths(account), ...pathsOf(served, parametersOf) };
  // A path may have operations in addition to other methods.
  const further = Object.entries(extraPaths).map(([path, item]) => [
    path,
    { ...(item as Json), ...((operated[path] ?? {}) as Json) },
  ]);
  const paths: Json = { ...operated, ...Object.fromEntries(further) };
  const bodies = [
    ...panel.flatMap((operation) => bodySchema(operation) ?? []),
    ...account.flatMap(({ id, input }) => namedValues(id, input) ?? []),
  ];
  const { DeliveryId: _, ...parameters } = shared;
  return named({
    openapi: '3.1.0',
    info: {
      title: 'Pauta panel',
      version,
      summary: 'The API of the web panel.',
      contact,
      description: panelIntroduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/api', description: 'This service' }],
    security: [{ session: [] }, { secureSession: [] }],
    tags: tagsOf(registry),
    paths,
    components: {
      securitySchemes: {
        session: cookie('pauta_session', 'Over plain http.'),
        secureSession: cookie('__Host-pauta_session', 'Over https.'),
      },
      parameters: {
        ...parameters,
        TeamSlug: {
          name: 'team_slug',
          in: 'path',
          required: true,
          description:
            'The team’s slug, used in URLs. Returns 404 if you are not a member of the team.',
          schema: { type: 'string' },
          example: 'agencia-aurora',
        },
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          description:
            'For long texts with several authors: the updated_at of the record as read, in double quotes. Returns 409 if the record has changed since, unless it already has the sent values.',
          schema: { type: 'string' },
          example: '"2026-11-23T12:00:00.000Z"',
        },
        InnerId: {
          name: 'inner',
          in: 'path',
          required: true,
          description: 'The ID of the nested record. Any value that is not a UUID returns 404.',
          schema: { type: 'string' },
          example: exampleId,
        },
      },
      headers,
      responses: responsesOf(paths),
      schemas: merged(
        errorSchemas(Object.keys(statusOf) as ErrorCode[], true),
        { Pagination: pagination, Document: { type: 'object', description: 'OpenAPI 3.1.' } },
        ...panel.map((operation) => schemasOf([operation])),
        ...account.map((operation) =>
          schemasOf([{ id: operation.id, output: outputOf(operation) }]),
        ),
        ...bodies.map(({ name, schema }) => ({ [name]: schema })),
        deliverySchemas(),
        extraSchemas,
      ),
    },
  });
}
