import { ApiError, type ErrorCode } from '../platform/errors.ts';

/** Response to a POST, as sent to the client. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

const beginning = '{"success":true,"data":';

/** Success envelope around a record's JSON text. */
export const envelope = (data: string) => `${beginning}${data}}`;

/** Record of a response, for callers other than HTTP. @throws ApiError if the response is an error */
export function recordOf({ status, body }: Answer): string {
  if (status < 400) return body.slice(beginning.length, -1);
  const { error } = JSON.parse(body) as {
    error: Pick<ApiError, 'message' | 'gateway'> & { code: ErrorCode };
  };
  throw new ApiError(error.code, error.message, { gateway: error.gateway });
}
