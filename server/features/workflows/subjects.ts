import { type TriggerType, triggers, triggerTypes } from '../../events/catalogue.ts';
import type { Table } from '../../records/table.ts';
import { withArticle } from '../../records/table.ts';
import { deals } from '../crm/deals/table.ts';
import { conversations } from '../messaging/conversations/table.ts';
import { messages } from '../messaging/messages.ts';
import { campaigns } from '../work/campaigns/table.ts';
import { tasks } from '../work/tasks/table.ts';

/*
 * What workflows are about: the record that a trigger tells of, and what else conditions and templates read beside it.
 */

type Values = Record<string, unknown>;

/** What templates read under one name. */
export interface Root {
  readonly name: 'deal' | 'task' | 'conversation' | 'campaign' | 'message' | 'previous';
  /** The record, or of `previous` the record whose old values it has. */
  readonly table: Table;
}

/** Triggers that are about the same, and give the same. */
export interface Subject {
  readonly triggers: readonly TriggerType[];
  readonly table: Table;
  /** What templates read, the record itself first. Conditions read the record, and what is neither it nor `previous` by its name. */
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
  ofOne(deals, 'deal_created', 'deal_stage_changed'),
  ofOne(tasks, 'task_created', 'task_moved'),
  {
    triggers: ['conversation_received'],
    table: conversations,
    roots: [
      { name: 'conversation', table: conversations },
      { name: 'message', table: messages },
    ],
  },
  ofOne(conversations, 'conversation_resolved'),
  ofOne(campaigns, 'campaign_approval_changed'),
] as const satisfies readonly Subject[];

/** What a trigger is about. */
export const subjectOf = (type: TriggerType): Subject =>
  subjects.find(({ triggers }: Subject) => triggers.includes(type)) ?? subjects[0];

/** The kinds of records that runs are about, in the words of the interface. */
export const recordTypes = ['deals', 'tasks', 'conversations', 'campaigns'] as const;
export type RecordType = (typeof recordTypes)[number];

/** What a run reads of the change that fired it. */
export interface Change {
  /** The record that it is about. */
  readonly record: Values;
  /** What templates read, by name. */
  readonly roots: Values;
  /** What conditions read: the record, and beside its fields what has a name of its own. */
  readonly fields: Values;
}

/** The record that a change left, its old values, and the message where one came. */
export function changeOf(
  { table, roots }: Subject,
  { record, previous, message }: { record: Values; previous: unknown; message?: Values },
): Change {
  const beside = roots.some(({ name }) => name === 'message') ? { message: message ?? null } : {};
  return {
    record,
    roots: { [table.one]: record, ...(message === undefined ? { previous } : beside) },
    fields: { ...record, ...beside },
  };
}

/**
 * The same of a run as it is stored.
 * @param payload that of the event
 * @param subject the record as JSON text, where the event is about another
 */
export function storedChange(payload: string, subject: string | null): Stored {
  const event = JSON.parse(payload) as { type: string; data: Values; previous: unknown };
  const type = triggerTypes.find((each) => triggers[each].kind === event.type) ?? 'deal_created';
  const of = subjectOf(type);
  const { data, previous } = event;
  const change =
    subject === null
      ? changeOf(of, { record: data, previous })
      : changeOf(of, { record: JSON.parse(subject) as Values, previous, message: data });
  return { of, change };
}

/** A run's subject, and what it reads. */
export interface Stored {
  readonly of: Subject;
  readonly change: Change;
}

/** `a deal`, in messages. */
export const aRecord = ({ table }: Subject): string => withArticle(table.one);
