import { AsyncLocalStorage } from 'node:async_hooks';
import { exitStatusOf } from '#server/cli/exit-status.ts';
import { program } from '#server/cli/program.ts';
import { type Ended, type Env, pauta } from './processes.ts';

/*
 * Commands of `pauta` for tests of their output and effects. A process costs as much as a dozen calls, so only the first call of each
 * command in a test file starts one, which also shows that it ends; the others run here.
 */

/** Replacement for the process of a command that runs here. */
interface Place {
  readonly env: Env;
  stdout: string;
  stderr: string;
}

const place = new AsyncLocalStorage<Place>();

/** After the first call, a command's process functions are redirected to its place. */
function settle(): void {
  const { env } = process;
  Object.defineProperty(process, 'env', {
    configurable: true,
    enumerable: true,
    get: () => place.getStore()?.env ?? env,
  });
  for (const name of ['stdout', 'stderr'] as const) {
    const stream = process[name];
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    Object.assign(stream, {
      write(...args: unknown[]): boolean {
        const current = place.getStore();
        if (!current) return write(...args);
        current[name] += String(args[0]);
        return true;
      },
    });
  }
}

let isSettled = false;
const begun = new Set<string>();

async function callHere(args: readonly string[], env: Env): Promise<Ended> {
  if (!isSettled) settle();
  isSettled = true;
  const current: Place = { env: { ...env }, stdout: '', stderr: '' };
  const status = await place.run(current, async () => {
    try {
      await (await program(args)).parseAsync(args, { from: 'user' });
      return 0;
    } catch (error) {
      const { status, message } = exitStatusOf(error);
      if (message !== undefined) current.stderr += `pauta: ${message}\n`;
      return status;
    }
  });
  return { status, signal: null, stdout: current.stdout, stderr: current.stderr };
}

/** Runs a command to its end. Its environment is `env` alone. */
export function called(args: readonly string[], env: Env): Promise<Ended> {
  const command = args
    .filter((word) => /^[a-z]+$/.test(word))
    .slice(0, 2)
    .join(' ');
  if (begun.has(command)) return callHere(args, env);
  begun.add(command);
  return pauta(args, env);
}
