import { type TriggerType, triggers, triggerTypes } from '#server/events/catalogue.ts';
import type { Table } from '#server/records/table.ts';
import { withArticle } from '#server/records/table.ts';
import { messages } from '../conversations/messages-table.ts';
import { conversations } from '../conversations/table.ts';
import { deals } from '../crm/deals/table.ts';
import { campaigns } from '../work/campaigns/table.ts';
import { tasks } from '../work/tasks/table.ts';
import { schedules } from './schedules-table.ts';
import { type WaitingRecord, waiting, waitingRecords } from './waiting-records.ts';

/* Subjects of workflows: the record of a trigger, and the other input of conditions and templates. */

type Values = Record<string, unknown>;

/** Input of templates under one name. */
export interface Root {
  readonly name:
    | 'deal'
    | 'task'
    | 'conversation'
    | 'campaign'
    | 'schedule'
    | 'message'
    | 'previous';
  /** Table of the record; for `previous`, of the record whose old values it contains. */
  readonly table: Table;
}

/** Triggers about the same records, with the same input. */
export interface Subject {
  readonly triggers: readonly TriggerType[];
  readonly table: Table;
  /** Input of templates, the record itself first. Conditions read the record's fields, and other roots except `previous` by name. */
  readonly roots: readonly [Root, ...Root[]];
}

const ofOne = (table: Table, ...types: TriggerType[]): Subject => ({
  triggers: types,
  table,
  roots: [
    { name: table.one as Root['name'], table },
    { name: 'previous', table },
  ],
});

export const subjects = [
  ofOne(deals, 'deal_created', 'deal_stage_changed', 'waiting_longer_than'),
  ofOne(tasks, 'task_created', 'task_moved', 'waiting_longer_than'),
  {
    triggers: ['conversation_received', 'group_message_received'],
    table: conversations,
    roots: [
      { name: 'conversation', table: conversations },
      { name: 'message', table: messages },
    ],
  },
  ofOne(conversations, 'conversation_resolved', 'conversation_overdue', 'waiting_longer_than'),
  ofOne(campaigns, 'campaign_approval_changed', 'waiting_longer_than'),
  // About no record: its fields say when it was due.
  { triggers: ['schedule'], table: schedules, roots: [{ name: 'schedule', table: schedules }] },
] as const satisfies readonly Subject[];

/** Name of a subject's records in `waiting_longer_than`; undefined if they do not wait. */
export const waitingOf = ({ table }: Subject): WaitingRecord | undefined =>
  waitingRecords.find((record) => waiting[record].table === table);

/** Returns the subject of a trigger. @param record only for `waiting_longer_than` */
export const subjectOf = (type: TriggerType, record?: WaitingRecord): Subject =>
  subjects.find(
    (each: Subject) =>
      each.triggers.includes(type) && (record === undefined || waitingOf(each) === record),
  ) ?? subjects[0];

/** Types of records that runs are about, as the interface names them. */
export const recordTypes = ['deals', 'tasks', 'conversations', 'campaigns'] as const;
export type RecordType = (typeof recordTypes)[number];

/** Input of a run, from the change that fired it. */
export interface Change {
  /** Record that the run is about. */
  readonly record: Values;
  /** Input of templates, by name. */
  readonly roots: Values;
  /** Input of conditions: the record's fields, and the other roots by name. */
  readonly fields: Values;
}

/** Builds a change from the record after it, its old values, and the message, if any. */
export function changeOf(
  { table, roots }: Subject,
  { record, previous, message }: { record: Values; previous: unknown; message?: Values },
): Change {
  const messageRoot = roots.some(({ name }) => name === 'message')
    ? { message: message ?? null }
    : {};
  return {
    record,
    roots: { [table.one]: record, ...(message === undefined ? { previous } : messageRoot) },
    fields: { ...record, ...messageRoot },
  };
}

/**
 * Builds the change of a stored run.
 * @param payload that of the event
 * @param subject the record as JSON text, if the event is about another one
 */
export function storedChange(payload: string, subject: string | null): Stored {
  const event = JSON.parse(payload) as { type: string; data: Values; previous: unknown };
  const record = waitingRecords.find((each) => waiting[each].kind === event.type);
  const type = record
    ? 'waiting_longer_than'
    : (triggerTypes.find((each) => triggers[each].kind === event.type) ?? 'deal_created');
  const of = subjectOf(type, record);
  const { data, previous } = event;
  const change =
    subject === null
      ? changeOf(of, { record: data, previous })
      : changeOf(of, { record: JSON.parse(subject) as Values, previous, message: data });
  return { of, change };
}

/** Subject of a run, and its input. */
export interface Stored {
  readonly of: Subject;
  readonly change: Change;
}

/** Returns `a deal`, for messages. */
export const aRecord = ({ table }: Subject): string => withArticle(table.one);
