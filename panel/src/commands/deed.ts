import type { Failure } from '../api/call.ts';
import { attempt } from './act.ts';
import { deliver } from './deliver.ts';
import { type Done, forgetOne, type News, news, remember, tellOf } from './history.ts';
import type { Patch } from './pending.ts';
import { underWay } from './turns.ts';

/** Something that people do which is no change of one record's fields: making, removing, changing many at once. */
export interface Deed<T> {
  /** `tasks/0193…`: what is under way for a record is sent in order. */
  readonly records: readonly string[];
  /** How records are shown until it is done. */
  readonly meanwhile: readonly Patch[];
  /** May be sent again. */
  readonly send: () => Promise<T>;
  readonly says: (done: T) => News;
  /** Without it, it cannot be undone. */
  readonly undo?: {
    readonly meanwhile: (done: T | undefined) => readonly Patch[];
    /** Takes back what nobody has changed since. */
    readonly send: (done: T) => Promise<News>;
  };
}

/** Does it. @returns what went wrong */
export async function runDeed<T>(deed: Deed<T>): Promise<Failure | undefined> {
  const { records, undo } = deed;
  let outcome: { readonly is: T } | undefined;
  const done: Done | undefined = undo && {
    async undo() {
      const failure = await underWay(records, undo.meanwhile(outcome?.is), async () => {
        // It may have failed while its turn was awaited.
        if (!outcome) return;
        const { is } = outcome;
        news.tell(await attempt(() => deliver(() => undo.send(is))));
      });
      if (failure) news.tell({ kind: 'failed', failure });
    },
  };
  if (done) remember(done);
  const failure = await underWay(records, deed.meanwhile, async () => {
    outcome = { is: await attempt(() => deliver(deed.send)) };
    tellOf(deed.says(outcome.is), done);
  });
  if (!outcome && done) forgetOne(done);
  return failure;
}
