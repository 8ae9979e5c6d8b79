import { type Crud, type Reads, reads } from '../operations/crud.ts';
import { readsOutsidePanel } from '../operations/panel-only.ts';
import { squads } from './accounts/squads/table.ts';
import { users } from './accounts/users/table.ts';
import { conversationReads } from './conversations/operations.ts';
import { billingLineReads } from './crm/billing-lines/operations.ts';
import { inboxes } from './inboxes/table.ts';
import { records } from './records.ts';
import { events } from './webhooks/events-table.ts';
import webhooks from './webhooks/table.ts';
import { pipelines } from './work/pipelines/table.ts';
import { projectTemplateReads } from './work/project-templates/operations.ts';
import { timeEntryOperations } from './work/time-entries/operations.ts';

/** Records with all five operations, in the order of the public API. */
export const resources: readonly Crud[] = [...records, webhooks, timeEntryOperations];

/** Read-only records outside the core API, whose ids other calls accept. */
export const readables: readonly Reads[] = [
  readsOutsidePanel(reads(inboxes)),
  readsOutsidePanel(reads(squads)),
  readsOutsidePanel(reads(pipelines)),
  projectTemplateReads,
  billingLineReads,
  readsOutsidePanel(reads(users)),
  conversationReads,
  // Event payloads are whole records, including values hidden from members.
  reads(events, undefined, 'admin'),
];
