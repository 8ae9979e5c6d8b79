import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Json } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';

/* A client of live streams: a browser's EventSource without automatic reconnects. */

/** One event of a stream. */
export interface Heard {
  readonly event: string;
  /** Cursor of the stream after this event. */
  readonly id: string;
  readonly data: Json;
  /** Time of arrival, on the clock of performance.now(). */
  readonly at: number;
}

export interface Listener {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Text of an answer that is not a stream. */
  readonly text: string;
  readonly heard: readonly Heard[];
  /** Last id, as EventSource would send it on a reconnect. */
  readonly lastId: string;
  readonly retry: number | undefined;
  /** Comments so far. */
  readonly beats: number;
  readonly isOver: boolean;
  /** Changes or events received so far. */
  changes(): Json[];
  /** Waits until a matching event has arrived. */
  until(event: string, matches?: (data: Json) => boolean): Promise<Heard>;
  /** Stops reading. */
  stall(): void;
  /** Resumes reading. */
  resume(): void;
  close(): void;
}

export interface Listening {
  readonly lastId?: string | undefined;
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly agent?: Agent;
  /** Receives every event instead of storing it. */
  readonly on?: (heard: Heard) => void;
}

/** Opens the stream of a team, as a person. @param api such as http://127.0.0.1:3000/api */
export const listen = (
  api: string,
  slug: string,
  token: string | undefined,
  options: Listening = {},
): Promise<Listener> =>
  open(
    `${api}/panel/teams/${slug}/live`,
    token === undefined ? {} : { cookie: `pauta_session=${token}` },
    options,
  );

/** Opens the stream of a key's events. */
export const follow = (api: string, key: string, options: Listening = {}): Promise<Listener> =>
  open(`${api}/v1/events/stream`, { authorization: `Bearer ${key}` }, options);

function open(
  address: string,
  proof: Record<string, string>,
  { lastId, query = '', headers = {}, agent, on }: Listening,
): Promise<Listener> {
  const heard: Heard[] = [];
  const state = { lastId: lastId ?? '', beats: 0, isOver: false, text: '' };
  let retry: number | undefined;
  let rest = '';

  function take(block: string): void {
    let [event, data, id] = ['message', '', undefined as string | undefined];
    for (const line of block.split('\n')) {
      const at = line.indexOf(':');
      const [name, value] = [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
      if (at === 0) state.beats += 1;
      else if (name === 'event') event = value;
      else if (name === 'data') data += value;
      else if (name === 'id') id = value;
      else if (name === 'retry') retry = Number(value);
    }
    if (id !== undefined) state.lastId = id;
    if (data === '') return;
    const one = { event, id: id ?? '', data: JSON.parse(data) as Json, at: performance.now() };
    if (on) on(one);
    else heard.push(one);
  }

  return new Promise((resolve, reject) => {
    const stream = request(`${address}${query}`, {
      agent: agent ?? false,
      headers: {
        accept: 'text/event-stream',
        ...proof,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
        ...headers,
      },
    });
    stream.once('error', reject);
    stream.once('response', (response) => {
      stream.on('error', () => {});
      const isStream = response.statusCode === 200;
      response.setEncoding('utf8');
      response.on('error', () => {});
      response.on('data', (part: string) => {
        if (!isStream) {
          state.text += part;
          return;
        }
        const blocks = (rest + part).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) take(block);
      });
      const listener: Listener = {
        status: response.statusCode ?? 0,
        headers: response.headers,
        get text() {
          return state.text;
        },
        heard,
        get lastId() {
          return state.lastId;
        },
        get retry() {
          return retry;
        },
        get beats() {
          return state.beats;
        },
        get isOver() {
          return state.isOver;
        },
        changes: () =>
          heard
            .filter(({ event }) => event === 'change' || event === 'event')
            .map(({ data }) => data),
        async until(event, matches = () => true) {
          const find = () => heard.find((each) => each.event === event && matches(each.data));
          await until(() => find() !== undefined);
          return find() as Heard;
        },
        stall: () => void response.pause(),
        resume: () => void response.resume(),
        close: () => void stream.destroy(),
      };
      response.once('close', () => {
        state.isOver = true;
        if (!isStream) resolve(listener);
      });
      if (isStream) resolve(listener);
    });
    stream.end();
  });
}
