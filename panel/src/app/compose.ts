import { composer } from '../records/tasks/open-composer.ts';
import { peekIn, recordIn } from '../route/record-paths.ts';

/** Opens the composer for a task, of the project that the screen shows. */
export function compose(): void {
  const record = peekIn(location.search) ?? recordIn(location.pathname);
  composer.open(record?.kind === 'projects' ? { projectId: record.id } : {});
}
