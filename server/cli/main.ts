import { Command, CommanderError } from 'commander';
import { BackupError } from '../db/backup-file.ts';
import { EmbeddedError } from '../db/embedded/errors.ts';
import { MigrationError } from '../db/migrate.ts';
import { ConfigError } from '../platform/config.ts';
import { ApiError, StartError } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import { CommandError, UsageError } from './command.ts';

/** Each is loaded when it is asked for: it starts in half the time without the others. In the order of the help text. */
const commands: Readonly<Record<string, () => Promise<(pauta: Command) => void>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  team: async () => (await import('./team.ts')).team,
  key: async () => (await import('./key.ts')).key,
  user: async () => (await import('./user.ts')).user,
  squad: async () => (await import('./squad.ts')).squad,
  pipeline: async () => (await import('./pipeline.ts')).pipeline,
  contract: async () => (await import('./contract.ts')).contract,
  inbox: async () => (await import('./inbox.ts')).inbox,
  sandbox: async () => (await import('./sandbox.ts')).sandbox,
  task: async () => (await import('./task.ts')).task,
  workflow: async () => (await import('./workflow.ts')).workflow,
  demo: async () => (await import('./demo.ts')).demo,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  move: async () => (await import('./move.ts')).move,
  secrets: async () => (await import('./secrets.ts')).secrets,
  doctor: async () => (await import('./doctor.ts')).doctor,
};

/** @param words the arguments; where the first that is no option names no command, all commands are known to the answer */
async function program(words: readonly string[]): Promise<Command> {
  const pauta = new Command('pauta')
    .description('The service that agencies run their work on.')
    .version(version)
    .option('--json', 'print one JSON object')
    .showHelpAfterError('(run pauta COMMAND --help for details)');
  const named = commands[words.find((word) => !word.startsWith('-')) ?? ''];
  for (const load of named ? [named] : Object.values(commands)) (await load())(pauta);
  // --json is understood wherever it stands, and wrong words end the same way everywhere.
  const settle = (command: Command) => {
    command.exitOverride();
    if (command !== pauta) command.option('--json', 'print one JSON object');
    for (const sub of command.commands) settle(sub);
  };
  settle(pauta);
  return pauta;
}

/** What went wrong, for people, and the exit status. */
function verdict(error: unknown): { status: number; message: string | undefined } {
  if (error instanceof CommanderError)
    return { status: error.exitCode === 0 ? 0 : 2, message: undefined };
  if (error instanceof UsageError) return { status: 2, message: error.message };
  const { message, stack, code } = error as NodeJS.ErrnoException;
  const isForPeople = [
    ConfigError,
    EmbeddedError,
    BackupError,
    MigrationError,
    StartError,
    CommandError,
    ApiError,
  ].some((kind) => error instanceof kind);
  // A code says that the system or the database refused; anything else is a mistake of ours, and wants its stack.
  return { status: 1, message: isForPeople || code ? message : (stack ?? String(error)) };
}

try {
  await (await program(process.argv.slice(2))).parseAsync(process.argv);
} catch (error) {
  const { status, message } = verdict(error);
  if (message !== undefined) process.stderr.write(`pauta: ${message}\n`);
  // Whatever still runs must not keep a refused command alive.
  process.exit(status);
}
