import { CommandError, UsageError } from './command.ts';

export const noInbox = (id: string) => () => new CommandError(`There is no inbox ${id}.`);

/** Warns if an inbox has received nothing since it was connected, although it may be able to send. */
export const silentInboxWarning = (heard: boolean | null): string[] =>
  heard === false
    ? [
        'No message received since it was connected: write to this number now, from another phone, to see whether it receives.',
      ]
    : [];

/** Maximum size of standard input: far more than any gateway needs. */
const maxInput = 1_048_576;

/** Resolves an option's text; `-` reads standard input, which other users of the machine cannot see. */
async function readOptionText(text: string | undefined): Promise<string | undefined> {
  if (text !== '-') return text;
  let input = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    input += part;
    if (input.length > maxInput) throw new UsageError('standard input must be at most 1 MiB.');
  }
  return input;
}

/** @throws UsageError naming the option if its text is not a JSON object */
export function readJsonObject(text: string, option: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${option} must be JSON.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${option} must be a JSON object.`);
  }
  return value as Record<string, unknown>;
}

/** Parses the configuration option; undefined if it is absent. @throws UsageError if it is not a JSON object */
export async function parseConfigOption(
  text: string | undefined,
  option = '--config',
): Promise<Record<string, unknown> | undefined> {
  const json = await readOptionText(text);
  return json === undefined ? undefined : readJsonObject(json, option);
}
