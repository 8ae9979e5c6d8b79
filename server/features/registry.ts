import { operationsOf } from '../operations/crud.ts';
import { registryOf } from '../operations/registry.ts';
import { operations as accounts } from './accounts/index.ts';
import { operations as approvals } from './approvals/index.ts';
import { operations as audit } from './audit/index.ts';
import { operations as bulk } from './bulk/operations.ts';
import { operations as calendar } from './calendar/operations.ts';
import { operations as clientReports } from './client-reports/index.ts';
import { operations as comments } from './comments/operations.ts';
import { operations as conversations } from './conversations/index.ts';
import { operations as crm } from './crm/index.ts';
import { operations as day } from './day/index.ts';
import { operations as exports } from './exports/operations.ts';
import { operations as files } from './files/index.ts';
import { operations as imports } from './imports/operations.ts';
import { operations as inboxes } from './inboxes/index.ts';
import { operations as installation } from './installation/operations.ts';
import { intelligenceOperations as intelligence } from './intelligence/operations.ts';
import { operations as notifications } from './notifications/operations.ts';
import { operations as privacy } from './privacy/operations.ts';
import { operations as receiving } from './receiving/index.ts';
import { operations as recordContext } from './record-context/operations.ts';
import { operations as reports } from './reports/operations.ts';
import { readables, resources } from './resources.ts';
import { operations as retainers } from './retainers/index.ts';
import { operations as search } from './search/operations.ts';
import { operations as sending } from './sending/operations.ts';
import { operations as tags } from './tags/operations.ts';
import { operations as timeline } from './timeline/operations.ts';
import { operations as transfer } from './transfer/operations.ts';
import { operations as views } from './views/operations.ts';
import { operations as webhooks } from './webhooks/index.ts';
import { operations as work } from './work/index.ts';
import { operations as workflows } from './workflows/index.ts';

export { readables, resources };

/** All operations, in the order of the references. */
export const registry = registryOf([
  ...resources.flatMap(operationsOf),
  ...accounts,
  ...inboxes,
  ...crm,
  ...retainers,
  ...intelligence,
  ...clientReports,
  ...reports,
  ...views,
  ...timeline,
  ...tags,
  ...sending,
  ...receiving,
  ...conversations,
  ...webhooks,
  ...audit,
  ...comments,
  ...files,
  ...notifications,
  ...calendar,
  ...work,
  ...approvals,
  ...workflows,
  ...bulk,
  ...day,
  ...search,
  ...recordContext,
  ...transfer,
  ...imports,
  ...privacy,
  ...exports,
  ...installation,
  ...readables.flatMap(operationsOf),
]);
