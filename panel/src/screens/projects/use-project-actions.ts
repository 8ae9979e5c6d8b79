import { doInPassing } from '../../commands/command.ts';
import type { Fields } from '../../commands/diff.ts';
import { type ChangeOf, changeRecord, removeRecord } from '../../data/records.ts';
import { leaveRecord } from '../../parts/record-shortcuts.ts';

const change = changeRecord('projects');
const cancel = removeRecord('projects');

/** Actions on a project. */
export const useProject = (slug: string, id: string) => ({
  save: (fields: ChangeOf<'projects'>, base?: Fields) =>
    void doInPassing(change, { slug, id, change: fields, base }),
  remove() {
    leaveRecord(slug, 'projects');
    void doInPassing(cancel, { slug, id });
  },
});
