import { type Crud, type Reads, reads } from '../operations/crud.ts';
import type { Operation } from '../operations/operation.ts';
import { registryOf } from '../operations/registry.ts';
import { squads } from './accounts/squads/table.ts';
import { users } from './accounts/users/table.ts';
import { receiveCallback } from './messaging/callbacks.ts';
import { conversations } from './messaging/conversations.ts';
import { inboxes } from './messaging/inboxes-table.ts';
import { messagingOperations } from './messaging/operations.ts';
import { records } from './records.ts';
import { events } from './webhooks/events-table.ts';
import { webhookOperations } from './webhooks/operations.ts';
import { receiveWebhook } from './webhooks/receive.ts';
import webhooks from './webhooks/table.ts';
import { pipelines } from './work/pipelines/table.ts';

/** Records with all five operations, in the order of the interface. */
export const resources: readonly Crud[] = [...records, webhooks];

/** Records that can be read beyond the interface: the ids that other calls ask for. */
export const readables: readonly Reads[] = [
  inboxes,
  squads,
  pipelines,
  users,
  conversations,
  events,
].map((table) => reads(table));

const crudOf = (each: Crud): Operation[] => [
  each.list,
  each.get,
  each.create,
  each.update,
  each.delete,
];

export const registry = registryOf(
  [
    ...resources.flatMap(crudOf),
    ...messagingOperations,
    ...webhookOperations,
    ...readables.flatMap(({ list, get }): Operation[] => [list, get]),
  ],
  [receiveWebhook, receiveCallback],
);
