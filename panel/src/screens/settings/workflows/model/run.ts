import type { RunReason } from '#panel/api/schema.ts';
import type { WorkflowRun } from '#panel/api/types.ts';
import { paths } from '#panel/route/paths.ts';
import { type Kind, recordPath } from '#panel/route/record-paths.ts';
import { stepKinds } from './catalogue.ts';
import { listAt } from './form-view.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/* State of each step of a run: done, next, or never reached. */

type StepState =
  | 'done'
  | 'failed'
  | 'skipped'
  | 'pending'
  | 'waiting'
  | 'retrying'
  | 'later'
  | 'stopped'
  | 'never';

export interface StepOfRun {
  /** From 1. */
  readonly place: number;
  readonly state: StepState;
  /** Step in the version's definition; undefined if unknown. */
  readonly step: Json | undefined;
  readonly type: string;
  /** Filled values; undefined if the step was neither done nor tried. */
  readonly values: JsonObject | undefined;
  readonly effect: string | undefined;
  /** Conversation of the message that it sent. */
  readonly conversation: string | undefined;
  readonly reason: string | undefined;
  readonly details: RunReason | null | undefined;
  readonly beganAt: string | undefined;
  readonly endedAt: string | undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const states: readonly string[] = ['done', 'failed', 'skipped'];

const describeStep = (
  place: number,
  row: WorkflowRun['steps'][number] | undefined,
  step: Json | undefined,
): Omit<StepOfRun, 'state'> => ({
  place,
  step,
  type: text(row?.type) ?? (isObject(step) ? text(step.type) : undefined) ?? '',
  values: isObject(row?.values as Json | undefined) ? (row?.values as JsonObject) : undefined,
  effect: text(row?.effect_id),
  conversation: text(row?.conversation_id),
  reason: text(row?.reason),
  details: row?.reason_details,
  beganAt: text(row?.started_at),
  endedAt: text(row?.completed_at),
});

/**
 * @param definition definition of the version that the run began with, if known
 * @param now in ms
 */
export function stepsOfRun(
  { steps, status, next_step_at }: Pick<WorkflowRun, 'steps' | 'status' | 'next_step_at'>,
  definition: Json | undefined,
  now: number,
): readonly StepOfRun[] {
  const planned = definition === undefined ? [] : (listAt(definition, 'steps') ?? []);
  const byStep = new Map(steps.map((each) => [Number(each.step), each]));
  const last = Math.max(planned.length, ...byStep.keys(), 0);
  const isOpen = status === 'pending';
  const isDue = next_step_at === null || Date.parse(next_step_at) <= now + 1_000;
  /** True after the current step, the first one that has not ended. */
  let isAhead = false;
  return Array.from({ length: last }, (_, index): StepOfRun => {
    const place = index + 1;
    const row = byStep.get(place);
    const step = planned[index];
    const rowState = states.find((each) => each === row?.status) as StepState | undefined;
    // A wait is recorded as done when it begins.
    const isWait = row?.type === 'wait' && rowState === 'done' && place === byStep.size;
    if (isWait && isOpen && !isDue) {
      isAhead = true;
      return { ...describeStep(place, row, step), state: 'waiting' };
    }
    // Stopping a run ends its current wait, whose recorded end is its start.
    if (isWait && status === 'stopped')
      return { ...describeStep(place, row, step), state: 'stopped' };
    const isOver =
      rowState === 'done' || rowState === 'skipped' || (rowState === 'failed' && !isOpen);
    const state = ((): StepState => {
      if (isOver && rowState) return rowState;
      if (!isOpen) return 'never';
      if (isAhead) return 'later';
      return isDue ? 'pending' : 'retrying';
    })();
    if (!isOver) isAhead = true;
    return { ...describeStep(place, row, step), state };
  });
}

/** Step at which a failed or stopped run would resume. */
export const stuckAt = (steps: readonly StepOfRun[]): StepOfRun | undefined =>
  steps.find(({ state }) => state === 'failed' || state === 'never');

/** Record to open as a peek, or an address. */
type StepLink = { readonly kind: Kind; readonly id: string } | string;

/** Link to the record that a step created or changed; undefined if there is none. */
export function linkOf(
  slug: string,
  { record_type, record_id }: Pick<WorkflowRun, 'record_type' | 'record_id'>,
  { type, state, values, effect, conversation }: StepOfRun,
): StepLink | undefined {
  // A message that was not sent is also in its conversation.
  if (conversation !== undefined && effect !== undefined)
    return `${recordPath(slug, 'conversations', conversation)}?message=${effect}`;
  if (state !== 'done') return undefined;
  const kind = Object.hasOwn(stepKinds, type) ? stepKinds[type] : undefined;
  if (kind?.subject !== undefined)
    return record_type && record_id ? { kind: record_type, id: record_id } : undefined;
  if (effect === undefined) return undefined;
  if (kind?.makes) return { kind: kind.makes, id: effect };
  const webhook = text(values?.webhook_id);
  return webhook === undefined ? undefined : paths.delivery(slug, webhook, effect);
}

/** Time left until a moment, in its two largest units: `2 h 14 min`. Undefined once it has passed. */
export function untilIn(locale: string, at: string, now: number): string | undefined {
  let left = Math.ceil((Date.parse(at) - now) / 1_000);
  if (!(left > 0)) return undefined;
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 || parts.length > 0)
      parts.push(
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
      );
  }
  return parts.slice(0, 2).join(' ');
}
