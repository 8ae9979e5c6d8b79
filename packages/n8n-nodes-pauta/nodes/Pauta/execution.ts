import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { BadValue, type Field } from './fields';
import type { Operation } from './operations';
import { idempotencyKey, outputFields, resources } from './parameters';
import { all, call, identityOf, type OutgoingFile, type Request } from './transport';

/** Executes the operation for one item. */
export async function executeItem(
  node: IExecuteFunctions,
  item: number,
): Promise<INodeExecutionData[]> {
  const operation = chosen(node, item);
  const options = node.getNodeParameter('options', item, {}) as IDataObject;
  const values = {
    ...form(node, item, operation.shown),
    ...collection(node, item, operation),
  };
  const reads = operation.method === 'GET';
  const request: Request = {
    method: operation.method,
    url: addressOf(node, item, operation),
    item,
    ...(reads ? { query: { ...values, ...sort(options) } } : {}),
    ...(operation.method === 'POST' || operation.method === 'PUT' ? { body: values } : {}),
    ...(operation.file === 'sent' ? { file: await fileOf(node, item) } : {}),
    ...(operation.file === 'received' ? { returnsFile: true } : {}),
  };
  if (operation.sorts !== undefined) {
    const every = node.getNodeParameter('returnAll', item) as boolean;
    const most = every ? Infinity : (node.getNodeParameter('limit', item) as number);
    return itemsOf(narrowed(await all(node, request, most), options));
  }
  const chosenKey = String(options[idempotencyKey.name] ?? '').trim();
  const { data, file } = await call(node, {
    ...request,
    ...(operation.method === 'POST'
      ? { idempotencyKey: chosenKey || identityOf(node, item, request) }
      : {}),
  });
  if (file !== undefined) return [await received(node, item, file)];
  return itemsOf(
    narrowed(Array.isArray(data) ? (data as IDataObject[]) : [data as IDataObject], options),
  );
}

const itemsOf = (records: readonly IDataObject[]): INodeExecutionData[] =>
  records.map((json) => ({ json }));

const binaryNameOf = (node: IExecuteFunctions, item: number) =>
  node.getNodeParameter('binaryPropertyName', item) as string;

/** The item's file. @throws NodeOperationError if it has none */
async function fileOf(node: IExecuteFunctions, item: number): Promise<OutgoingFile> {
  const name = binaryNameOf(node, item);
  const { fileName, mimeType } = node.helpers.assertBinaryData(item, name);
  const bytes = await node.helpers.getBinaryDataBuffer(item, name);
  return { name: fileName ?? 'file', type: mimeType, bytes };
}

/** An item with a downloaded file. */
async function received(
  node: IExecuteFunctions,
  item: number,
  { name, type, bytes }: OutgoingFile,
): Promise<INodeExecutionData> {
  const binary = await node.helpers.prepareBinaryData(bytes, name, type);
  return {
    json: { name, media_type: type, bytes: bytes.length },
    binary: { [binaryNameOf(node, item)]: binary },
  };
}

function chosen(node: IExecuteFunctions, item: number): Operation {
  const resource = node.getNodeParameter('resource', item) as string;
  const value = node.getNodeParameter('operation', item) as string;
  const operation = resources
    .find((one) => one.value === resource)
    ?.operations.find((one) => one.value === value);
  if (operation === undefined) {
    throw new NodeOperationError(node.getNode(), `${resource} has no operation ${value}`, {
      itemIndex: item,
    });
  }
  return operation;
}

/** Without an id the address would be that of the list. */
function addressOf(node: IExecuteFunctions, item: number, operation: Operation): string {
  return operation.url.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = operation.path.find((one) => one.name === name);
    const id = field && written(node, item, field, node.getNodeParameter(name, item, ''));
    if (id === null || id === undefined) {
      const label = field?.property.displayName ?? name;
      throw new NodeOperationError(node.getNode(), `${label} is empty: choose one, or give an ID`, {
        itemIndex: item,
      });
    }
    return encodeURIComponent(String(id));
  });
}

function form(node: IExecuteFunctions, item: number, fields: readonly Field[]): IDataObject {
  const values: IDataObject = {};
  for (const field of fields) {
    if (field.local || !isShown(node, item, field)) continue;
    const value = node.getNodeParameter(field.name, item, '');
    values[field.name] = written(node, item, field, value) as IDataObject;
  }
  return values;
}

const isShown = (node: IExecuteFunctions, item: number, field: Field) =>
  Object.entries(field.when ?? {}).every(([name, allowed]) =>
    allowed.includes(node.getNodeParameter(name, item) as string),
  );

/** Values of a collection; null clears a field on update, and is omitted otherwise. */
function collection(node: IExecuteFunctions, item: number, operation: Operation): IDataObject {
  if (operation.collection === undefined) return {};
  const entries = node.getNodeParameter(operation.collection, item, {}) as IDataObject;
  const values: IDataObject = {};
  for (const [name, entered] of Object.entries(entries)) {
    const field = operation.added.find((one) => one.name === name);
    if (field === undefined) {
      throw new NodeOperationError(node.getNode(), `${name} is not a field of this operation`, {
        itemIndex: item,
      });
    }
    const value = written(node, item, field, entered) as IDataObject | null;
    if (value !== null || operation.collection === 'updateFields') values[name] = value;
  }
  return values;
}

function written(node: IExecuteFunctions, item: number, field: Field, input: unknown): unknown {
  const value = field.write(input, node.getTimezone());
  if (!(value instanceof BadValue)) return value;
  throw new NodeOperationError(node.getNode(), value.message, { itemIndex: item });
}

const sort = (options: IDataObject): IDataObject =>
  options.sort === undefined ? {} : { sort: options.sort };

function narrowed(records: IDataObject[], options: IDataObject): IDataObject[] {
  const names = String(options[outputFields.name] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return records;
  return records.map((record) =>
    Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]])),
  );
}
