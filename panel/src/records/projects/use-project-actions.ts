import { runWithToast } from '#panel/commands/command.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { type ChangeOf, changeRecord, removeRecord } from '#panel/data/records.ts';
import { leaveRecord } from '../shared/record-shortcuts.ts';

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
