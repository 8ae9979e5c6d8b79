import { exitStatusOf } from './exit-status.ts';
import { program } from './program.ts';

try {
  await (await program(process.argv.slice(2))).parseAsync(process.argv);
} catch (error) {
  const { status, message } = exitStatusOf(error);
  if (message !== undefined) process.stderr.write(`pauta: ${message}\n`);
  // Exits explicitly: pending work must not keep a refused command alive.
  process.exit(status);
}
