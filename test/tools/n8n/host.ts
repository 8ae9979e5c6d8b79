import { createRequire } from 'node:module';
import { join } from 'node:path';
import { n8nDirectory } from '../install.ts';

/*
 * The parts of n8n that the nodes of packages/n8n-nodes-pauta use: parameters, credentials, requests, data kept between runs. n8n itself
 * needs 3 GB; docs/adr/0076 lists the manual tests with it.
 */

export type Values = Record<string, unknown>;

export interface Property {
  readonly displayName: string;
  readonly name: string;
  readonly type: string;
  readonly default: unknown;
  readonly options?: readonly Property[];
  /** Value of an option. */
  readonly value?: unknown;
  readonly displayOptions?: { readonly show?: Record<string, readonly unknown[]> };
}

/** A file of an item. */
export interface Binary {
  readonly fileName: string;
  readonly mimeType: string;
  readonly bytes: Buffer;
}

interface Item {
  readonly json: Values;
  readonly binary?: Readonly<Record<string, Binary>>;
  readonly pairedItem?: { readonly item: number };
}

interface PautaNode {
  readonly description: { readonly properties: readonly Property[] };
  readonly methods: {
    readonly listSearch: Record<string, Method>;
    readonly loadOptions: Record<string, Method>;
  };
  execute: Method;
}

interface TriggerNode {
  readonly description: { readonly properties: readonly Property[] };
  readonly webhookMethods: {
    readonly default: Record<'checkExists' | 'create' | 'delete', Method>;
  };
  webhook: Method;
}

type Method = (this: unknown, ...inputs: unknown[]) => Promise<unknown>;

export interface Field {
  readonly name: string;
  readonly property: Property & { readonly required?: boolean };
  readonly local?: true;
}

export interface Operation {
  readonly value: string;
  readonly method: string;
  readonly url: string;
  readonly path: readonly Field[];
  readonly shown: readonly Field[];
  readonly added: readonly Field[];
  readonly sorts?: readonly string[];
  readonly file?: 'sent' | 'received';
}

export interface Resource {
  readonly value: string;
  readonly operations: readonly Operation[];
}

/** The built package. */
export interface Built {
  readonly resources: readonly Resource[];
  readonly pauta: PautaNode;
  readonly trigger: TriggerNode;
}

export function built(): Built {
  const load = createRequire(join(n8nDirectory, 'package.json'));
  const { resources } = load('./dist/nodes/Pauta/parameters.js') as Pick<Built, 'resources'>;
  const { Pauta } = load('./dist/nodes/Pauta/Pauta.node.js') as { Pauta: new () => PautaNode };
  const { PautaTrigger } = load('./dist/nodes/PautaTrigger/PautaTrigger.node.js') as {
    PautaTrigger: new () => TriggerNode;
  };
  return { resources, pauta: new Pauta(), trigger: new PautaTrigger() };
}

/** Address and key of Pauta for a run. */
export interface Credential {
  readonly baseUrl: string;
  readonly apiKey: string;
}

interface HttpOptions {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly qs?: Values;
  readonly body?: Values | Buffer;
  readonly encoding?: 'arraybuffer';
}

