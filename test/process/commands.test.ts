import { afterAll, describe, expect, test } from 'vitest';
import { helpOf } from '#server/cli/operation-command.ts';
import { program } from '#server/cli/program.ts';
import { registry } from '#server/features/registry.ts';
import { cleanUp, pauta } from '#test/support/processes.ts';

/* Commands and operations correspond, in both directions. */

/** Commands that administer the installation itself. */
const builtIn = [
  'serve',
  'migrate',
  'demo',
  'backup',
  'restore',
  'move',
  'doctor',
  'listen',
  'trigger',
  'mcp',
  'panel build',
  'workflow schema',
];

afterAll(cleanUp);

describe('commands', async () => {
  const all = await program([]);
  const commands = all.commands.flatMap((group) => [
    ...(group.commands.length === 0 || group.registeredArguments.length > 0
      ? [{ name: group.name(), command: group }]
      : []),
    ...group.commands.map((command) => ({ name: `${group.name()} ${command.name()}`, command })),
  ]);

  test('each is an operation, or administers the installation itself', () => {
    const operations = registry.commands.map(({ cli }) => cli);
    expect(commands.map(({ name }) => name).sort()).toEqual([...operations, ...builtIn].sort());
  });

  test.each(registry.commands.map((operation) => [operation.cli, operation] as const))(
    '%s has the description of its operation in its help',
    (name, operation) => {
      const command = commands.find((each) => each.name === name)?.command;
      expect(command?.description()).toBe(helpOf(operation));
      expect(command?.parent?.helpInformation().replace(/\s+/g, ' ')).toContain(helpOf(operation));
      expect(command?.helpInformation().replace(/\s+/g, ' ')).toContain(helpOf(operation));
    },
  );

  test('the operator of the service may run each', () => {
    for (const { name, allow } of registry.commands)
      expect({ name, allow: allow.operator }).toEqual({ name, allow: true });
  });

  test('the program lists them', async () => {
    const { stdout, status } = await pauta(['squad', '--help'], {});
    expect(status).toBe(0);
    expect(stdout).toContain('create a squad');
  });
});
