import { strict as assert } from 'node:assert';
import { type ErrorCode, type InvalidField, statusOf } from '#server/platform/errors.ts';
import { type Contract, into, isObject, type Operation } from '#test/support/contract.ts';

/* Rules for every response, whatever the request. */

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

const requestIdShape = /^[A-Za-z0-9_-]{1,64}$/;

/** Content that an error message must never have; names sent by the client appear as JSON texts and do not count. */
const inside =
  /select |insert |delete from|update .* set|\bat [/\w.<>]+ ?\(|node_modules|node:|file:|\.ts\b|\.js\b|syntax error|pg_|constraint|violates|relation |undefined|\[object|NaN|Infinity|ECONN|ERR_|FST_|HPE_/i;
const withoutQuotes = (message: string) => message.replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** The error of a body that is an error envelope without internals. */
export function checkError(status: number, body: unknown): void {
  const { code, message, fields } = (isObject(body) && isObject(body.error) ? body.error : {}) as {
    code: ErrorCode;
    message: string;
    fields?: readonly InvalidField[];
  };
  const named = fields?.map(({ name, code: reason, limit }) => ({
    name,
    code: reason,
    ...(limit === undefined ? {} : { limit }),
  }));
  assert.deepEqual(body, {
    success: false,
    error: { code, message, ...(named && { fields: named }) },
  });
  assert.equal(statusOf[code], status, `${code} with status ${status}`);
  assert.doesNotMatch(withoutQuotes(message), inside);
  assert.ok(
    message.length < 10_000 && message.isWellFormed(),
    'a message that is too long or malformed',
  );
}

export interface Judge {
  /** Number of requests and of successes for each operation of the document. */
  readonly seen: ReadonlyMap<Operation, { asked: number; done: number }>;
  /** @throws Error naming the deviation of a response */
  check(sent: Sent, got: Got): void;
}

export function judgeBy(contract: Contract): Judge {
  // A stream has no end at which it could be judged.
  const operations = contract.operations.filter(
    ({ pointer }) =>
      contract.at(into(pointer, 'responses', 200, 'content', 'text/event-stream')) === undefined,
  );
  const seen = new Map(operations.map((each) => [each, { asked: 0, done: 0 }]));
  const shapes = operations.map((operation) => ({
    operation,
    shape: new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
  }));

  const operationOf = ({ method, url }: Sent): Operation | undefined => {
    const [path = ''] = url.split('?', 1);
    // Clients that resolve `.` and `..` request another path.
    if (/\/(\.|%2e){1,2}(\/|$)/i.test(path)) return undefined;
    return shapes.find(({ operation, shape }) => operation.method === method && shape.test(path))
      ?.operation;
  };

  const checkEnvelope = (sent: Sent, { status, headers, text }: Got) => {
    const id = String(headers['x-request-id']);
    assert.match(id, requestIdShape);
    const requestId = sent.headers['x-request-id'];
    // Bytes that never became a request have a generated ID; their response has no date.
    const isRequest = headers.date !== undefined;
    if (isRequest && requestId !== undefined && requestIdShape.test(requestId))
      assert.equal(id, requestId);
    if (sent.method === 'HEAD') {
      assert.equal(text, '');
      return undefined;
    }
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(Number(headers['content-length']), Buffer.byteLength(text));
    const body: unknown = JSON.parse(text);
    if (status >= 400) {
      checkError(status, body);
      if (status === 405) assert.match(String(headers.allow), /GET|POST/);
      if (status === 401) assert.equal(headers['www-authenticate'], 'Bearer');
    } else {
      const names = isObject(body) && body.success === true ? Object.keys(body).join() : '';
      assert.ok(['success,data', 'success,data,pagination'].includes(names), 'no envelope');
    }
    return body;
  };

  return {
    seen,
    check(sent, got) {
      assert.ok(got.status < 500, `status ${got.status}`);
      const operation = operationOf(sent);
      const times = operation && seen.get(operation);
      if (times && got.status < 400 && operation.path === '/v1/files/{id}') {
        assert.equal(got.headers['x-content-type-options'], 'nosniff');
        times.asked += 1;
        times.done += 1;
        return;
      }
      const body = checkEnvelope(sent, got);
      if (!times || body === undefined) return;
      times.asked += 1;
      if (got.status < 400) times.done += 1;
      const problem = contract.wrongAnswer(operation, got.status, body);
      assert.ok(
        problem === undefined,
        `differs from the declaration of ${operation.path}: ${problem}`,
      );
    },
  };
}
