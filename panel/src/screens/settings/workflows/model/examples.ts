import type { WorkflowWords } from '#panel/words/workflows/pt-BR.ts';
import type { JsonObject } from './json.ts';

/* Example workflows in the user's language. Records of the team (a project, an inbox) are left for the form to ask for. */

export interface Example {
  readonly key: keyof WorkflowWords['examples'];
  readonly name: string;
  readonly about: string;
  readonly definition: JsonObject;
}

/** Terms of the team. */
interface Terms {
  readonly won_phases: readonly string[];
  readonly lost_phases: readonly string[];
  readonly columns: readonly { readonly slug: string; readonly name: string }[];
}

const ofDeal: JsonObject = {
  client_id: '{{deal.client_id}}',
  deal_id: '{{deal.id}}',
  assigned_to: '{{deal.responsible_id}}',
};

/** Column for reviews, guessed from common names. */
const reviewIn = (columns: Terms['columns']) =>
  columns.find(({ slug, name }) => /revi|aprov/i.test(`${slug} ${name}`))?.slug ?? 'review';

export const emptyWorkflow: JsonObject = {
  name: '',
  trigger: { type: 'deal_created' },
  conditions: [],
  steps: [],
};

export function examplesIn(
  { examples }: Pick<WorkflowWords, 'examples'>,
  { won_phases, lost_phases, columns }: Terms,
): readonly Example[] {
  const { kickOff, lead, lost, review, message, resolved, approved, report } = examples;
  const made = (
    key: Example['key'],
    trigger: JsonObject,
    conditions: readonly JsonObject[],
    steps: readonly JsonObject[],
  ): Example => {
    const { name, about } = examples[key];
    return { key, name, about, definition: { name, trigger, conditions, steps } };
  };
  return [
    made(
      'kickOff',
      { type: 'deal_stage_changed', to: won_phases[0] ?? 'ganho' },
      [
        { field: 'status', op: 'eq', value: 'ativo' },
        { field: 'client_id', op: 'exists', value: true },
      ],
      [
        {
          type: 'create_task',
          with: {
            title: kickOff.task,
            assignee_id: '{{deal.responsible_id}}',
            description: kickOff.description,
            priority: 'high',
            tags: kickOff.tags,
            checklist_markdown: kickOff.checklist,
          },
        },
        {
          type: 'create_activity',
          with: {
            title: kickOff.activity,
            type: 'meeting',
            description: kickOff.activityAbout,
            duration_minutes: 60,
            priority: 'high',
            ...ofDeal,
          },
        },
        { type: 'send_message', with: { content: kickOff.message } },
      ],
    ),
    made(
      'lead',
      { type: 'deal_created' },
      [
        { field: 'source', op: 'contains', value: lead.source },
        { field: 'value', op: 'gte', value: 10_000 },
      ],
      [
        { type: 'update_deal', with: { priority: 'alta', is_starred: true } },
        { type: 'wait', with: { for: '2h' } },
        {
          type: 'create_activity',
          with: {
            title: lead.activity,
            type: 'call',
            description: lead.activityAbout,
            duration_minutes: 20,
            priority: 'high',
            tags: lead.tags,
            ...ofDeal,
          },
        },
      ],
    ),
    made(
      'lost',
      { type: 'deal_stage_changed', to: lost_phases[0] ?? 'perdido' },
      [{ field: 'value', op: 'gt', value: 0 }],
      [
        { type: 'wait', with: { for: '90d' } },
        {
          type: 'create_activity',
          with: {
            title: lost.activity,
            type: 'follow_up',
            description: lost.activityAbout,
            priority: 'medium',
            tags: lost.tags,
            ...ofDeal,
          },
        },
      ],
    ),
    made(
      'message',
      { type: 'conversation_received' },
      [{ field: 'message.content', op: 'contains', value: message.condition }],
      [
        {
          type: 'send_message',
          with: { content: message.answer, conversation_id: '{{conversation.id}}' },
        },
        {
          type: 'create_activity',
          with: {
            title: message.activity,
            type: 'follow_up',
            description: message.activityAbout,
            assigned_to: '{{conversation.assignee_id}}',
          },
        },
      ],
    ),
    made(
      'resolved',
      { type: 'conversation_resolved' },
      [],
      [
        { type: 'wait', with: { for: '1d' } },
        {
          type: 'send_message',
          with: { content: resolved.question, conversation_id: '{{conversation.id}}' },
        },
      ],
    ),
    made(
      'review',
      { type: 'task_moved', to: reviewIn(columns) },
      [],
      [
        {
          type: 'create_activity',
          with: {
            title: review.activity,
            type: 'task',
            description: review.activityAbout,
            due_date: '{{task.due_date}}',
            assigned_to: '{{task.reporter_id}}',
          },
        },
      ],
    ),
    made(
      'approved',
      { type: 'campaign_approval_changed', to: 'approved' },
      [],
      [
        {
          type: 'create_task',
          with: {
            title: approved.task,
            project_id: '{{campaign.project_id}}',
            description: approved.description,
            due_date: '{{campaign.start_date}}',
            priority: 'high',
          },
        },
      ],
    ),
    made(
      'report',
      { type: 'schedule', at: '09:00', month_days: [1], closed_days: 'after' },
      [],
      [
        {
          type: 'create_task',
          with: {
            title: report.task,
            priority: 'high',
            checklist_markdown: report.checklist,
          },
        },
      ],
    ),
  ];
}
