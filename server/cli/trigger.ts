import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { eventKinds } from '../features/event-kinds.ts';
import { resources } from '../features/registry.ts';
import { type Attempted, makeSender } from '../features/webhooks/delivery-attempt.ts';
import { newSecret } from '../features/webhooks/signature.ts';
import { subscribersOf } from '../features/webhooks/subscribers.ts';
import { sampleEvent } from '../http/openapi/events.ts';
import { CommandError, print, readId, UsageError, withDatabase } from './command.ts';
import { deliveryHeaders, everywhere, readForward, readSecret, timeoutMs } from './listen.ts';
import { teamNamed } from './operation-command.ts';

/*
 * Sends a sample event to receivers of webhooks (docs/adr/0253-sample-events.md). It is built from the examples of the OpenAPI document:
 * nothing is read from records of a team, and nothing is stored.
 */

interface Options {
  readonly forward?: string;
  readonly secret?: string;
  readonly team?: string;
  readonly webhook?: string;
}

/** A receiver of the sample. */
interface Receiver {
  readonly webhook_id: string | null;
  readonly url: string;
  readonly secrets: readonly [string, ...string[]];
}

interface Sent extends Attempted {
  readonly webhook_id: string | null;
  readonly url: string;
}

export function trigger(pauta: Command): void {
  pauta
    .command('trigger')
    .argument('<event>', 'type of the event, such as deal.created')
    .description('send a sample event to receivers of webhooks; changes and stores nothing')
    .option('--forward <url>', 'send it to this address: http://127.0.0.1:4000/pauta')
    .option(
      '--secret <secret>',
      'with --forward: sign with this whsec_… secret; default: a new one',
    )
    .option('--team <slug>', 'send it to the active endpoints of this team that receive the type')
    .option(
      '--webhook <id>',
      'with --team: only to this endpoint, even if it does not receive the type',
    )
    .action(async (kind: string, options: Options, command: Command) => {
      if (!eventKinds.includes(kind))
        throw new UsageError(
          `${kind} is not an event type; allowed: ${[...eventKinds].sort().join(', ')}.`,
        );
      const id = uuidv7();
      const event = sampleEvent(kind, resources, id, new Date());
      const body = JSON.stringify({ ...event, test: true });
      const sent = await (options.forward === undefined
        ? sendToTeam(kind, options, id, body)
        : sendTo(options.forward, options, id, body));
      const deliveries = sent.map(({ webhook_id, url, status, error, durationMs }) => ({
        ...{ webhook_id, url, status },
        ...{ error: error?.text ?? null, duration_ms: durationMs },
      }));
      const lines = sent.map(
        ({ url, status, error, durationMs }) =>
          `${status ?? '---'}  ${durationMs} ms  ${url}${error ? `  ${error.text}` : ''}`,
      );
      print(command, { id, type: kind, deliveries }, [`Sent ${kind} ${id}, a sample:`, ...lines]);
      if (sent.some(({ error }) => error)) process.exitCode = 1;
    });
}

/** @throws UsageError */
function sendTo(
  forward: string,
  { secret, team, webhook }: Options,
  id: string,
  body: string,
): Promise<Sent[]> {
  if (team !== undefined || webhook !== undefined)
    throw new UsageError('--forward cannot be combined with --team or --webhook.');
  const signing = secret === undefined ? newSecret() : readSecret(secret);
  if (secret === undefined) process.stderr.write(`Signed with ${signing}\n`);
  const receiver = { webhook_id: null, url: readForward(forward), secrets: [signing] } as const;
  return send([receiver], everywhere, id, body);
}

/** @throws UsageError, CommandError if no endpoint would receive it */
async function sendToTeam(
  kind: string,
  { secret, team, webhook }: Options,
  id: string,
  body: string,
): Promise<Sent[]> {
  if (team === undefined) throw new UsageError('Use --forward URL, or --team SLUG.');
  if (secret !== undefined)
    throw new UsageError('--secret requires --forward: endpoints have their own secrets.');
  const only = webhook === undefined ? undefined : readId(webhook, '--webhook');
  return withDatabase(async (place) => {
    const { id: teamId } = await teamNamed(place, team);
    const { config, database, target } = place;
    const endpoints = await subscribersOf(database.team(teamId), target.secrets, kind, only);
    if (endpoints.length === 0)
      throw new CommandError(
        only === undefined
          ? `No active endpoint of ${team} receives ${kind}. Use --webhook ID to send it to one anyway.`
          : `${team} has no active endpoint ${only} with a url.`,
      );
    const receivers = endpoints.map(({ id: endpoint, url, secrets }): Receiver => {
      if (!secrets)
        throw new CommandError(
          `The secret of the endpoint ${endpoint} cannot be decrypted with the key here: set SECRET_KEY to the one the service uses.`,
        );
      return { webhook_id: endpoint, url, secrets };
    });
    return send(receivers, config.WEBHOOK_ALLOW_CIDRS, id, body);
  });
}

async function send(
  receivers: readonly Receiver[],
  allow: typeof everywhere,
  id: string,
  body: string,
): Promise<Sent[]> {
  const sender = makeSender({ allow, timeoutMs });
  try {
    return await Promise.all(
      receivers.map(async ({ webhook_id, url, secrets }) => {
        const headers = { ...deliveryHeaders(secrets, id, body), 'x-pauta-test': 'true' };
        return { ...(await sender.attempt({ url, body, headers })), webhook_id, url };
      }),
    );
  } finally {
    sender.close();
  }
}
