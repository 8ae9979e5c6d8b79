import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { must } from '../check.ts';
import {
  type Built,
  type Credential,
  type Delivered,
  deliver,
  hook,
  type Listening,
  runNode,
  type Values,
} from './host.ts';

export const id = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** @returns the port */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** The trigger's endpoint: created, verified with real deliveries of Pauta, found again, changed, removed. */
export async function trigger(node: Built, credential: Credential): Promise<void> {
  const waiting: ((delivered: Delivered) => void)[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const rawBody = Buffer.from(await text(request));
    response.writeHead(204).end();
    waiting.shift()?.({ headers: request.headers, rawBody });
  });
  const listen: Listening = {
    address: `http://127.0.0.1:${await listening(server)}/webhook/7/webhook`,
    events: ['deal.created'],
    memory: {},
  };
  const next = () => new Promise<Delivered>((resolve) => waiting.push(resolve));
  const endpoints = async () =>
    (
      await runNode(node, credential, {
        resource: 'webhook',
        operation: 'getAll',
        values: { filters: { url: listen.address } },
      })
    ).map(({ json }) => json);
  try {
    must(
      (await hook(node, credential, listen, 'checkExists')) === false,
      'an endpoint exists before it is created',
    );
    await hook(node, credential, listen, 'create');
    must(
      (await hook(node, credential, listen, 'checkExists')) === true,
      'the created endpoint is not found',
    );

    const coming = next();
    const [deal] = await runNode(node, credential, {
      resource: 'deal',
      operation: 'create',
      values: { title: 'Gatilho' },
      execution: '90',
    });
    const real = await coming;
    const started = await deliver(node, listen, real);
    must(
      started.status === 200 &&
        (started.items[0]?.data as Values | undefined)?.id === deal?.json.id,
      'a real delivery starts nothing',
    );
    const forged: [string, Delivered][] = [
      [
        'another body',
        { ...real, rawBody: Buffer.from(real.rawBody.toString().replace('Gatilho', 'Outro')) },
      ],
      [
        'another time',
        { ...real, headers: { ...real.headers, 'webhook-timestamp': '1700000000' } },
      ],
      ['no signature', { ...real, headers: {} }],
    ];
    for (const [what, request] of forged) {
      const { status, items } = await deliver(node, listen, request);
      must(status === 401 && items.length === 0, `${what} is answered ${status}`);
    }

    // n8n forgets, and another endpoint was left behind at the address: one is kept, with a known secret.
    const [before] = await endpoints();
    await runNode(node, credential, {
      resource: 'webhook',
      operation: 'create',
      values: {
        name: 'Sobra',
        additionalFields: { url: listen.address, events: ['deal.created'] },
      },
    });
    const forgetful = { ...listen, events: ['deal.created', 'deal.updated'], memory: {} };
    must(
      (await hook(node, credential, forgetful, 'checkExists')) === false,
      'an unknown secret counts as known',
    );
    await hook(node, credential, forgetful, 'create');
    const remaining = await endpoints();
    must(
      remaining.length === 1 && remaining[0]?.id === before?.id,
      `there are ${remaining.length} endpoints at the address`,
    );
    must(String(remaining[0]?.events).includes('deal.updated'), 'the events are not those chosen');
    const second = next();
    await runNode(node, credential, {
      resource: 'deal',
      operation: 'update',
      values: { id: id(deal?.json.id), updateFields: { phase: 'ganho' } },
    });
    must(
      (await deliver(node, forgetful, await second)).items[0]?.type === 'deal.updated',
      'after a new secret nothing starts',
    );

    // Unpublished after n8n has forgotten again; and repeated, when nothing is left.
    for (let times = 0; times < 2; times += 1) {
      await hook(node, credential, { ...forgetful, memory: {} }, 'delete');
      must((await endpoints()).length === 0, 'the endpoint outlives its workflow');
    }
  } finally {
    server.close();
  }
}
