import webhookRoutes from '../features/webhooks/table.ts';
import campaignRoutes from '../features/work/campaigns/operations.ts';
import { pipelines } from '../features/work/pipelines/table.ts';
import projectRoutes from '../features/work/projects/operations.ts';
import taskRoutes from '../features/work/tasks/operations.ts';
import type { Client } from './agency.ts';
import * as words from './demo-data.ts';
import { cyclicElement } from './random.ts';
import { type DemoRun, list, post, put, retire, times } from './run.ts';

type ProjectStatus = (typeof words.projectStatuses)[number];

interface Column {
  readonly id: string;
  readonly slug: string;
  readonly isFinishing: boolean;
}

/** The fields of a project that other steps need, with its default board. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly age: number;
  readonly status: ProjectStatus;
  readonly client: Client | undefined;
  readonly pipelineId: string;
  readonly columns: readonly Column[];
}

/** The default board of a project. */
async function boardOf(
  demo: DemoRun,
  project: string,
): Promise<Pick<Project, 'pipelineId' | 'columns'>> {
  const boards = await list(demo, pipelines, { project_id: project });
  const board = boards.find(({ is_default }) => is_default === true);
  if (!board) throw new Error(`project ${project} has no board`);
  const columns = board.columns as readonly { id: string; slug: string; is_finishing: boolean }[];
  return {
    pipelineId: board.id as string,
    columns: columns.map(({ id, slug, is_finishing }) => ({ id, slug, isFinishing: is_finishing })),
  };
}

export function addProjects(
  demo: DemoRun,
  clients: readonly Client[],
  squads: readonly string[],
): Promise<Project[]> {
  const { calendar, counts, random } = demo;
  const statuses = random.spread(words.projectStatuses, counts.projects);
  const priorities = random.spread(words.projectPriorities, counts.projects);
  return times(counts.projects, async (i) => {
    // Some are internal projects of the agency.
    const client = i % 7 === 6 ? undefined : cyclicElement(clients, i);
    const idea = cyclicElement(words.projects, i + Math.floor(i / clients.length));
    const name = `${idea.name} – ${client?.name ?? 'projeto interno'}`;
    const status = cyclicElement(statuses, i);
    const isOver = status === 'completed' || status === 'cancelled';
    const age = random.int(15, client ? client.age - 1 : 200);
    const end = isOver ? -random.int(1, age - 8) : random.int(-10, 90);
    const body = {
      name,
      description: idea.description,
      status,
      priority: priorities[i],
      color: cyclicElement(words.colors, i),
      start_date: calendar.day(random.int(0, 7) - age),
      due_date: calendar.day(isOver ? end + random.int(-3, 7) : end),
      briefing: random.chance(0.8) ? idea.briefing : undefined,
      squad_id: i % 5 === 4 ? undefined : cyclicElement(squads, i),
      client_id: client?.id,
    };
    const over = isOver ? calendar.moment(end) : undefined;
    const { id } = await post(demo, projectRoutes, age, body, over);
    return { id, name, age, status, client, ...(await boardOf(demo, id)) };
  });
}

/** Column of a project's n-th task: nothing is done before the start, everything at the end. */
function placeOf({ status, columns }: Project, nth: number): number {
  const last = columns.length - 1;
  if (status === 'backlog') return Math.min(nth % 2, last);
  if (status === 'completed') return last;
  return nth % columns.length;
}

interface OpenTask {
  readonly id: string;
  readonly project: string;
}

/** Of each project, the third open task is part of the first, and the fourth waits for the second. */
export async function linkTasks(demo: DemoRun, tasks: readonly OpenTask[]): Promise<void> {
  for (const [first, second, third, fourth] of Map.groupBy(
    tasks,
    ({ project }) => project,
  ).values()) {
    if (first && third) await put(demo, taskRoutes, third.id, { parent_id: first.id });
    if (second && fourth) await put(demo, taskRoutes, fourth.id, { blocked_by_ids: [second.id] });
  }
}

/**
 * Creates tasks in all columns of the projects' default boards; one of sixty is in the trash.
 * @returns those that are not done
 */
