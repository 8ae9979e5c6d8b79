import { exitStatusOf } from './exit-status.ts';
import { program } from './program.ts';

// A reader that has closed its end, such as `head`, wants no more: the command completes without its output.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

try {
  await (await program(process.argv.slice(2))).parseAsync(process.argv);
} catch (error) {
  const { status, message } = exitStatusOf(error);
  if (message !== undefined) process.stderr.write(`pauta: ${message}\n`);
  // Exits explicitly: pending work must not keep a refused command alive.
  process.exit(status);
}
