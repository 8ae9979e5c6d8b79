import { runWithToast } from '../../commands/command.ts';
import type { Fields } from '../../commands/diff.ts';
import { type ChangeOf, changeRecord, removeRecord } from '../../data/records.ts';
import { leaveRecord } from '../../parts/record-shortcuts.ts';

const change = changeRecord('projects');
const cancel = removeRecord('projects');

/** Actions on a project. */
export const useProjectActions = (slug: string, id: string) => ({
  save: (fields: ChangeOf<'projects'>, base?: Fields) =>
    void runWithToast(change, { slug, id, change: fields, base }),
  remove() {
    leaveRecord(slug, 'projects');
    void runWithToast(cancel, { slug, id });
  },
});