export async function addTasks(
  demo: DemoRun,
  projects: readonly Project[],
): Promise<readonly OpenTask[]> {
  const { calendar, counts, offset, random, users } = demo;
  const priorities = random.spread(words.taskPriorities, counts.tasks);
  const open = await times(counts.tasks, async (i): Promise<OpenTask | undefined> => {
    const project = cyclicElement(projects, i);
    const place = placeOf(project, Math.floor(i / projects.length));
    const column = project.columns[place];
    const title = cyclicElement(words.taskTitles, i + offset);
    const age = random.int(2, project.age - 1);
    const estimated = random.chance(0.8) ? random.pick([1, 2, 3, 4, 6, 8, 12, 16, 24]) : undefined;
    const done = column?.isFinishing ? -random.int(1, age - 1) : undefined;
    const due = done === undefined ? random.int(-7, 30) : done + random.int(-3, 5);
    const body = {
      title: project.client && i % 3 === 0 ? `${title} – ${project.client.name}` : title,
      description: random.chance(0.7) ? random.pick(words.taskDescriptions) : undefined,
      project_id: project.id,
      column: column?.slug,
      priority: priorities[i],
      assignee_ids: random.sample(users, random.int(0, 3)),
      reporter_id: random.chance(0.6) ? random.pick(users) : undefined,
      ...(random.chance(0.85) && {
        start_date: i % 4 > 0 ? calendar.day(due - 1 - (i % 9)) : undefined,
        due_date: calendar.day(due),
      }),
      estimated_hours: estimated,
      tags: random.sample(words.taskTags, random.int(0, 3)),
      checklist_markdown: random.chance(0.4) ? random.pick(words.checklists) : undefined,
    };
    const changed = done === undefined ? undefined : calendar.moment(done);
    const { id } = await post(demo, taskRoutes, age, body, changed);
    if (estimated !== undefined && place >= 2) {
      const spent = Math.round(estimated * random.int(50, 140) * 0.04) / 4;
      await put(demo, taskRoutes, id, { actual_hours: Math.max(0.25, spent) });
    }
    const isInTrash = i % 60 === 59;
    if (isInTrash) await retire(demo, taskRoutes, id);
    return isInTrash || done !== undefined ? undefined : { id, project: project.id };
  });
  return open.filter((task) => task !== undefined);
}

/** @returns the campaigns, in order of creation */
export async function addCampaigns(
  demo: DemoRun,
  projects: readonly Project[],
): Promise<{ readonly id: string; readonly status: string }[]> {
  const { calendar, counts, random } = demo;
  const statuses = random.spread(words.campaignStatuses, counts.campaigns);
  return times(counts.campaigns, async (i) => {
    const project = cyclicElement(projects, i);
    const idea = cyclicElement(words.campaigns, i + Math.floor(i / projects.length));
    const status = cyclicElement(statuses, i);
    const isAhead = status === 'draft' || status === 'scheduled';
    const isOver = status === 'completed' || status === 'cancelled';
    const start = isAhead ? random.int(5, 60) : isOver ? -random.int(40, 120) : -random.int(1, 20);
    const reach = random.int(10, 200) * 1_000;
    const { id } = await post(demo, campaignRoutes, random.int(1, project.age - 1), {
      name: idea.name,
      project_id: project.id,
      description: idea.description,
      status,
      start_date: status === 'draft' && random.chance(0.5) ? undefined : calendar.day(start),
      end_date: calendar.day(start + random.int(15, 39)),
      content_pillars: random.sample(words.contentPillars, random.int(2, 4)),
      target_platforms: random.sample(words.platforms, random.int(1, 4)),
      goals: {
        leads: random.int(5, 60) * 10,
        alcance: reach,
        vendas: random.int(10, 120),
        observações: `Custo por contato de até R$ ${random.int(5, 40)}`,
      },
    });
    return { id, status };
  });
}

/** Creates endpoints alternately: one that receives, one that would deliver but is inactive. */
export async function addWebhooks(demo: DemoRun, projects: readonly Project[]): Promise<void> {
  const { counts, random } = demo;
  await times(counts.webhooks, async (i) => {
    const nth = Math.floor(i / 2);
    const project = cyclicElement(projects, nth);
    const name = cyclicElement(i % 2 === 0 ? words.receivingHooks : words.deliveringHooks, nth);
    const receives = {
      target_pipeline_id: project.pipelineId,
      target_column_id: project.columns[0]?.id,
      field_mapping: {
        title: '{{lead.nome}} pediu contato pelo site',
        description: 'lead.mensagem',
        tags: 'lead.interesses',
      },
    };
    const delivers = {
      is_active: false,
      url: `https://example.com/pauta/${nth + 1}`,
      events: ['deal.created', 'deal.stage_changed', 'task.moved', 'msgapp.message.status'],
    };
    await post(demo, webhookRoutes, random.int(1, project.age - 1), {
      name: nth === 0 ? name : `${name} – ${project.name}`,
      ...(i % 2 === 0 ? receives : delivers),
    });
  });
}
