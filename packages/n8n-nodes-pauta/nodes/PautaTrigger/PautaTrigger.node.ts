import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { choices } from '../Pauta/fields';
import { eventKinds } from '../Pauta/records';
import { isSubscribed, subscribe, unsubscribe } from './endpoint';
import { isGenuine } from './signature';

export class PautaTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Pauta Trigger',
    name: 'pautaTrigger',
    icon: { light: 'file:../../icons/pauta.svg', dark: 'file:../../icons/pauta.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow on events in Pauta',
    defaults: { name: 'Pauta Trigger' },
    eventTriggerDescription: 'Make a change in Pauta that emits one of the chosen events',
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'pautaApi', required: true }],
    webhooks: [
      { name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
    ],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: [],
        description: 'The events that start the workflow',
        options: [
          {
            name: 'All',
            value: '*',
            description:
              'All events except those of single messages, conversations and connections, which must be chosen by name',
          },
          ...choices(eventKinds),
        ],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        return await isSubscribed(this);
      },
      async create(this: IHookFunctions): Promise<boolean> {
        return await subscribe(this);
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        return await unsubscribe(this);
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const request = this.getRequestObject();
    const { secret } = this.getWorkflowStaticData('node');
    const header = (name: string) => String(request.headers[name] ?? '');
    const signed = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
    };
    const isOurs =
      typeof secret === 'string' &&
      Buffer.isBuffer(request.rawBody) &&
      isGenuine(request.rawBody, signed, secret, Date.now() / 1000);
    if (!isOurs) {
      this.getResponseObject()
        .status(401)
        .json({ message: 'The signature is missing, wrong or too old' });
      return { noWebhookResponse: true };
    }
    const event: IDataObject = this.getBodyData();
    // "Test" in Pauta checks that the trigger listens. It starts the workflow only in the editor's test mode, or if it was chosen.
    const chosen = this.getNodeParameter('events', []) as string[];
    if (
      event.type === 'webhook.test' &&
      this.getMode() !== 'manual' &&
      !chosen.includes('webhook.test')
    ) {
      return { webhookResponse: { message: 'Listening' } };
    }
    return { workflowData: [this.helpers.returnJsonArray(event)] };
  }
}
