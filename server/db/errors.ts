import pg from 'pg';
import { ApiError } from '../platform/errors.ts';

/* What an error of the database means: that it cannot serve now, that it refuses a statement, or that time was over. */

const outageStates = /^(08...|57P0.|53...|55000|57014|25P0[34]|25006|40001|40P01)$/;
/** Where a machine of Citus goes: codes of internal errors, which only their words tell from others. */
const citusStates = /^(XX000|58030)$/;
const citusMessages = /connection|^failed to (complete COPY|prepare transaction)/;
const outageMessages = /connection|terminated|timeout|not queryable|closed/i;

/** Whether an error says that the database cannot serve now, rather than that the statement was wrong. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ApiError) return false;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return outageStates.test(code) || (citusStates.test(code) && citusMessages.test(error.message));
  }
  // Of the connection itself: a system error (ECONNREFUSED, ENOENT of the socket…) or pg's own words.
  return 'syscall' in error || outageMessages.test(error.message);
}

/** What the caller is told of an error: UNAVAILABLE where the database cannot serve now, else the error itself. */
export function translate(error: unknown): unknown {
  return isOutage(error)
    ? new ApiError('UNAVAILABLE', 'The database is out of reach; try again in a moment.', {
        cause: error,
      })
    : error;
}

/** What refuses a statement and says nothing of the connection: its values, a constraint, a function of ours. */
const refusalStates = /^(22|23|P0)/;
export const isRefusal = (error: unknown) =>
  error instanceof pg.DatabaseError && refusalStates.test(error.code ?? '');
/** The server ended a statement whose time was over. */
export const isOverTime = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '57014';
