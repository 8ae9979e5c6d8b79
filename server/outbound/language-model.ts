import { setTimeout as sleep } from 'node:timers/promises';
import { readJson } from '../platform/limited-json.ts';
import type { Logger } from '../platform/log.ts';
import { semaphore } from '../platform/semaphore.ts';
import { makeClient } from './http-client.ts';

/*
 * Client of an OpenAI-compatible endpoint (Ollama, llama.cpp, vLLM, LiteLLM, hosted ones). The operator configures it, so it may be local. Follows
 * no redirects, offers no tools, and treats every answer as untrusted text.
 */

/** The operator’s endpoint. */
export interface LanguageModelConfig {
  /** With or without `/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
}

/** Reasons for no text. */
export type CompletionFailure = 'unreachable' | 'timeout' | 'refused' | 'not_understood' | 'busy';

/** Outcome of a request. */
export type Completion =
  | { readonly kind: 'text'; readonly text: string; readonly tokens: number }
  | { readonly kind: 'failed'; readonly reason: CompletionFailure };

/** A language model. */
export interface LanguageModel {
  /**
   * Asks for one completion. Never throws.
   * @param system instructions of the service
   * @param data text that the model works on
   */
  complete(system: string, data: string): Promise<Completion>;
  close(): void;
}

/** Max bytes of an answer, of which a few hundred characters are used. */
const maxBytes = 262_144;
/** Max tokens of a completion: 600 characters, with room for the reasoning of some models. */
const maxTokens = 1_500;
/** Max requests at a time, of all processes together. */
export const mostRunning = 2;
const mostWaiting = 20;
/** Pause before the retry, unless the endpoint names another one. */
const pauseMs = 500;
const longestPauseMs = 5_000;
const idleMs = 4_000;

/** Places for requests, shared by all processes. */
export interface Slots {
  /** Waits for a place. @returns its release, or undefined if none became free in time */
  take(waitMs: number): Promise<(() => Promise<void>) | undefined>;
}

/** Address of the endpoint’s completions. */
export function completionsUrl(url: string): URL {
  const { origin, pathname, username, password } = new URL(url);
  const base = pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  const address = new URL(
    `${origin}${/\/v\d+$/.test(base) ? base : `${base}/v1`}/chat/completions`,
  );
  address.username = username;
  address.password = password;
  return address;
}

interface Answer {
  readonly choices?: unknown;
  readonly usage?: { readonly total_tokens?: unknown } | null;
}

/** Text of a message: a string, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => (part as { readonly text?: unknown } | null)?.text)
    .filter((text) => typeof text === 'string')
    .join('');
}

/** Reads an answer; undefined if it has no text, such as a call of a tool. */
function readAnswer(body: Buffer, sent: number): Completion | undefined {
  let answer: Answer | null;
  try {
    answer = readJson(body.toString()) as Answer | null;
  } catch {
    return undefined;
  }
  const choices = answer?.choices;
  const [first] = (Array.isArray(choices) ? choices : []) as { readonly message?: unknown }[];
  const message = first?.message as { readonly content?: unknown } | null | undefined;
  const text = textOf(message?.content);
  if (text.trim() === '') return undefined;
  const reported = answer?.usage?.total_tokens;
  // Some endpoints report nothing: about three characters are a token.
  const tokens =
    Number.isSafeInteger(reported) && Number(reported) >= 0 && Number(reported) < 10_000_000
      ? Number(reported)
      : Math.ceil((sent + text.length) / 3);
  return { kind: 'text', text, tokens };
}

const failed = (reason: CompletionFailure): Completion => ({ kind: 'failed', reason });

/** A failure that may pass, and the pause until the retry. */
interface Retry {
  readonly kind: 'retry';
  readonly afterMs: number;
}

/** The endpoint’s pause in seconds, if it is a number; a date would need its clock. */
const pauseOf = (retryAfter: string | undefined): number =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : pauseMs;

/**
 * @param slots shared by all processes
 * @param timeoutMs for a request with its retry, and for the wait before it
 */
export function openLanguageModel(
  { url, key, model }: LanguageModelConfig,
  log: Logger,
  slots: Slots,
  timeoutMs = 20_000,
): LanguageModel {
  const client = makeClient({ idleMs, mostPerOrigin: mostRunning });
  const address = completionsUrl(url);
  const queue = semaphore(mostRunning, mostWaiting, timeoutMs, 'the language model is busy');

  async function ask(body: Buffer, characters: number, until: number): Promise<Completion | Retry> {
    const left = until - performance.now();
    if (left <= 0) return failed('timeout');
    const exchange = await client.exchange({
      method: 'POST',
      url: address,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      timeoutMs: left,
      mostBytes: maxBytes,
    });
    if (exchange.kind === 'unanswered') {
      if (exchange.cause === 'timeout' || exchange.cause === 'stopped') return failed('timeout');
      return { kind: 'retry', afterMs: pauseMs };
    }
    if (exchange.status >= 500 || exchange.status === 429)
      return { kind: 'retry', afterMs: pauseOf(exchange.retryAfter) };
    // A redirect may lead to another host, which the operator did not name.
    if (exchange.status !== 200) return failed('refused');
    // Timers may fire a little early.
    if (!exchange.isComplete)
      return failed(performance.now() >= until - 10 ? 'timeout' : 'not_understood');
    return readAnswer(exchange.body, characters) ?? failed('not_understood');
  }

  async function complete(system: string, data: string): Promise<Completion> {
    const body = Buffer.from(
      JSON.stringify({
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: data },
        ],
        max_tokens: maxTokens,
        temperature: 0.2,
        stream: false,
      }),
    );
    const until = performance.now() + timeoutMs;
    const size = system.length + data.length;
    const first = await ask(body, size, until);
    if (first.kind !== 'retry') return first;
    // A limit that lasts longer is not waited for.
    if (first.afterMs > longestPauseMs || first.afterMs >= until - performance.now())
      return failed('unreachable');
    await sleep(first.afterMs);
    const second = await ask(body, size, until);
    return second.kind === 'retry' ? failed('unreachable') : second;
  }

  /** Completes as soon as a place is free. */
  async function completeInTurn(system: string, data: string): Promise<Completion> {
    const release = await slots.take(timeoutMs);
    if (!release) return failed('busy');
    try {
      return await complete(system, data);
    } finally {
      // A place that cannot be released becomes free when its lease ends.
      await release().catch(() => {});
    }
  }

  return {
    async complete(system, data) {
      let result: Completion;
      try {
        result = await queue.use(() => completeInTurn(system, data));
      } catch {
        result = failed('busy');
      }
      // Neither text is logged.
      if (result.kind === 'failed')
        log.warn({ reason: result.reason }, 'the language model gave no text');
      return result;
    },
    close: client.close,
  };
}
