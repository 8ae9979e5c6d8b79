import type { HoursWords } from './pt-BR.ts';

export const words: HoursWords = {
  title: 'Hours',
  previous: 'Previous week',
  next: 'Next week',
  current: 'This week',
  member: 'Hours of',
  project: 'Project',
  noProject: 'No project',
  total: 'Total',
  none: 'No hours this week. Add a project and type, for example, “1h30”.',
  add: 'Add project',
  copy: 'Copy hours from last week',
  lock: 'Submit and lock week',
  reopen: 'Reopen week',
  locked: 'Week locked',
  lockedAbout: 'Only admins can change its hours.',
  hint: 'Type 1h30, 1:30, 90m or 1.5. Arrows and Enter move between cells.',
  wrong: 'Type a duration of up to 24 hours: 1h30, 1:30, 90m or 1.5.',
  running: 'running',
  cell: (p) => `${p.project}, ${p.day}`,
};
