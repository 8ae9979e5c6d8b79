import { create, update } from '../features/work/project-templates/operations.ts';
import { projectTemplates } from '../features/work/project-templates/table.ts';
import * as words from './demo-data.ts';
import { act, type DemoRun, list } from './run.ts';

/** Creates a template of projects, unless an earlier run did. After all steps that draw numbers, which would draw others. */
export async function addProjectTemplate(demo: DemoRun): Promise<void> {
  const { name, ...template } = words.projectTemplate;
  const existing = await list(demo, projectTemplates);
  if (existing.some((each) => each.name === name)) return;
  const text = await act(demo, create, { name });
  const { id } = JSON.parse(text ?? '{}') as { id: string };
  await act(demo, update, { name, ...template }, id);
}