/** Like n8n's: the whole answer, whatever its status. */
async function httpRequest(options: HttpOptions, { apiKey }: Credential) {
  const url = new URL(options.url);
  for (const [name, value] of Object.entries(options.qs ?? {}))
    url.searchParams.set(name, String(value));
  const { body } = options;
  const isJson = body !== undefined && !Buffer.isBuffer(body);
  const answer = await fetch(url, {
    method: options.method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
      authorization: `Bearer ${apiKey.trim()}`,
    },
    ...(body === undefined
      ? {}
      : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  if (options.encoding === 'arraybuffer')
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  const text = await answer.text();
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  };
}

const shared = (credential: Credential, name: string) => ({
  getCredentials: async () => ({ ...credential }),
  getNode: () => ({
    id: 'd9c5',
    name,
    type: name,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  }),
  getWorkflow: () => ({ id: 'w1', name: 'Agência', active: true }),
  getInstanceId: () => 'n8n-of-the-test',
  getTimezone: () => 'America/Sao_Paulo',
  helpers: {
    httpRequestWithAuthentication: (_: string, options: HttpOptions) =>
      httpRequest(options, credential),
    returnJsonArray: (json: Values) => [{ json }],
  },
});

export interface Run {
  readonly resource: string;
  readonly operation: string;
  readonly values?: Values;
  /** Number of incoming items; an expression is a function of the item's number. */
  readonly items?: number;
  /** Files of each item. */
  readonly binary?: Readonly<Record<string, Binary>>;
  readonly execution?: string;
  readonly goesOn?: boolean;
}

/** Runs the node once, like a workflow, with its defaults for omitted parameters. */
export async function runNode({ pauta }: Built, credential: Credential, run: Run): Promise<Item[]> {
  const chosen: Values = { resource: run.resource, operation: run.operation, ...run.values };
  const isShown = ({ displayOptions }: Property) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, allowed]) =>
      allowed.includes(parameter(name, 0)),
    );
  const parameter = (name: string, item: number, fallback?: unknown): unknown => {
    const setting = chosen[name];
    if (setting !== undefined) return typeof setting === 'function' ? setting(item) : setting;
    const property = pauta.description.properties.find((one) => one.name === name && isShown(one));
    const value = property?.default ?? fallback;
    if (value === undefined) throw new Error(`Could not get parameter ${name}`);
    return value;
  };
  const { helpers, ...others } = shared(credential, 'pauta');
  const binaryOf = (name: string) => {
    const file = run.binary?.[name];
    if (!file)
      throw new Error(
        `This operation expects the node's input data to contain a binary file '${name}'`,
      );
    return file;
  };
  const answered = (await pauta.execute.call({
    ...others,
    helpers: {
      ...helpers,
      assertBinaryData: (_: number, name: string) => binaryOf(name),
      getBinaryDataBuffer: async (_: number, name: string) => binaryOf(name).bytes,
      prepareBinaryData: async (
        bytes: Buffer,
        fileName: string,
        mimeType: string,
      ): Promise<Binary> => ({
        ...{ bytes, fileName, mimeType },
      }),
    },
    getInputData: () => Array.from({ length: run.items ?? 1 }, () => ({ json: {} })),
    getNodeParameter: parameter,
    getExecutionId: () => run.execution ?? '1',
    getExecutionCancelSignal: () => undefined,
    evaluateExpression: () => 0,
    continueOnFail: () => run.goesOn === true,
  })) as [Item[]];
  return answered[0];
}

/** The node's form while it is filled in. @param form parameters by path, such as `additionalFields.pipeline_id` */
const filling = (credential: Credential, form: Values) => ({
  ...shared(credential, 'pauta'),
  getCurrentNodeParameter: (path: string) => form[path],
});

/** Searches one of the node's lists, as its form does. */
export const searchList = async (
  { pauta }: Built,
  credential: Credential,
  name: string,
  sought?: string,
  form: Values = {},
) =>
  (await pauta.methods.listSearch[name]?.call(filling(credential, form), sought)) as {
    results: { name: string; value: string }[];
    paginationToken?: string;
  };

/** Loads options of one of the node's parameters, as its form does. */
export const loadOptions = async (
  { pauta }: Built,
  credential: Credential,
  name: string,
  form: Values = {},
) =>
  (await pauta.methods.loadOptions[name]?.call(filling(credential, form))) as {
    name: string;
    value: string;
  }[];

/** Data that n8n keeps for a trigger between its calls. */
export interface Listening {
  readonly address: string;
  readonly events: readonly string[];
  /** Shared by its calls; when emptied, n8n has lost its memory. */
  readonly memory: Values;
}

export const hook = (
  { trigger }: Built,
  credential: Credential,
  { address, events, memory }: Listening,
  method: 'checkExists' | 'create' | 'delete',
) =>
  trigger.webhookMethods.default[method].call({
    ...shared(credential, 'pautaTrigger'),
    getNodeWebhookUrl: () => address,
    getWorkflowStaticData: () => memory,
    getNodeParameter: () => events,
  });

export interface Delivered {
  readonly headers: Record<string, string | string[] | undefined>;
  readonly rawBody: Buffer;
}

/** Sends a request to the trigger. @returns the status of its answer, and the items that start the workflow */
export async function deliver(
  { trigger }: Built,
  { events, memory }: Listening,
  request: Delivered,
): Promise<{ status: number; items: Values[] }> {
  let status = 200;
  const response = {
    status(code: number) {
      status = code;
      return response;
    },
    json: () => response,
  };
  const answer = (await trigger.webhook.call({
    getRequestObject: () => request,
    getResponseObject: () => response,
    getWorkflowStaticData: () => memory,
    getBodyData: () => JSON.parse(request.rawBody.toString()),
    getMode: () => 'webhook',
    getNodeParameter: () => events,
    helpers: { returnJsonArray: (json: Values) => [{ json }] },
  })) as { workflowData?: Item[][] };
  return { status, items: (answer.workflowData?.[0] ?? []).map(({ json }) => json) };
}
