import type { ExportWords } from './pt-BR.ts';

export const words: ExportWords = {
  about:
    'Each file shows the data as it was when the file was created. It stays here for 24 hours, only you see it, and every download is in the audit log.',
  how: 'To export a list, open it, filter it as you like, and choose Display › Export.',
  toContacts: 'Open contacts',
  none: 'No exports in the last 24 hours.',
  latest: 'Latest exports',
  name: 'File',
  state: 'Status',
  size: 'Size',
  when: 'When',
  team: 'Whole team',
  states: {
    waiting: 'Queued',
    running: 'In progress',
    ready: 'Ready',
    failed: 'Failed',
  },
  progress: (p) => `${p.done} of ${p.total}`,
  until: (p) => `until ${p.time}`,
  download: 'Download',
  downloadOf: (p) => `Download ${p.name}`,
  delete: 'Delete',
  deleteOf: (p) => `Delete ${p.name}`,
  reasons: {
    rights_lost: 'You may no longer export this.',
    no_space: 'The service is out of disk space. Tell its operator.',
    unavailable: 'The file storage was unavailable. Try again.',
    unexpected:
      'Something went wrong in the service. Try again; if it keeps failing, tell its operator.',
  },
  wholeTeam: {
    title: 'Whole team',
    about:
      'A ZIP with all records, conversations, notes, settings and files of the team. It contains no passwords, keys or secrets.',
    submit: 'Export team',
  },
  dialog: {
    open: 'Export…',
    title: (p) => `Export ${p.list}`,
    boardAbout: 'Everything on the board with its filters, including what is not loaded yet.',
    about: (p) => `${p.count}, with the filters and the order of the list.`,
    format: 'Format',
    formats: {
      xlsx: 'Excel (.xlsx)',
      csv: 'CSV for spreadsheets (.csv)',
      jsonl: 'JSON Lines for programs (.jsonl)',
    },
    columns: 'Columns',
    allColumns: 'All',
    shownColumns: 'Those that the list shows',
    submit: 'Export',
  },
};
