import { useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/call.ts';
import { type Act, asFailure, attempt } from './act.ts';
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
} from './diff.ts';
import { pending, shown } from './pending.ts';

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
  readonly read: (input: I) => R | undefined;
  /** The record, asked for again. */
  readonly load: (input: I) => Promise<R>;
  /** Changes what is known of it. */
  readonly write: (input: I, change: <T extends object>(record: T) => T) => void;
  /** Who changed the record last, where one may know. */
  readonly changedBy?: (input: I) => Promise<string | undefined>;
}

export const defineCommand = <I, R extends object>(command: Command<I, R>): Command<I, R> =>
  command;

/** What came of something that was done. */
export type News =
  | { readonly kind: 'saved' | 'undone' | 'nothing' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Somebody else has changed it since. */
  | { readonly kind: 'changed'; readonly by: string | undefined };

/** Told what came of changes; set by the shell. */
export const news: { tell: (news: News) => void } = { tell: () => {} };

/** How many changes can be undone. */
const depth = 20;

interface Done {
  readonly undo: () => Promise<void>;
}
let history: readonly Done[] = [];
const forgetOne = (done: Done) => {
  history = history.filter((each) => each !== done);
};
/** Somebody else may be here now. */
export const forget = () => {
  history = [];
};

const queues = new Map<string, Promise<void>>();
function inTurn(record: string, work: () => Promise<void>): Promise<void> {
  const turn = (queues.get(record) ?? Promise.resolve()).then(work);
  queues.set(record, turn);
  return turn.finally(() => {
    if (queues.get(record) === turn) queues.delete(record);
  });
}

/** Sends fields, and puts what the service made of them, and nothing else, into what is known. */
async function sendFields<I, R extends object>(command: Command<I, R>, input: I, fields: Fields) {
  const answer = await attempt(() => deliver(() => command.send(input, fields)));
  const confirmed = Object.fromEntries(
    Object.entries(answer).filter(([field]) => field in fields),
  ) as Fields;
  command.write(input, (record) => applied(record, confirmed));
}

const now = <I, R extends object>({ record, read }: Command<I, R>, input: I) =>
  shown(record(input), read(input) ?? {}, pending.now()) as Fields;

/**
 * Does it.
 * @returns what went wrong; undefined also for whoever would not prove who they are: nothing went wrong
 */
export async function run<I, R extends object>(
  command: Command<I, R>,
  input: I,
): Promise<Failure | undefined> {
  const record = command.record(input);
  let diff = diffOf(now(command, input), command.patch(input));
  if (isEmpty(diff)) {
    news.tell({ kind: 'saved' });
    return undefined;
  }
  const patch = { record, fields: wantedBy(diff) };
  const done: Done = { undo: () => takeBack(command, input, diff) };
  let failure: Failure | undefined;
  pending.add(patch);
  history = [...history, done].slice(-depth);
  await inTurn(record, async () => {
    try {
      // What was under way before may have failed.
      diff = diffOf((command.read(input) ?? {}) as Fields, patch.fields);
      await sendFields(command, input, patch.fields);
      news.tell({ kind: 'saved' });
    } catch (error) {
      forgetOne(done);
      const failed = asFailure(error);
      if (failed.code !== 'REAUTH_REQUIRED') failure = failed;
    } finally {
      pending.drop(patch);
    }
  });
  return failure;
}

/** Sends the reverse, of the fields that still hold what we set. */
async function takeBack<I, R extends object>(command: Command<I, R>, input: I, diff: Diff) {
  const record = command.record(input);
  const patch = { record, fields: wantedBy(reverse(standing(now(command, input), diff))) };
  pending.add(patch);
  await inTurn(record, async () => {
    try {
      const ours = standing((await deliver(() => command.load(input))) as Fields, diff);
      if (!isEmpty(ours)) await sendFields(command, input, wantedBy(reverse(ours)));
      const isWhole = Object.keys(ours).length === Object.keys(diff).length;
      if (isWhole) news.tell({ kind: 'undone' });
      else
        news.tell({ kind: 'changed', by: await command.changedBy?.(input).catch(() => undefined) });
    } catch (error) {
      const failure = asFailure(error);
      if (failure.code !== 'REAUTH_REQUIRED') news.tell({ kind: 'failed', failure });
    } finally {
      pending.drop(patch);
    }
  });
}

/** Undoes the last change. */
export async function undo(): Promise<void> {
  const last = history.at(-1);
  if (!last) return news.tell({ kind: 'nothing' });
  forgetOne(last);
  await last.undo();
}

/** A command of a screen: what goes wrong is said there, or in passing once the screen is left. */
export function useCommand<I, R extends object>(command: Command<I, R>): Act<I> {
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
