import { ApiError, type ErrorCode } from '../platform/errors.ts';

/** What a POST answers, as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed?: boolean;
}

const beginning = '{"success":true,"data":';

/** The success envelope around a record's JSON text. */
export const envelope = (data: string) => `${beginning}${data}}`;

/** The record of an answer, for callers that are not HTTP. @throws ApiError where the answer is an error */
export function recordOf({ status, body }: Answer): string {
  if (status < 400) return body.slice(beginning.length, -1);
  const { error } = JSON.parse(body) as { error: { code: ErrorCode; message: string } };
  throw new ApiError(error.code, error.message);
}
