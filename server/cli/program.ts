import { Command } from 'commander';
import { version } from '../platform/version.ts';

/** Loaded on demand, which halves start-up time. In the order of the help text. */
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
  template: async () => (await import('./template.ts')).template,
  conversation: async () => (await import('./conversation.ts')).conversation,
  message: async () => (await import('./message.ts')).message,
  answer: async () => (await import('./answer.ts')).answer,
  task: async () => (await import('./task.ts')).task,
  file: async () => (await import('./file.ts')).file,
  workflow: async () => (await import('./workflow.ts')).workflow,
  listen: async () => (await import('./listen.ts')).listen,
  trigger: async () => (await import('./trigger.ts')).trigger,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  privacy: async () => (await import('./privacy.ts')).privacy,
  audit: async () => (await import('./audit.ts')).audit,
  mcp: async () => (await import('./mcp.ts')).mcp,
  demo: async () => (await import('./demo.ts')).demo,
  panel: async () => (await import('./panel.ts')).panel,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  move: async () => (await import('./move.ts')).move,
  secrets: async () => (await import('./secrets.ts')).secrets,
  doctor: async () => (await import('./doctor.ts')).doctor,
};

/** @param words the arguments; all commands are loaded if the first non-option names none */
export async function program(words: readonly string[]): Promise<Command> {
  const pauta = new Command('pauta')
    .description('The service that agencies run their work on.')
    .version(version)
    .option('--json', 'print JSON instead of text')
    .showHelpAfterError('(run pauta COMMAND --help for details)');
  const named = commands[words.find((word) => !word.startsWith('-')) ?? ''];
  for (const load of named ? [named] : Object.values(commands)) (await load())(pauta);
  // Accepts --json anywhere, and handles usage errors the same way in all commands.
  const settle = (command: Command) => {
    command.exitOverride();
    if (command !== pauta) command.option('--json', 'print JSON instead of text');
    for (const sub of command.commands) settle(sub);
  };
  settle(pauta);
  return pauta;
}
