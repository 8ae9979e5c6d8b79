import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { all, call } from '../Pauta/transport';

/** Stored state of the trigger's endpoint. n8n stores it with the workflow, separately for production and test runs. */
interface EndpointState extends IDataObject {
  endpointId?: string;
  /** Returned by Pauta once; verifies deliveries. */
  secret?: string;
}

interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly is_active: boolean;
}

const endpointState = (hook: IHookFunctions) => hook.getWorkflowStaticData('node') as EndpointState;

/** URL at which n8n listens for this trigger. */
function addressOf(hook: IHookFunctions): string {
  const url = hook.getNodeWebhookUrl('default');
  if (url === undefined)
    throw new NodeOperationError(hook.getNode(), 'n8n provides no webhook URL');
  return url;
}

const eventsOf = (hook: IHookFunctions) => {
  const events = hook.getNodeParameter('events', []) as string[];
  return events.includes('*') ? ['*'] : events;
};

const isMissing = (error: unknown) => error instanceof NodeApiError && error.httpCode === '404';

/** Stored endpoint, if it still exists; otherwise clears the stored state. */
async function remembered(hook: IHookFunctions): Promise<Endpoint | undefined> {
  const { endpointId } = endpointState(hook);
  if (endpointId === undefined) return undefined;
  try {
    const { data } = await call(hook, { method: 'GET', url: `/v1/webhooks/${endpointId}` });
    return data as Endpoint;
  } catch (error) {
    if (!isMissing(error)) throw new NodeApiError(hook.getNode(), error as never);
    clearEndpointState(hook);
    return undefined;
  }
}

/** All endpoints that deliver to the trigger's URL. */
const atAddress = async (hook: IHookFunctions) =>
  (await all(
    hook,
    { method: 'GET', url: '/v1/webhooks', query: { url: addressOf(hook), sort: 'created_at' } },
    100,
  )) as unknown as Endpoint[];

function clearEndpointState(hook: IHookFunctions) {
  const data = endpointState(hook);
  delete data.endpointId;
  delete data.secret;
}

/** True if an endpoint delivers the chosen events to the trigger's URL, and its secret is known. */
export async function isSubscribed(hook: IHookFunctions): Promise<boolean> {
  const endpoint = await remembered(hook);
  const wanted = eventsOf(hook).toSorted();
  return (
    endpoint !== undefined &&
    endpointState(hook).secret !== undefined &&
    endpoint.is_active &&
    endpoint.url === addressOf(hook) &&
    endpoint.events.toSorted().join() === wanted.join()
  );
}

/**
 * Creates the endpoint, or updates the existing one: an n8n that lost its data or changed its address finds it again instead of
 * leaving it behind. A lost secret is replaced.
 */
export async function subscribe(hook: IHookFunctions): Promise<boolean> {
  const events = eventsOf(hook);
  if (events.length === 0)
    throw new NodeOperationError(hook.getNode(), 'Choose at least one event');
  const wanted = { url: addressOf(hook), events, is_active: true };
  const data = endpointState(hook);
  const ours = await remembered(hook);
  const endpoints = await atAddress(hook);
  const endpoint = ours ?? endpoints[0];
  if (endpoint === undefined) {
    const name = `n8n: ${hook.getWorkflow().name ?? hook.getWorkflow().id ?? ''}`.slice(0, 255);
    const made = await call(hook, {
      method: 'POST',
      url: '/v1/webhooks',
      body: { name, ...wanted },
    });
    remember(data, made.data);
    return true;
  }
  const url = `/v1/webhooks/${endpoint.id}`;
  await call(hook, { method: 'PUT', url, body: wanted });
  if (ours === undefined || data.secret === undefined) {
    remember(data, (await call(hook, { method: 'POST', url: `${url}/rotate-secret` })).data);
  }
  // Other endpoints with the same URL would deliver everything twice, with signatures that cannot be verified.
  for (const { id } of endpoints) if (id !== endpoint.id) await unsubscribeFrom(hook, id);
  return true;
}

function remember(data: EndpointState, answered: unknown) {
  const { id, secret_token } = answered as { id: string; secret_token: string };
  data.endpointId = id;
  data.secret = secret_token;
}

/** Deletes all endpoints with the trigger's URL; ignores those that were already deleted. */
export async function unsubscribe(hook: IHookFunctions): Promise<boolean> {
  const { endpointId } = endpointState(hook);
  const ids = new Set((await atAddress(hook)).map(({ id }) => id));
  if (endpointId !== undefined) ids.add(endpointId);
  for (const id of ids) await unsubscribeFrom(hook, id);
  clearEndpointState(hook);
  return true;
}

async function unsubscribeFrom(hook: IHookFunctions, id: string) {
  try {
    await call(hook, { method: 'DELETE', url: `/v1/webhooks/${id}` });
  } catch (error) {
    if (!isMissing(error)) throw new NodeApiError(hook.getNode(), error as never);
  }
}
