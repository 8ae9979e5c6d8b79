import { type Answer, randomText } from './gateway.ts';

/* Answers of the Graph API: https://developers.facebook.com/docs/graph-api/guides/error-handling */

export function fieldsOf(query: URLSearchParams): string[] {
  return (query.get('fields') ?? '').split(',').filter((field) => field !== '');
}

export function error(
  status: number,
  code: number,
  message: string,
  details?: string,
  subcode?: number,
): Answer {
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        error_subcode: subcode,
        error_data: details && { messaging_product: 'whatsapp', details },
        fbtrace_id: `A${randomText(22)}`,
      },
    },
  };
}

export function invalid(details: string): Answer {
  return error(400, 100, '(#100) Invalid parameter', details);
}

export function required(parameter: string): Answer {
  return error(400, 100, `(#100) The parameter ${parameter} is required.`);
}

export function badToken(token: string): Answer {
  return error(401, 190, `Malformed access token ${token}`);
}

export function missing(method: string, id: string): Answer {
  const reason = `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`;
  return error(400, 100, reason, undefined, 33);
}
