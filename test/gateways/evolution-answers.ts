import { jid } from './evolution-messages.ts';
import { type Answer, digits } from './gateway.ts';

/* Refusals of Evolution (E src/main.ts, src/exceptions; B as in evolution.ts). */

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

export function failure(status: number, message: unknown): Answer {
  return { status, body: { status, error: titles[status], response: { message } } };
}

const graphError = {
  message: '(#131030) Recipient phone number not in allowed list',
  type: 'OAuthException',
  code: 131030,
  fbtrace_id: 'x',
};

export function missing(instance: string): Answer {
  return failure(404, [`The "${instance}" instance does not exist`]);
}

function unknownNumber(number: string): Answer {
  return failure(400, [{ jid: jid(digits(number)), exists: false, number }]);
}

const ambiguity =
  'PrismaClientKnownRequestError: \nInvalid `this.prismaRepository.message.create()` invocation in\n/evolution/src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts:2459:57';

/** Answers by mode. */
export const refusals: Readonly<Record<string, (instance: string, to: string) => Answer>> = {
  unauthorized: () => failure(401, 'Unauthorized'),
  missing: (instance) => missing(instance),
  disconnected: () => failure(500, 'Connection Closed'),
  'disconnected-late': () => failure(400, ['Error: Connection Closed']),
  'no-client': () => failure(500, "Cannot read properties of undefined (reading 'onWhatsApp')"),
  'no-client-late': () =>
    failure(400, ["TypeError: Cannot read properties of undefined (reading 'sendMessage')"]),
  'not-logged-in': () =>
    failure(400, ["TypeError: Cannot read properties of undefined (reading 'id')"]),
  'rate-limit': () => failure(400, ['Error: rate-overlimit']),
  'rate-lookup': () => failure(500, 'rate-overlimit'),
  'timed-out': () => ({ ...failure(400, ['Error: Timed Out']), sent: true }),
  'error-true': () => ({
    status: 200,
    body: { error: true, message: 'BadRequestException: The instance is not connected' },
  }),
  'no-file': () =>
    failure(500, [
      "Error: ENOENT: no such file or directory, copyfile '/tmp/document3EB0-enc' -> '/evolution/store/ab'",
    ]),
  rejected: (_, to) => unknownNumber(to),
  'rejected-201': () => ({ status: 201, body: graphError }),
  ambiguous: () => ({ ...failure(400, [ambiguity]), sent: true }),
  throttled: () => failure(429, 'Too Many Requests'),
  error: () => failure(500, "Cannot read properties of undefined (reading 'textMessage')"),
};
