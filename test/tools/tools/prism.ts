import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/http.ts';
import { until } from '../../support/wait.ts';
import { type Check, type Context, must } from '../check.ts';
import { type Case, casesOf, deletionsOf } from '../prism/cases.ts';
import { unsaid, type Verdict } from '../prism/unsaid.ts';
import { makeWorld } from '../prism/world.ts';

/*
 * Prism is a proxy between the service and a client that calls every operation, with good input and bad. It validates each answer against
 * the document: none may violate it. It validates each request too: the document and the service must refuse the same ones, except for
 * `unsaid`.
 */

export const title = 'Prism, validating between';

const program = fileURLToPath(new URL('../node_modules/.bin/prism', import.meta.url));

interface Violation {
  readonly location: readonly string[];
  readonly code?: string;
  readonly message: string;
}

interface Judged extends Verdict {
  /** Reasons why the answer violates the document. */
  readonly wrong: readonly string[];
}

/** Sends a case through the proxy. */
async function ask(proxy: string, one: Case): Promise<Judged> {
  const { operation, path, headers, body } = one;
  const reply = await fetch(`${proxy}${path}`, {
    method: operation.method,
    // Prism closes idle connections, and a busy machine uses one just then.
    headers: { ...headers, connection: 'close' },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(20_000),
  }).catch((error: Error) => {
    throw new Error(
      `${operation.id} ${one.at}: ${one.what}: ${error.message} ${error.cause ?? ''}`,
    );
  });
  const text = await reply.text();
  const header = reply.headers.get('sl-violations') ?? '[]';
  // Prism omits them if they would make the header too long; only our own requests have that many.
  const violations = header.startsWith('[')
    ? (JSON.parse(header) as Violation[])
    : [{ location: ['request'], message: header }];
  const { error } = JSON.parse(text || '{}') as { error?: { message: string } };
  const about = (side: string) =>
    violations
      .filter(({ location }) => location[0] === side)
      .map(({ location, code, message }) => `${location.join('.')} ${code}: ${message}`);
  return {
    case: one,
    status: reply.status,
    refuses: [400, 401, 413, 415].includes(reply.status),
    says: error?.message ?? '',
    forbids: about('request').length > 0,
    violations: about('request'),
    wrong: about('response'),
  };
}

/** Starts the proxy. @returns its address, and a function that stops it */
async function startProxy({ document, origin, log }: Context) {
  const port = await freePort();
  const child = spawn(
    program,
    ['proxy', document, `${origin}/api`, '-h', '127.0.0.1', '-p', String(port), '-v', 'fatal'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => log(text.trimEnd()));
  const address = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await once(child, 'close');
  };
  const isThere = () =>
    fetch(address).then(
      () => true,
      () => false,
    );
  try {
    await until(isThere, 90_000);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

const describe = ({ case: { operation, at, what }, status, says, violations }: Judged) =>
  `${operation.id} ${at}: ${what} → ${status} ${says} | ${violations.join('; ') || 'allowed'}`;

export const check: Check = async (context) => {
  const world = await makeWorld(context);
  const cases = casesOf(context.document, world);
  const deletions = await deletionsOf(context.document, world);
  const proxy = await startProxy(context);
  const verdicts: Judged[] = [];
  try {
    // Prism creates its validators of an operation at its first request.
    for (const some of [cases, deletions]) {
      const waiting = [...some];
      const work = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift())
          verdicts.push(await ask(proxy.address, one));
      };
      await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
    }
  } finally {
    await proxy.stop();
  }

  const wrong = verdicts.filter((one) => one.wrong.length > 0 || one.status === 500);
  for (const one of wrong) context.log(`${describe(one)}\n  ${one.wrong.join('\n  ')}`);
  const apart = verdicts.filter(({ refuses, forbids }) => refuses !== forbids);
  const unknown = apart.filter((one) => !unsaid.some(({ fits }) => fits(one)));
  for (const one of unknown) context.log(describe(one));
  const idle = unsaid.filter(({ fits }) => !apart.some(fits));
  const failed = verdicts.filter(({ case: { at }, status }) => at === 'nothing' && status >= 300);
  for (const one of failed) context.log(describe(one));
  must(wrong.length === 0, `${wrong.length} answers are not as described`);
  must(failed.length === 0, `${failed.length} requests as described are refused`);
  must(
    unknown.length === 0,
    `${unknown.length} of ${verdicts.length} requests: document and service disagree`,
  );
  must(idle.length === 0, `nothing needs: ${idle.map(({ why }) => why).join('; ')}`);
  return `${verdicts.length} requests, 0 wrong answers, ${apart.length} disagreements for ${unsaid.length} known reasons`;
};
