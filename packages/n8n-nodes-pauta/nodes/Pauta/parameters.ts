import type { INodeProperties } from 'n8n-workflow';
import { choices, type Field, text, titled } from './fields';
import type { Operation, Resource } from './operations';
import { messaging } from './resources/messaging';
import { team } from './resources/team';
import { work } from './resources/work';

export const resources: readonly Resource[] = [...messaging, ...team, ...work].toSorted(
  (first, second) => first.name.localeCompare(second.name, 'en'),
);

/** Makes a POST with the same key, by this run or another, execute once within 24 hours. */
export const idempotencyKey = text(
  'idempotencyKey',
  'Within 24 hours, the same request with the same key is executed once, even by another run of the workflow. Use an order number, for example. Default: a key of this run.',
);

/** Fields that are returned of each record. */
export const outputFields = text(
  'outputFields',
  'Names of the fields to return, separated by commas; all if empty. Shorter responses are better for AI agents.',
  { placeholder: 'id,title,value' },
);

const collections = {
  additionalFields: 'Additional Fields',
  updateFields: 'Update Fields',
  filters: 'Filters',
} as const;

/** Required parameters appear in the form, others in a collection. */
const inForm = (field: Field, show: Record<string, string[]>): INodeProperties => ({
  ...field.property,
  displayOptions: { show: { ...show, ...field.when } },
});

const byName = (first: INodeProperties, second: INodeProperties) =>
  first.displayName.localeCompare(second.displayName, 'en');

function ofOperation(resource: Resource, operation: Operation): INodeProperties[] {
  const show = { resource: [resource.value], operation: [operation.value] };
  const made = [...operation.path, ...operation.shown].map((field) => inForm(field, show));
  if (operation.sorts !== undefined) {
    made.push(
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        default: false,
        description: 'Whether to return all results or only up to a given limit',
        displayOptions: { show },
      },
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        default: 50,
        description: 'Max number of results to return',
        displayOptions: { show: { ...show, returnAll: [false] } },
      },
    );
  }
  if (operation.collection !== undefined) {
    const fields = operation.added.map((field) => field.property).toSorted(byName);
    const title = collections[operation.collection];
    made.push({
      displayName: title,
      name: operation.collection,
      type: 'collection',
      placeholder: operation.collection === 'filters' ? 'Add Filter' : 'Add Field',
      description: operation.collection === 'updateFields' ? 'Empty fields are cleared' : '',
      default: {},
      options: fields,
      displayOptions: { show },
    });
  }
  const options = [
    ...(operation.method === 'POST' ? [idempotencyKey.property] : []),
    ...(operation.method === 'GET' && !operation.file ? [outputFields.property] : []),
    ...(operation.sorts === undefined ? [] : [sortedBy(operation.sorts)]),
  ].toSorted(byName);
  if (options.length > 0) {
    made.push({
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add Option',
      default: {},
      options,
      displayOptions: { show },
    });
  }
  return made;
}

const sortedBy = (names: readonly string[]): INodeProperties => ({
  displayName: 'Sort',
  name: 'sort',
  type: 'options',
  default: '-created_at',
  description: 'The order of the results. Unset values come last.',
  options: choices(
    names.flatMap((name): [string, string][] => [
      [name, `${titled(name)}, Ascending`],
      [`-${name}`, `${titled(name)}, Descending`],
    ]),
  ),
});

/** Operations of each resource, with their parameters. */
export const parameters: INodeProperties[] = resources.flatMap((resource) => {
  const operations = resource.operations.toSorted((first, second) =>
    first.name.localeCompare(second.name, 'en'),
  );
  const usual = operations.some((one) => one.value === 'getAll') ? 'getAll' : operations[0]?.value;
  const chosen: INodeProperties = {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: usual,
    options: operations.map(({ name, value, action }) => ({
      name,
      value,
      action,
      description: action,
    })),
    displayOptions: { show: { resource: [resource.value] } },
  };
  return [chosen, ...operations.flatMap((operation) => ofOperation(resource, operation))];
});
