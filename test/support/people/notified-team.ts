import { expect } from 'vitest';
import type { Service } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/** A team with a member, and an admin who mentions them on tasks. */
export async function notifiedTeam(service: Service) {
  const team = await service.team('Aurora');
  const ana = await makePerson(service, team, 'member', { name: 'Ana' });
  const bia = await makePerson(service, team, 'admin', { name: 'Bia' });
  const project = await bia.post('/projects', { name: 'Site' });
  const newTask = async (title: string): Promise<string> => {
    const made = await bia.post('/tasks', { title, project_id: project.data.id });
    expect(made.status, made.text).toBe(201);
    return made.data.id as string;
  };
  /** The admin mentions the member in a comment. */
  const mention = async (task: string, text = 'Veja isto') => {
    const made = await bia.post('/comments', {
      ...{ record_type: 'tasks', record_id: task, content: text, mentions: [ana.userId] },
    });
    expect(made.status, made.text).toBe(201);
    return made;
  };
  return { team, ana, bia, newTask, mention };
}

export type NotifiedTeam = Awaited<ReturnType<typeof notifiedTeam>>;

/** Environment of a process that mails notifications. @param database as `onDatabase` returns it */
export const mailEnvironment = (database: NodeJS.ProcessEnv, smtpPort: number | string) => ({
  ...database,
  PANEL: 'off',
  PUBLIC_URL: 'https://pauta.example.com',
  SMTP_URL: `smtp://pauta:postage@127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'pauta@example.com',
});
