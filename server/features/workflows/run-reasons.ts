import { messageCauses } from '#server/outbound/messaging/connection.ts';
import { errorReasons } from '#server/platform/error-reasons.ts';
import { ApiError, panelRefusal } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import type { CodedReason } from '#server/records/coded-reason.ts';
import { about } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import { type Condition, describeCondition } from './conditions.ts';

/* Reasons of runs, of their steps and of dry runs: a complete list. The panel has a sentence for each code (panel/src/words/workflows). */

export const runReasonCodes = [
  // Runs that do nothing.
  'disabled',
  'unmet',
  'run_limit',
  'stopped',
  // Failed steps.
  'stopped_sending',
  'maybe_sent',
  'not_sent',
  'missing',
  'refused',
  'unexpected',
  // Dry runs that would not start.
  'not_written',
  'other_value',
  'never_due',
  'not_waiting',
  'not_long_enough',
] as const;
export type RunReason = CodedReason<(typeof runReasonCodes)[number]>;

/** Schemas of the values in reasons. */
export const runReasonValues = {
  cause: about('The cause for which a message was not sent.', Type.Enum([...messageCauses])),
  field: about('The field of the record.', Type.String()),
  limit: about('The limit on runs per hour.', Type.Integer()),
  reason: about('The reason for which the step was refused.', Type.Enum([...errorReasons])),
  fields: about(
    'The invalid fields of the step.',
    Type.Array(Type.Unknown({ $ref: '#/components/schemas/ErrorField' })),
  ),
};

/** Cause at the start of the reason why a message was not sent. */
const causeIn = (reason: string) => messageCauses.find((cause) => reason.startsWith(`${cause}:`));

/** A sentence in English for each code. */
export const reasons = {
  disabled: (): RunReason => ({ code: 'disabled', text: 'the workflow was disabled' }),
  unmet: ({ one }: Table, condition: Condition, verb: 'did' | 'does'): RunReason => ({
    code: 'unmet',
    text: `the ${one} ${verb} not meet: ${describeCondition(condition)}`,
    values: { field: condition.field },
  }),
  runLimit: (limit: number): RunReason => ({
    code: 'run_limit',
    text: `the workflow ran ${limit} times for this conversation within an hour`,
    values: { limit },
  }),
  stopped: (): RunReason => ({ code: 'stopped', text: 'the run was stopped' }),
  stoppedSending: (): RunReason => ({
    code: 'stopped_sending',
    text: 'the run was stopped before it was known whether the message was sent',
  }),
  /** @param reason the message's `status_reason` */
  maybeSent: (reason: string): RunReason => ({
    code: 'maybe_sent',
    text: `${reason}. The message may have been sent, so it is not sent again.`,
    values: { cause: causeIn(reason) },
  }),
  /** @param reason the message's `status_reason` */
  notSent: (reason: string): RunReason => ({
    code: 'not_sent',
    text: reason,
    values: { cause: causeIn(reason) },
  }),
  /** An operation refused the values of a step. */
  refused: (error: ApiError): RunReason => ({
    code: error.code === 'NOT_FOUND' ? 'missing' : 'refused',
    text: error.message,
    values: panelRefusal(error),
  }),
  unexpected: (): RunReason => ({
    code: 'unexpected',
    text: 'something went wrong in the service; see its log',
  }),
  notWritten: (): RunReason => ({
    code: 'not_written',
    text: 'the contact has not written in this conversation yet',
  }),
  notWaiting: ({ one }: Table): RunReason => ({
    code: 'not_waiting',
    text: `this ${one} is not waiting`,
  }),
  notLongEnough: ({ one }: Table): RunReason => ({
    code: 'not_long_enough',
    text: `this ${one} has not waited long enough yet`,
  }),
  neverDue: (): RunReason => ({
    code: 'never_due',
    text: 'the schedule is not due within a year: the team is closed on all of its days',
  }),
  otherValue: ({ one }: Table, field: string, value: unknown, expected: string): RunReason => ({
    code: 'other_value',
    text: `${field} of this ${one} is ${value}, not ${expected}`,
    values: { field },
  }),
} as const;

/** A step failed for a reason that is not the refusal of an operation. */
export class StepFailure extends Error {
  readonly reason: RunReason;
  /** True if a retry would fail again. */
  readonly isFinal: boolean;
  constructor(reason: RunReason, isFinal: boolean) {
    super(reason.text);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

/** Reason of a failed step; undefined for an unexpected error. */
export const reasonOf = (error: unknown): RunReason | undefined =>
  error instanceof StepFailure
    ? error.reason
    : error instanceof ApiError
      ? reasons.refused(error)
      : undefined;
