import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { executeItem } from './execution';
import { listSearch, loadOptions } from './load-options';
import { parameters, resources } from './parameters';

/**
 * Node for all operations of Pauta's API. Programmatic instead of declarative, because a POST keeps its idempotency key across retries,
 * waits follow Retry-After, and lists are read by their Link headers.
 */
export class Pauta implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Pauta',
    name: 'pauta',
    icon: { light: 'file:../../icons/pauta.svg', dark: 'file:../../icons/pauta.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Work with clients, deals, projects, tasks, campaigns and messages in Pauta',
    defaults: { name: 'Pauta' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'pautaApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: resources.map(({ name, value }) => ({ name, value })),
        default: 'deal',
      },
      ...parameters,
    ],
  };

  methods = { listSearch, loadOptions };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const done: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item += 1) {
      try {
        const records = await executeItem(this, item);
        done.push(...records.map((record) => ({ ...record, pairedItem: { item } })));
      } catch (error) {
        const failure =
          error instanceof Error && 'node' in error
            ? error
            : new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
        if (!this.continueOnFail()) throw failure;
        const { message, description } = failure as NodeOperationError;
        done.push({ json: { error: message, description }, pairedItem: { item } });
      }
    }
    return [done];
  }
}
