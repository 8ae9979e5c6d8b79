import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { completionsUrl, openLanguageModel } from '#server/outbound/language-model.ts';
import { makeLog } from '#server/platform/log.ts';

/* The client of a language model, against an endpoint that behaves as badly as real ones do. */

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts an endpoint. @returns its address, and a client of it */
async function serve(listener: RequestListener, timeoutMs = 60_000) {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model = openLanguageModel(
    { url, key: 'segredo', model: 'm' },
    makeLog('silent'),
    { take: async () => async () => {} },
    timeoutMs,
  );
  closing.push(() => {
    model.close();
    server.closeAllConnections();
    server.close();
  });
  return { url, model };
}

const answer = (content: unknown, more: object = {}) =>
  JSON.stringify({
    choices: [{ message: { role: 'assistant', content, ...more } }],
    usage: { total_tokens: 42 },
  });

const ends =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

test.each([
  ['http://localhost:11434', 'http://localhost:11434/v1/chat/completions'],
  ['http://localhost:11434/', 'http://localhost:11434/v1/chat/completions'],
  ['https://api.example.com/v1', 'https://api.example.com/v1/chat/completions'],
  ['https://api.example.com/v1/', 'https://api.example.com/v1/chat/completions'],
  ['https://x.example/openai/v1/chat/completions', 'https://x.example/openai/v1/chat/completions'],
  ['https://x.example/proxy', 'https://x.example/proxy/v1/chat/completions'],
])('the address %s has its completions at %s', (url, expected) => {
  expect(completionsUrl(url).href).toBe(expected);
});

test('one request has the model, both texts, the key and no tools', async () => {
  let sent: { headers: unknown; body: string; path: string | undefined } | undefined;
  const { model } = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      sent = { headers: request.headers.authorization, body, path: request.url };
      response.end(answer('Olá'));
    });
  });
  expect(await model.complete('faça', 'dados')).toEqual({ kind: 'text', text: 'Olá', tokens: 42 });
  expect(sent).toMatchObject({ headers: 'Bearer segredo', path: '/v1/chat/completions' });
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'faça' },
      { role: 'user', content: 'dados' },
    ],
    max_tokens: 1_500,
    temperature: 0.2,
    stream: false,
  });
});

describe('an answer', () => {
  test.each([
    ['is HTML', ends(200, '<html>Bad gateway</html>')],
    ['is no JSON', ends(200, '{"choices":[{"message":')],
    ['is null', ends(200, 'null')],
    ['is a list', ends(200, '[]')],
    ['has no choices', ends(200, '{"choices":[]}')],
    ['has choices of another kind', ends(200, '{"choices":{"a":1}}')],
    ['has a message of another kind', ends(200, '{"choices":[{"message":"x"}]}')],
    ['is empty', ends(200, answer('   '))],
    [
      'calls a tool',
      ends(200, answer(null, { tool_calls: [{ function: { name: 'send', arguments: '{}' } }] })),
    ],
    ['is deep', ends(200, `{"choices":${'['.repeat(200)}${']'.repeat(200)}}`)],
    ['is huge', ends(200, answer('x'.repeat(2_000_000)))],
  ] as const)('that %s is not understood', async (_, listener) => {
    const { model } = await serve(listener);
    expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'not_understood' });
  });

  test('may consist of parts, and report no tokens', async () => {
    const { model } = await serve(
      ends(
        200,
        JSON.stringify({
          choices: [
            {
              message: {
                content: [{ type: 'text', text: 'Um' }, { type: 'image' }, { text: ' dois' }],
              },
            },
          ],
        }),
      ),
    );
    expect(await model.complete('s', 'd')).toMatchObject({
      kind: 'text',
      text: 'Um dois',
      tokens: 3,
    });
  });

  test('that is cut off is no text', async () => {
    const { model } = await serve((request, response) => {
      request.resume();
      response
        .writeHead(200, { 'content-length': '500' })
        .write('{"choices":[{"message":{"content":"Um');
      setTimeout(() => response.destroy(), 50);
    });
    expect(await model.complete('s', 'd')).toMatchObject({ kind: 'failed' });
  });

  test('that does not come in time is given up, without a second request', async () => {
    let count = 0;
    const { model } = await serve((request) => {
      request.resume();
      count += 1;
    }, 200);
    expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'timeout' });
    expect(count).toBe(1);
  });

  test('that trickles in without an end is given up', async () => {
    const { model } = await serve((request, response) => {
      request.resume();
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    }, 600);
    expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'timeout' });
  });
});

describe('a pause that the endpoint asks for', () => {
  test('of seconds is followed by a retry', async () => {
    let count = 0;
    const { model } = await serve((request, response) => {
      count += 1;
      ends(count === 1 ? 429 : 200, answer('Olá'), { 'retry-after': '1' })(request, response);
    }, 60_000);
    expect(await model.complete('s', 'd')).toMatchObject({ kind: 'text' });
    expect(count).toBe(2);
  });

  test('is too long to wait for', async () => {
    let count = 0;
    const { model } = await serve((request, response) => {
      count += 1;
      ends(429, '{"error":{"message":"No deployments available","code":"429"}}', {
        'retry-after': '60',
      })(request, response);
    });
    expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'unreachable' });
    expect(count).toBe(1);
  });
});

test('without a free slot, nothing is sent', async () => {
  let count = 0;
  const { url } = await serve((request) => {
    request.resume();
    count += 1;
  });
  const model = openLanguageModel(
    { url, key: undefined, model: 'm' },
    makeLog('silent'),
    { take: async () => undefined },
    1_000,
  );
  closing.push(() => model.close());
  expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'busy' });
  expect(count).toBe(0);
});

test('a failure is retried once', async () => {
  let count = 0;
  const { model } = await serve((request, response) => {
    count += 1;
    ends(count === 1 ? 503 : 200, answer('Olá'))(request, response);
  });
  expect(await model.complete('s', 'd')).toMatchObject({ kind: 'text', text: 'Olá' });
  expect(count).toBe(2);
});

test('a second failure is the answer', async () => {
  let count = 0;
  const { model } = await serve((request, response) => {
    count += 1;
    ends(500, '<html>')(request, response);
  });
  expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'unreachable' });
  expect(count).toBe(2);
});

test('a redirect to another host is not followed', async () => {
  let isReached = false;
  const elsewhere = await serve((_, response) => {
    isReached = true;
    response.end(answer('Olá'));
  });
  const { model } = await serve(
    ends(307, '', { location: `${elsewhere.url}/v1/chat/completions` }),
  );
  expect(await model.complete('s', 'd')).toEqual({ kind: 'failed', reason: 'refused' });
  expect(isReached).toBe(false);
});

test('two requests run at a time', async () => {
  let running = 0;
  let most = 0;
  const { model } = await serve((request, response) => {
    request.resume();
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => {
      running -= 1;
      response.end(answer('Olá'));
    }, 30);
  });
  const results = await Promise.all(Array.from({ length: 8 }, () => model.complete('s', 'd')));
  expect(results.every(({ kind }) => kind === 'text')).toBe(true);
  expect(most).toBe(2);
});
