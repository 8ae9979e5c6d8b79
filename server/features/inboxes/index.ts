import type { AnyOperation } from '#server/operations/registry.ts';
import { inboxAccessOperations } from './access-operations.ts';
import * as connecting from './connect-operations.ts';
import { checkInboxFields } from './field-checks.ts';
import { setInboxGroups } from './group-operations.ts';
import { checkCallback, inboxHealth } from './health-operations.ts';
import { inboxLog, inboxSetup } from './log.ts';
import * as inboxes from './operations.ts';
import { inboxSettingsOperations } from './settings-operations.ts';

/** Operations on inboxes and their connections. */
export const operations: readonly AnyOperation[] = [
  ...inboxes.inboxReads,
  inboxes.createInbox,
  inboxes.setInbox,
  inboxes.testInbox,
  inboxes.listInboxes,
  inboxLog,
  inboxSetup,
  ...inboxSettingsOperations,
  ...inboxAccessOperations,
  checkInboxFields,
  connecting.connectInbox,
  connecting.loginInbox,
  connecting.restartInbox,
  connecting.reconnectInbox,
  connecting.disconnectInbox,
  connecting.deleteInbox,
  inboxHealth,
  checkCallback,
  setInboxGroups,
];
