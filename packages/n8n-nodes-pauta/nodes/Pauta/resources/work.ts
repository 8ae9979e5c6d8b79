import {
  choice,
  day,
  json,
  list,
  longText,
  moment,
  needed,
  number,
  several,
  text,
  word,
} from '../fields';
import { create, get, getMany, type Names, type Resource, remove, update } from '../operations';
import {
  client,
  description,
  pipeline,
  project,
  search,
  squad,
  tags,
  updatedSince,
  user,
} from './common-fields';

const projects: Names = {
  one: 'project',
  many: 'projects',
  url: '/v1/projects',
  searched: 'searchProjects',
};
const tasks: Names = { one: 'task', many: 'tasks', url: '/v1/tasks', searched: 'searchTasks' };
const campaigns: Names = {
  one: 'campaign',
  many: 'campaigns',
  url: '/v1/campaigns',
  searched: 'searchCampaigns',
};
const pipelines: Names = {
  one: 'pipeline',
  many: 'pipelines',
  url: '/v1/pipelines',
  searched: 'searchPipelines',
};

const projectName = text('name', 'The name of the project');
const projectStatus = choice(
  'status',
  ['active', 'backlog', 'cancelled', 'completed', 'paused'],
  'backlog',
  'The status of the project',
);
const projectPriority = choice(
  'priority',
  ['high', 'low', 'medium', 'urgent'],
  'medium',
  'The priority',
);
const projectFields = [
  text(
    'slug',
    'The name in URLs: lower-case letters and digits joined by hyphens, unique in the team',
  ),
  description,
  projectStatus,
  projectPriority,
  text('color', '# and 3, 4, 6 or 8 hex digits', { placeholder: '#3b5bdb' }),
  day('start_date', 'The start date'),
  day('due_date', 'The due date'),
  longText('briefing', "The client's request"),
  squad,
  client,
];

const projectResource: Resource = {
  value: 'project',
  name: 'Project',
  operations: [
    remove(projects, 'Cancel'),
    create(projects, [needed(projectName)], projectFields),
    get(projects),
    getMany(
      projects,
      [squad, client, projectStatus, projectPriority, search('name and description'), updatedSince],
      ['name', 'status', 'priority', 'start_date', 'due_date', 'created_at', 'updated_at'],
    ),
    update(projects, [
      projectName,
      ...projectFields,
      moment('completed_at', 'Default: when the status changed to completed'),
    ]),
  ],
};

const title = text('title', 'The title, as shown in lists');
const column = word(
  'column',
  'searchColumns',
  'The column of the board, by its slug',
  'in_progress',
);
const taskPriority = choice(
  'priority',
  ['high', 'low', 'medium', 'none', 'urgent'],
  'none',
  'The priority',
);
const taskFields = [
  description,
  {
    ...pipeline,
    property: {
      ...pipeline.property,
      description: "The board. Default: the project's default board.",
    },
  },
  column,
  taskPriority,
  user('assignee_id', 'The main assignee'),
  several(
    'assignee_ids',
    { displayName: 'Assignee Names or IDs', typeOptions: { loadOptionsMethod: 'getUsers' } },
    'The assignees. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  ),
  user('reporter_id', 'The user who requested the task'),
  day('due_date', 'The due date'),
  number('estimated_hours', 'Estimated effort in hours'),
  tags,
  longText('checklist_markdown', 'A checklist in Markdown'),
];

const task: Resource = {
  value: 'task',
  name: 'Task',
  operations: [
    create(tasks, [needed(title), needed(project)], taskFields),
    get(tasks),
    getMany(
      tasks,
      [
        project,
        pipeline,
        user('assignee_id', 'Only tasks with this user among their assignees'),
        taskPriority,
        column,
        search('title and description'),
        updatedSince,
      ],
      ['title', 'priority', 'due_date', 'position', 'created_at', 'updated_at', 'completed_at'],
    ),
    remove(tasks, 'Trash'),
    update(tasks, [
      title,
      ...taskFields,
      number('position', 'The position in the column, smallest first'),
      moment('completed_at', 'Default: when the task entered a finishing column'),
      number('actual_hours', 'Actual effort in hours'),
    ]),
  ],
};

const campaignName = text('name', 'The name of the campaign');
const campaignStatus = choice(
  'status',
  ['active', 'cancelled', 'completed', 'draft', 'paused', 'scheduled'],
  'draft',
  'The status of the campaign',
);
const campaignFields = [
  description,
  campaignStatus,
  day('start_date', 'The start date'),
  day('end_date', 'The end date'),
  list('content_pillars', 'The themes, in order'),
  list('target_platforms', 'The platforms, in order'),
  json('goals', 'Any object'),
];

const campaign: Resource = {
  value: 'campaign',
  name: 'Campaign',
  operations: [
    remove(campaigns, 'Cancel'),
    create(campaigns, [needed(campaignName), needed(project)], campaignFields),
    get(campaigns),
    getMany(
      campaigns,
      [campaignStatus, project, search('name and description'), updatedSince],
      ['name', 'status', 'start_date', 'end_date', 'created_at', 'updated_at'],
    ),
    update(campaigns, [campaignName, ...campaignFields]),
  ],
};

const pipelineResource: Resource = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [get(pipelines), getMany(pipelines, [project], ['name', 'created_at'])],
};

export const work: readonly Resource[] = [campaign, pipelineResource, projectResource, task];
