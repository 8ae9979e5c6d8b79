import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/call.ts';
import { type Act, attempt } from './act.ts';
import { type Deed, runDeed } from './deed.ts';
import { deliver } from './deliver.ts';
import {
  applied,
  type Diff,
  diffOf,
  type Fields,
  isEmpty,
  reverse,
  standing,
  wantedBy,
  wholeDiff,
} from './diff.ts';
import { type Done, forgetOne, type News, news, remember, tellOf } from './history.ts';
import { type Patch, pending, shown } from './pending.ts';
import { underWay } from './turns.ts';

/*
 * Changes of records: shown at once, sent one after the other for each record, taken back where they fail, undone on demand.
 */

/** A change that people make, of fields of one record. */
export interface Command<I, R extends object> {
  /** `member/0193…`: what is under way for a record is sent in order. */
  readonly record: (input: I) => string;
  readonly patch: (input: I) => Fields;
  /** Sends fields. May be sent again. @returns the record, as the service has it */
  readonly send: (input: I, fields: Fields) => Promise<R>;
  /** The record, as far as is known here. */
  readonly read: (input: I) => Partial<R> | undefined;
  /** The record, asked for again. */
  readonly load: (input: I) => Promise<R>;
  /** Changes what is known of it. @param answer what the service said of it */
  readonly write: (input: I, change: <T extends object>(record: T) => T, answer: R) => void;
  /** Who changed the record last, where one may know. */
  readonly changedBy?: (input: I) => Promise<string | undefined>;
  /** What leads back, where that is not sending the old values: all of it or nothing. */
  readonly back?: (input: I) => I;
  /** Other records that it changes: shown until the answer is there. */
  readonly meanwhile?: (input: I) => readonly Patch[];
  /** True if the record is still as the change left it, although its fields have other values. */
  readonly isKept?: (input: I, record: R) => Promise<boolean>;
  readonly says?: News;
}

export const defineCommand = <I, R extends object>(command: Command<I, R>): Command<I, R> =>
  command;

/** What a screen can do with an input: change fields of a record, or something else. */
export type Doable<I, R extends object = never, T = never> =
  | Command<I, R>
  | ((input: I) => Deed<T>);

/** Sends fields, and puts what the service made of them, and nothing else, into what is known. @returns that */
async function sendFields<I, R extends object>(command: Command<I, R>, input: I, fields: Fields) {
  const answer = await attempt(() => deliver(() => command.send(input, fields)));
  const confirmed = Object.fromEntries(
    Object.entries(answer).filter(([field]) => field in fields),
  ) as Fields;
  command.write(input, (record) => applied(record, confirmed), answer);
  return confirmed;
}

const known = <I, R extends object>({ read }: Command<I, R>, input: I) =>
  (read(input) ?? {}) as Fields;
const now = <I, R extends object>(command: Command<I, R>, input: I) =>
  shown(command.record(input), known(command, input), pending.now());

/** What is not known of a record is asked for: it may have to be put back. */
async function before<I, R extends object>(command: Command<I, R>, input: I, fields: Fields) {
  const record = known(command, input);
  return Object.keys(fields).every((field) => field in record)
    ? record
    : ((await deliver(() => command.load(input))) as Fields);
}

/**
 * Does it.
 * @returns what went wrong; undefined also for whoever would not prove who they are: nothing went wrong
 */
export async function run<I, R extends object, T>(
  command: Doable<I, R, T>,
  input: I,
): Promise<Failure | undefined> {
  if (typeof command === 'function') return runDeed(command(input));
  const { back, says = { kind: 'saved' } } = command;
  const wanted = command.patch(input);
  if (isEmpty(diffOf(now(command, input), wanted))) {
    news.tell(says);
    return undefined;
  }
  const differing = back ? wholeDiff : diffOf;
  let diff = differing(now(command, input), wanted);
  const record = command.record(input);
  const fields = wantedBy(diff);
  let isDone = false;
  const done: Done = { undo: () => takeBack(command, input, () => ({ diff, isDone })) };
  remember(done);
  const patches = [{ record, fields }, ...(command.meanwhile?.(input) ?? [])];
  const failure = await underWay([record], patches, async () => {
    // What was under way before may have failed.
    const was = await before(command, input, fields);
    // What the service made of them is what may stand there later.
    diff = differing(was, await sendFields(command, input, fields));
    isDone = true;
    tellOf(says, done);
  });
  if (!isDone) forgetOne(done);
  return failure;
}

/** What was done, as far as it is. */
interface Made {
  readonly diff: Diff;
  readonly isDone: boolean;
}

/** Sends the reverse, of the fields that still hold what we set. */
async function takeBack<I, R extends object>(
  command: Command<I, R>,
  input: I,
  made: () => Made,
): Promise<void> {
  const { back } = command;
  const record = command.record(input);
  const fields = back
    ? command.patch(back(input))
    : wantedBy(reverse(standing(now(command, input), made().diff)));
  const failure = await underWay([record], [{ record, fields }], async () => {
    const { diff, isDone } = made();
    // It may have failed while its turn was awaited.
    if (!isDone) return;
    const is = await deliver(() => command.load(input));
    const same = standing(is as Fields, diff);
    const isSame = Object.keys(same).length === Object.keys(diff).length;
    const isWhole = isSame || (await command.isKept?.(input, is)) === true;
    const ours = isWhole ? diff : same;
    if (!isEmpty(ours) && (isWhole || !back))
      await sendFields(command, back ? back(input) : input, wantedBy(reverse(ours)));
    if (isWhole) news.tell({ kind: 'undone' });
    else
      news.tell({ kind: 'changed', by: await command.changedBy?.(input).catch(() => undefined) });
  });
  if (failure) news.tell({ kind: 'failed', failure });
}

/** Does it; what goes wrong is told in passing. */
export async function doInPassing<I, R extends object, T>(
  command: Doable<I, R, T>,
  input: I,
): Promise<void> {
  const failure = await run(command, input);
  if (failure) news.tell({ kind: 'failed', failure });
}

/** A command of a screen: what goes wrong is said there, or in passing once the screen is left. */
export function useCommand<I, R extends object, T>(command: Doable<I, R, T>): Act<I> {
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
    if (failed && !isHere.current) news.tell({ kind: 'failed', failure: failed });
    else setFailure(failed);
  };
  return { act: (input) => void perform(input), isBusy: false, failure };
}
