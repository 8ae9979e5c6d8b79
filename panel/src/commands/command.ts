import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/call.ts';
import { type Action, runAction } from './action.ts';
import {
  type Diff,
  diffOf,
  type Fields,
  isEmpty,
  newValuesOf,
  reversed,
  stillApplied,
  wholeDiff,
  withFields,
} from './diff.ts';
import { type PendingPatch, pendingChanges, withPending } from './pending-changes.ts';
import { runInRecordQueue } from './record-queue.ts';
import { retryUntilSent } from './retry-until-sent.ts';
import {
  type ActionOutcome,
  addToHistory,
  outcomes,
  removeFromHistory,
  reportOutcome,
  type UndoableAction,
} from './undo-history.ts';
import { type ActionState, withReauthentication } from './use-action.ts';

/* Changes of records: shown immediately, sent in order for each record, reverted if they fail, undone on request. */

/** Change of one record's fields. */
export interface Command<I, R extends object> {
  /** `member/0193…`: pending changes of a record are sent in order. */
  readonly record: (input: I) => string;
  readonly patch: (input: I) => Fields;
  /** Sends the fields. May be retried. @returns the record as stored on the server */
  readonly send: (input: I, fields: Fields) => Promise<R>;
  /** Cached fields of the record. */
  readonly read: (input: I) => Partial<R> | undefined;
  /** Refetches the record. */
  readonly load: (input: I) => Promise<R>;
  /** Updates the cache. @param answer response of the server */
  readonly write: (input: I, change: <T extends object>(record: T) => T, answer: R) => void;
  /** User who changed the record last, if the current user may know. */
  readonly changedBy?: (input: I) => Promise<string | undefined>;
  /** Input that reverses the change, if sending the old values does not; applied completely or not at all. */
  readonly back?: (input: I) => I;
  /** Other records to which the change refers: their pending changes are sent before it, and later ones after it. */
  readonly neighbours?: (input: I) => readonly string[];
  /** Patches of other records, shown until the response arrives. */
  readonly meanwhile?: (input: I) => readonly PendingPatch[];
  /** True if the record is still as the change left it, although its fields have other values. */
  readonly isKept?: (input: I, record: R) => Promise<boolean>;
  readonly says?: ActionOutcome;
}

export const defineCommand = <I, R extends object>(command: Command<I, R>): Command<I, R> =>
  command;

/** Command that changes fields of a record, or a function that returns another action. */
type Runnable<I, R extends object = never, T = never> = Command<I, R> | ((input: I) => Action<T>);

/** Sends fields, and writes the server's values of exactly these fields to the cache. @returns those values */
async function sendFields<I, R extends object>(command: Command<I, R>, input: I, fields: Fields) {
  const answer = await withReauthentication(() =>
    retryUntilSent(() => command.send(input, fields)),
  );
  const confirmed = Object.fromEntries(
    Object.entries(answer).filter(([field]) => field in fields),
  ) as Fields;
  command.write(input, (record) => withFields(record, confirmed), answer);
  return confirmed;
}

const cachedFields = <I, R extends object>({ read }: Command<I, R>, input: I) =>
  (read(input) ?? {}) as Fields;
const now = <I, R extends object>(command: Command<I, R>, input: I) =>
  withPending(command.record(input), cachedFields(command, input), pendingChanges.now());

/** Records that a change or its undo waits for. */
const queuedWith = <I, R extends object>({ record, neighbours }: Command<I, R>, input: I) => [
  ...new Set([record(input), ...(neighbours?.(input) ?? [])]),
];

/** Loads the record if the previous values of the fields are not cached, because undo needs them. */
async function before<I, R extends object>(command: Command<I, R>, input: I, fields: Fields) {
  const record = cachedFields(command, input);
  return Object.keys(fields).every((field) => field in record)
    ? record
    : ((await retryUntilSent(() => command.load(input))) as Fields);
}

/**
 * Runs a command.
 * @returns the failure; also undefined when the user cancels re-authentication
 */
export async function run<I, R extends object, T>(
  command: Runnable<I, R, T>,
  input: I,
): Promise<Failure | undefined> {
  if (typeof command === 'function') return runAction(command(input));
  const { back, says = { kind: 'saved' } } = command;
  const wanted = command.patch(input);
  if (isEmpty(diffOf(now(command, input), wanted))) {
    outcomes.report(says);
    return undefined;
  }
  const differing = back ? wholeDiff : diffOf;
  let diff = differing(now(command, input), wanted);
  const record = command.record(input);
  const fields = newValuesOf(diff);
  let isDone = false;
  const done: UndoableAction = { undo: () => undoChange(command, input, () => ({ diff, isDone })) };
  addToHistory(done);
  const patches = [{ record, fields }, ...(command.meanwhile?.(input) ?? [])];
  const failure = await runInRecordQueue(queuedWith(command, input), patches, async () => {
    // An earlier pending change may have failed.
    const was = await before(command, input, fields);
    // Undo compares with the values that the server stored.
    diff = differing(was, await sendFields(command, input, fields));
    isDone = true;
    reportOutcome(says, done);
  });
  if (!isDone) removeFromHistory(done);
  return failure;
}

/** Applied change, as far as it is known. */
interface AppliedChange {
  readonly diff: Diff;
  readonly isDone: boolean;
}

/** Sends the previous values of the fields that still hold ours. */
async function undoChange<I, R extends object>(
  command: Command<I, R>,
  input: I,
  applied: () => AppliedChange,
): Promise<void> {
  const { back } = command;
  const record = command.record(input);
  const fields = back
    ? command.patch(back(input))
    : newValuesOf(reversed(stillApplied(now(command, input), applied().diff)));
  const records = queuedWith(command, input);
  const failure = await runInRecordQueue(records, [{ record, fields }], async () => {
    const { diff, isDone } = applied();
    // The change may have failed while this waited.
    if (!isDone) return;
    const is = await retryUntilSent(() => command.load(input));
    const same = stillApplied(is as Fields, diff);
    const isSame = Object.keys(same).length === Object.keys(diff).length;
    const isWhole = isSame || (await command.isKept?.(input, is)) === true;
    const ours = isWhole ? diff : same;
    if (!isEmpty(ours) && (isWhole || !back))
      await sendFields(command, back ? back(input) : input, newValuesOf(reversed(ours)));
    if (isWhole) outcomes.report({ kind: 'undone' });
    else
      outcomes.report({
        kind: 'changed',
        by: await command.changedBy?.(input).catch(() => undefined),
      });
  });
  if (failure) outcomes.report({ kind: 'failed', failure });
}

/** Runs a command and reports a failure as a toast. */
export async function runWithToast<I, R extends object, T>(
  command: Runnable<I, R, T>,
  input: I,
): Promise<void> {
  const failure = await run(command, input);
  if (failure) outcomes.report({ kind: 'failed', failure });
}

/** Command of a screen: a failure is shown there, or as a toast once the screen has been left. */
export function useCommand<I, R extends object, T>(command: Runnable<I, R, T>): ActionState<I> {
  const [failure, setFailure] = useState<Failure>();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const perform = async (input: I) => {
    setFailure(undefined);
    const failed = await run(command, input);
    if (failed && !isHere.current) outcomes.report({ kind: 'failed', failure: failed });
    else setFailure(failed);
  };
  return { act: (input) => void perform(input), isBusy: false, failure };
}
