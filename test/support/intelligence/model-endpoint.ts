import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/*
 * An OpenAI-compatible endpoint that behaves as Ollama, llama.cpp, vLLM and LiteLLM do, well and badly. Shapes of answers and errors follow their source:
 * openai/openai.go of ollama/ollama, tools/server/server-common.cpp of ggml-org/llama.cpp, vllm/entrypoints/openai/protocol.py of
 * vllm-project/vllm, and the proxy of BerriAI/litellm.
 */

/** A request of the service. */
export interface ModelRequest {
  readonly system: string;
  readonly data: string;
}

export type Behavior = (response: ServerResponse, request: ModelRequest) => void;

const sendJson = (
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

/** An answer as Ollama gives it. */
const completion = (content: string | null, more: object = {}, finish: string | null = 'stop') => ({
  id: 'chatcmpl-437',
  object: 'chat.completion',
  created: 1_796_000_000,
  model: 'qwen3:8b',
  system_fingerprint: 'fp_ollama',
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: finish }],
  usage: { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 },
});

/** Answers with a text. @param textOfAnswer from the masked data */
export const says =
  (textOfAnswer: string | ((request: ModelRequest) => string), delayMs = 0): Behavior =>
  (response, request) => {
    const content = typeof textOfAnswer === 'string' ? textOfAnswer : textOfAnswer(request);
    setTimeout(() => sendJson(response, 200, completion(content)), delayMs);
  };

export const behaviors = {
  /** Ollama beyond OLLAMA_MAX_QUEUE. */
  ollamaBusy: (response) =>
    sendJson(response, 503, {
      error: {
        message: 'server busy, please try again.  maximum pending requests exceeded',
        type: 'api_error',
        param: null,
        code: null,
      },
    }),
  /** Ollama without the model. */
  ollamaMissing: (response) =>
    sendJson(response, 404, {
      error: {
        message: 'model "m" not found, try pulling it first',
        type: 'not_found_error',
        param: null,
        code: null,
      },
    }),
  /** llama.cpp while it loads. */
  llamaLoading: (response) =>
    sendJson(response, 503, {
      error: { code: 503, message: 'Loading model', type: 'unavailable_error' },
    }),
  /** vLLM with a reasoning parser, when the reasoning used all tokens. */
  vllmOnlyReasoning: (response) =>
    sendJson(
      response,
      200,
      completion(null, { reasoning_content: 'O cliente quer…', tool_calls: [] }, 'length'),
    ),
  vllmTooLong: (response) =>
    sendJson(response, 400, {
      object: 'error',
      message: "This model's maximum context length is 2048 tokens.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  /** LiteLLM while all deployments cool down. */
  liteLlmCooldown: (response) =>
    sendJson(
      response,
      429,
      {
        error: {
          message: 'No deployments available for selected model, Try again in 60 seconds.',
          type: 'None',
          param: 'None',
          code: '429',
        },
      },
      { 'retry-after': '60' },
    ),
  /** A proxy in front of the endpoint. */
  html: (response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<html><body><h1>502 Bad Gateway</h1></body></html>'),
  /** Streams although the request does not allow it, and ends in the middle. */
  cutStream: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Olá"}}]}\n\n');
    setTimeout(() => response.destroy(), 50);
  },
  emptyChoices: (response) => sendJson(response, 200, { ...completion(''), choices: [] }),
  huge: (response) => sendJson(response, 200, completion('blá '.repeat(300_000))),
  /** Never answers. */
  silent: () => {},
} as const satisfies Record<string, Behavior>;

const nameIn = ({ data }: ModelRequest) => /\[NOME_\d+_[a-z]+\]/.exec(data)?.[0] ?? '';

/** Answers by their markers. */
const answers: Readonly<Record<string, Behavior>> = {
  ...behaviors,
  reply: says((request) => `Olá, ${nameIn(request)}!\nConseguimos, sim.`),
  english: says('Yes, we can.'),
  markup: says(
    '<think>pensei muito</think># Resumo\n**Cliente** quer fechar em <b>janeiro</b>. [Veja o site](https://evil.example/?q=1). ![x](https://evil.example/p.png)<img src=x onerror=alert(1)>',
  ),
};

/** Behaves as the last marker in the data says, such as `resposta:html`. */
export const byMarker: Behavior = (response, request) => {
  const marker = [...request.data.matchAll(/resposta:(\w+)/g)].at(-1)?.[1] ?? '';
  (answers[marker] ?? says('Tudo certo.'))(response, request);
};

export interface ModelEndpoint {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** Most requests at a time so far. */
  most(): number;
  /** Changes its behavior: one behavior for each request, the last one for all further ones. */
  behave(...next: Behavior[]): void;
  close(): void;
}

export async function startModelEndpoint(): Promise<ModelEndpoint> {
  const requests: ModelRequest[] = [];
  let queue: Behavior[] = [];
  let running = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    // For tests in other processes.
    if (request.method === 'GET') {
      response.end(JSON.stringify(requests));
      return;
    }
    running += 1;
    most = Math.max(most, running);
    response.on('close', () => {
      running -= 1;
    });
    const { messages } = JSON.parse(await textOf(request)) as { messages: { content: string }[] };
    const parsed = { system: messages[0]?.content ?? '', data: messages[1]?.content ?? '' };
    requests.push(parsed);
    const [behavior] = queue.length > 1 ? queue.splice(0, 1) : queue;
    behavior?.(response, parsed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    most: () => most,
    behave(...next) {
      queue = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
