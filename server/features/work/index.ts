import type { AnyOperation } from '#server/operations/registry.ts';
import { listInPanel as listCampaigns, setApproval } from './campaigns/operations.ts';
import { absenceOperations } from './capacity/absences.ts';
import { weeklyHoursOperations } from './capacity/weekly-hours.ts';
import { workloadOperations } from './capacity/workload.ts';
import { pipelineOperations } from './pipelines/operations.ts';
import { createFromTemplateOperation } from './project-templates/create-project.ts';
import { projectTemplateOperations } from './project-templates/operations.ts';
import { setKey as setProjectKey } from './projects/keys.ts';
import { listInPanel as listProjects } from './projects/operations.ts';
import { getOverview } from './projects/overview.ts';
import { recurrenceOperations } from './recurrences/operations.ts';
import { getBoard } from './tasks/board.ts';
import { getDependencies } from './tasks/dependencies.ts';
import { move as moveTask } from './tasks/move.ts';
import { findByNumber } from './tasks/numbers.ts';
import { restore, trashOperations } from './tasks/restore.ts';
import { subtaskOperations } from './tasks/subtasks.ts';
import { listTasks } from './tasks/views.ts';
import { timesheetOperations } from './time-entries/locked-weeks.ts';
import { stop as stopTimeEntry } from './time-entries/operations.ts';
import { rateOperations } from './time-entries/rates.ts';
import { teamWeekOperations } from './time-entries/team-week.ts';

/** Operations on projects, pipelines, tasks and campaigns, in addition to those of their tables. */
export const operations: readonly AnyOperation[] = [
  ...pipelineOperations,
  listProjects,
  ...projectTemplateOperations,
  createFromTemplateOperation,
  setProjectKey,
  getOverview,
  listTasks,
  getBoard,
  moveTask,
  getDependencies,
  findByNumber,
  ...trashOperations,
  restore,
  ...subtaskOperations,
  listCampaigns,
  setApproval,
  stopTimeEntry,
  ...rateOperations,
  ...timesheetOperations,
  ...teamWeekOperations,
  ...recurrenceOperations,
  ...absenceOperations,
  ...weeklyHoursOperations,
  ...workloadOperations,
];
