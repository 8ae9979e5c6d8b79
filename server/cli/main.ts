import { Command, CommanderError } from 'commander';
import { BackupError } from '../db/backup-file.ts';
import { EmbeddedError } from '../db/embedded/embedded.ts';
import { MigrationError } from '../db/migrate.ts';
import { ConfigError } from '../platform/config.ts';
import { ApiError, StartError } from '../platform/errors.ts';
import { version } from '../platform/version.ts';
import { backup } from './backup.ts';
import { CommandError, UsageError } from './command.ts';
import { contract } from './contract.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { inbox } from './inbox.ts';
import { key } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { move } from './move.ts';
import { pipeline } from './pipeline.ts';
import { restoreCommand } from './restore.ts';
import { sandbox } from './sandbox.ts';
import { secrets } from './secrets.ts';
import { serveCommand } from './serve.ts';
import { squad } from './squad.ts';
import { task } from './task.ts';
import { team } from './team.ts';
import { user } from './user.ts';
import { workflow } from './workflow.ts';

function program(): Command {
  const pauta = new Command('pauta')
    .description('The service that agencies run their work on.')
    .version(version)
    .option('--json', 'print one JSON object')
    .showHelpAfterError('(run pauta COMMAND --help for details)');
  const commands = [
    serveCommand,
    migrateCommand,
    team,
    key,
    user,
    squad,
    pipeline,
    contract,
    inbox,
    sandbox,
    task,
    workflow,
    demo,
    backup,
    restoreCommand,
    move,
    secrets,
    doctor,
  ];
  for (const add of commands) add(pauta);
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
  await program().parseAsync(process.argv);
} catch (error) {
  const { status, message } = verdict(error);
  if (message !== undefined) process.stderr.write(`pauta: ${message}\n`);
  // Whatever still runs must not keep a refused command alive.
  process.exit(status);
}
