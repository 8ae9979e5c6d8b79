import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkMailServer } from '#server/features/installation/checks/services.ts';
import type { SmtpUrl } from '#server/platform/config.ts';
import { cert, key, trustLocalhost } from '#test/support/localhost-certificate.ts';
import { startSmtp } from '#test/support/people/smtp.ts';

/* The check of the SMTP server by pauta doctor: a real server, and servers that do not behave. */

const credentials = { user: 'pauta', password: 'postage' };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function smtp(tls?: Parameters<typeof startSmtp>[1]) {
  const server = await startSmtp(0, tls);
  ends.push(() => server.stop());
  return server;
}

/** A server with an arbitrary behaviour. */
async function raw(serve: (socket: Socket) => void): Promise<SmtpUrl> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, isSecure: false, needsTls: false, credentials };
}

/** Time for everything, long enough for a server that behaves. */
const check = (url: SmtpUrl, withinMs = 10_000) => checkMailServer(url, withinMs);
const wrong = (reason: string | RegExp) => ({
  name: 'mail',
  ok: false,
  found: expect.stringMatching(reason),
  advice: expect.stringContaining('SMTP_URL'),
});

test('signs in and sends nothing', async () => {
  const server = await smtp();
  expect(await check(server.url)).toEqual({
    name: 'mail',
    ok: true,
    found: 'the SMTP server accepts the sign-in',
  });
  const { credentials: _, ...open } = server.url;
  expect(await check(open)).toMatchObject({ ok: true, found: 'the SMTP server answers' });
  expect([server.attempts, server.received]).toEqual([0, []]);
});

test('uses STARTTLS, whose certificate must be valid', async () => {
  const { url } = await smtp({ key, cert });
  const secured = { ...url, host: 'localhost', needsTls: true };
  expect(await check(secured)).toEqual(wrong(/the connection fails \(self-signed certificate\)$/));
  const distrust = trustLocalhost();
  try {
    expect(await check(secured)).toMatchObject({ ok: true });
    const forAnotherName = { ...secured, host: '127.0.0.1' };
    expect(await check(forAnotherName)).toEqual(wrong(/the connection fails .*127\.0\.0\.1/));
  } finally {
    distrust();
  }
  const { url: plain } = await smtp();
  expect(await check({ ...plain, needsTls: true })).toEqual(wrong('it offers no valid TLS'));
  // A server without TLS on the port for it.
  expect(await check({ ...plain, isSecure: true })).toMatchObject({ ok: false });
});

test('reports a wrong password, without it', async () => {
  const { url } = await smtp();
  const refused = await check({ ...url, credentials: { user: 'pauta', password: 'hid/den' } });
  expect(refused).toEqual(wrong(/it refuses the user name or the password \(status 535\)/));
  // A server that repeats what it received.
  const echoing = await raw((socket) => {
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString();
      socket.write(
        line.startsWith('EHLO') ? '250-x\r\n250 AUTH PLAIN\r\n' : `535 ${line.trim()} hid/den\r\n`,
      );
    });
  });
  const password = 'hid/den';
  const echoed = await check({ ...echoing, credentials: { user: 'pauta', password } });
  expect(echoed).toEqual(wrong('it refuses the user name or the password'));
  for (const secret of [password, Buffer.from(`\0pauta\0${password}`).toString('base64')])
    expect(JSON.stringify([refused, echoed])).not.toContain(secret);
});

test('reports a closed port, an unknown name, and servers that hang or speak another protocol', async () => {
  const server = await startSmtp();
  await server.stop();
  expect(await check(server.url)).toEqual(
    wrong(`127.0.0.1:${server.url.port} cannot be used: .*ECONNREFUSED`),
  );
  expect(await check({ ...server.url, host: 'mail.invalid' })).toEqual(
    wrong(/its name has no address/),
  );
  const brief = 300;
  const silent = await raw(() => {});
  expect(await check(silent, brief)).toEqual(wrong('it does not answer in time'));
  const stuck = await raw((socket) => socket.write('220 ready\r\n'));
  expect(await check(stuck, brief)).toEqual(wrong('it does not answer in time'));
  // Each byte restarts the timeout of the socket, but not the limit.
  const dripping = await raw((socket) => {
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  expect(await check(dripping, brief)).toEqual(wrong('it does not answer in time'));
  const web = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await check(web)).toEqual(wrong('it does not speak SMTP'));
  const closing = await raw((socket) => socket.end());
  expect(await check(closing)).toEqual(wrong('cannot be used: it closes the connection'));
});
