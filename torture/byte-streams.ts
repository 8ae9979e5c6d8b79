import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type pg from 'pg';
import { request } from '#test/support/http.ts';
import { answersIn, type HttpAnswer } from '#test/support/http-answers.ts';
import type { Json, TestTeam } from '#test/support/team.ts';
import { beginnings, type Malformed, malformed } from './malformed-bytes.ts';
import { exchangeBytes } from './raw-sockets.ts';
import { checkError } from './response-judge.ts';
import { Leak, runProperty } from './run-property.ts';
import type { Size, Tally } from './torture-test.ts';

/*
 * Malformed bytes on raw sockets: responses are complete, one for each request and in order, and smuggled requests are not served.
 */

/** Number of streams at a time. */
const width = 16;
/** The service hangs up on malformed bytes at once; a busy machine takes longer. */
const hangUpMs = 5_000;

interface StreamTarget {
  readonly tally: Tally;
  readonly sql: pg.Client;
  /** The service's address, such as http://127.0.0.1:3000. */
  readonly origin: string;
  readonly team: TestTeam;
}

function inPieces(bytes: Buffer, count: number): Buffer[] {
  const size = Math.max(1, Math.ceil(bytes.length / count));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
}

/** @throws Error if a response is not the service's, or not the one expected at its position */
function checkAnswers(
  answers: readonly HttpAnswer[],
  n: string,
  { requests }: Pick<Malformed, 'requests'>,
): void {
  const summary = answers.map(({ status, body }) => `${status} ${body.slice(0, 100)}`).join(' | ');
  for (const [i, { status, headers, body }] of answers.entries()) {
    const id = headers['x-request-id'] ?? '';
    if (id.startsWith('smuggled')) throw new Leak(`a smuggled request was answered: ${summary}`);
    assert.ok(status < 500, summary);
    assert.equal(headers['set-cookie'], undefined, 'an injected header');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8', summary);
    if (status >= 400) checkError(status, JSON.parse(body));
    else assert.equal('error' in (JSON.parse(body) as Json), false, summary);
    // In order; only the rejection of bytes that are not a request has a generated ID.
    const isOwn = [`outer-${n}-${i}`, `outer-${n}-last`].includes(id);
    if (!isOwn) assert.ok(status >= 400 && i === answers.length - 1, `out of order: ${summary}`);
  }
  assert.ok(answers.length <= requests, `${answers.length} answers to ${requests}: ${summary}`);
}

/** Time that the service waits for the rest of the headers, and of a request; it checks every second. */
const waits = { head: 10_000, body: 30_000 };
const slackMs = 3_000;

/**
 * Starts requests that never end: one piece and then nothing, or a byte a second. The short form uses those that end soonest.
 * @returns their number, once the service has hung up on all of them
 */
export async function unfinishedRequests(
  { tally, origin, team }: StreamTarget,
  size: Size,
): Promise<number> {
  const port = Number(new URL(origin).port);
  const one = async (kind: keyof typeof beginnings, text: string, isSlow: boolean) => {
    const begun = Buffer.from(text.replaceAll('{n}', '0').replaceAll('{key}', team.key), 'latin1');
    const more = Array.from({ length: isSlow ? waits[kind] / 1_000 + 1 : 0 }, () =>
      Buffer.from('x'),
    );
    const heard = await exchangeBytes(port, [begun, ...more], {
      answers: 1,
      toTheEnd: true,
      between: 1_000,
      patience: waits[kind] + slackMs,
    });
    assert.ok(
      heard.isOver,
      `a connection stays open for ${waits[kind]} ms after ${text.slice(-40)}`,
    );
    checkAnswers(answersIn(heard.bytes), '0', { requests: 1 });
  };
  const all = (['head', 'body'] as const)
    .filter((kind) => size === 'full' || kind === 'head')
    .flatMap((kind) =>
      beginnings[kind].flatMap((text) => [one(kind, text, false), one(kind, text, true)]),
    );
  for (const done of await Promise.allSettled(all))
    if (done.status === 'rejected') tally.addWrong(String(done.reason));
  return all.length;
}

/** @returns the number of byte streams sent */
export async function malformedStreams(
  { tally, sql, origin, team }: StreamTarget,
  times: number,
  seed: number,
): Promise<number> {
  const port = Number(new URL(origin).port);
  const acknowledged = new Set<string>();
  let turns = 0;
  const one = async (each: Malformed) => {
    turns += 1;
    const n = String(turns).padStart(6, '0');
    const text = each.bytes.replaceAll('{n}', n).replaceAll('{key}', team.key);
    const heard = await exchangeBytes(port, inPieces(Buffer.from(text, 'latin1'), each.pieces), {
      answers: each.requests,
      toTheEnd: each.isRefused,
      after: each.after,
      between: 1,
      patience: hangUpMs,
    });
    const answers = answersIn(heard.bytes);
    checkAnswers(answers, n, each);
    for (const { status, headers } of answers)
      if (status === 201) acknowledged.add(String(headers['x-request-id']));
    if (each.after === 'wait' && each.isRefused)
      assert.ok(heard.isOver, `the connection stays open for ${hangUpMs} ms`);
    if (each.after === 'wait' && !each.isRefused)
      assert.equal(answers.length, each.requests, 'answers to requests that can be read');
    if (turns % width === 0) await askAnother();
  };
  /** Others are still served. */
  const askAnother = async () => {
    const began = performance.now();
    const { status, text } = await request(`${origin}/api/v1/deals?limit=1`, { key: team.key });
    tally.took(performance.now() - began);
    assert.equal(status, 200, text);
  };
  const property = fc.asyncProperty(malformed, one);
  await Promise.all(
    Array.from({ length: width }, (_, lane) =>
      runProperty(tally, property, Math.ceil(times / width), seed + lane),
    ),
  );
  const { rows } = await sql.query<{ title: string }>(
    'select title from deals where team_id = $1',
    [team.id],
  );
  const there = new Set(rows.map(({ title }) => title));
  for (const title of there)
    if (title.startsWith('smuggled')) tally.addLeaked(`${title} was created`);
  for (const title of acknowledged)
    if (!there.has(title)) tally.addLost(`${title} was answered 201`);
  if (there.size !== rows.length) tally.addWrong('a request was served twice');
  return turns;
}
