import { createComment } from '../features/comments/operations.ts';
import * as words from './demo-data.ts';
import { act, type DemoRun, registerRecord } from './run.ts';

/** Comments on about every sixth task. */
export async function addComments(demo: DemoRun): Promise<void> {
  const { made, random } = demo;
  const tasks = made.get('tasks') ?? [];
  for (const [i, { id: record_id, age }] of tasks.entries()) {
    // Skips tasks in the trash, one in sixty.
    if (i % 6 !== 2 || i % 60 === 59) continue;
    for (let n = random.int(1, 3); n > 0; n -= 1) {
      const content = random.pick(words.comments);
      const text = await act(demo, createComment, { record_type: 'tasks', record_id, content });
      const { id } = JSON.parse(text) as { id: string };
      registerRecord(demo, 'comments', id, Math.max(1, Math.min(age - 1, n * 2)));
    }
  }
}
