import { type Crud, type Reads, reads } from '../operations/crud.ts';
import { readsOutsidePanel } from '../operations/panel-only.ts';
import { squads } from './accounts/squads/table.ts';
import { users } from './accounts/users/table.ts';
import { conversationReads } from './messaging/conversations/operations.ts';
import { inboxes } from './messaging/inboxes-table.ts';
import { records } from './records.ts';
import { events } from './webhooks/events-table.ts';
import webhooks from './webhooks/table.ts';
import { pipelines } from './work/pipelines/table.ts';

/** Records with all five operations, in the order of the interface. */
export const resources: readonly Crud[] = [...records, webhooks];

/** Records that can be read beyond the interface: the ids that other calls ask for. */
export const readables: readonly Reads[] = [
  readsOutsidePanel(reads(inboxes)),
  readsOutsidePanel(reads(squads)),
  readsOutsidePanel(reads(pipelines)),
  reads(users),
  conversationReads,
  // Their payloads are whole records, with what members may not see.
  reads(events, undefined, 'admin'),
];
