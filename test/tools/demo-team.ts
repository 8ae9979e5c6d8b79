import { pauta } from '../support/processes.ts';
import { type Context, must } from './check.ts';

/** A team with demo data that no other check changes. @returns variables for collections */
export async function demoTeam({ newTeam, env, origin }: Context) {
  const { team, key } = await newTeam();
  const { status, stderr } = await pauta(['demo', '--team', team], env);
  must(status === 0, `pauta demo ended with ${status}: ${stderr}`);
  return { team, key, base: `${origin}/api` };
}
