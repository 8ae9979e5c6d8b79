import type { AnyOperation } from '#server/operations/registry.ts';
import { exportAudit } from './export.ts';
import { listHistory } from './history.ts';
import { listAudit } from './operations.ts';

/** Operations on the audit log, and on the history of a record. */
export const operations: readonly AnyOperation[] = [listAudit, listHistory, exportAudit];
