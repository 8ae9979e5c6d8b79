import type { ErrorReason, FieldCode, ValueFormat } from './error-reasons.ts';

/** Every error code of the API with its HTTP status. */
export const statusOf = {
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  REAUTH_REQUIRED: 403,
  SECOND_FACTOR_REQUIRED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  DUPLICATE_ENTRY: 422,
  IDEMPOTENCY_KEY_REUSED: 422,
  TOO_COSTLY: 422,
  RATE_LIMITED: 429,
  TEAM_BUSY: 429,
  INTERNAL_ERROR: 500,
  BAD_GATEWAY: 502,
  UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

/** Codes returned only to users, at /api/panel. */
const panelCodes = [
  'REAUTH_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'GONE',
] as const satisfies readonly ErrorCode[];

/** Codes of the public API. */
export type PublicCode = Exclude<ErrorCode, (typeof panelCodes)[number]>;

export const publicCodes = (Object.keys(statusOf) as ErrorCode[]).filter(
  (code): code is PublicCode => !(panelCodes as readonly ErrorCode[]).includes(code),
);

/** An invalid field of a request: its name, the reason, and the limit that it exceeds, if any. */
export interface InvalidField {
  readonly name: string;
  readonly code: FieldCode;
  /** Characters for `too_short` and `too_long`, entries for `too_few` and `too_many`, a number for `too_small` and `too_large`. */
  readonly limit?: number;
  /** Kind of value that the field expects; only the panel receives it. */
  readonly format?: ValueFormat;
}

/** Outcomes of a send that the gateway did not accept. */
export const sendOutcomes = ['not_sent', 'probably_not_sent', 'unknown'] as const;
export type SendOutcome = (typeof sendOutcomes)[number];

/** A gateway's failure, as part of an error. */
interface GatewayFailure {
  /** As at the start of a message's `status_reason`; absent if no request failed. */
  readonly cause?: string | undefined;
  /** Code of the gateway's answer (server/outbound/messaging/findings.ts). */
  readonly code: string;
  readonly error?: string | undefined;
  readonly said?: string | undefined;
  /** Only for a message: its outcome, its id and its conversation. */
  readonly outcome?: SendOutcome;
  readonly message_id?: string;
  readonly conversation_id?: string;
}

/**
 * An error for the caller: its message never contains SQL, a stack or a path. Captures no stack trace: that would be a sixth of the
 * processor time of a refused request, and these errors are answers, which are not logged.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;
  /** Invalid fields of the request, if the error is about fields. */
  readonly fields: readonly InvalidField[] | undefined;
  /** Reason of the refusal, if its fields do not say it. */
  readonly reason: ErrorReason | undefined;
  /** The gateway's failure, if that is the error. */
  readonly gateway: GatewayFailure | undefined;

  /** @param options `cause`: for the log, never for the caller */
  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & {
      readonly retryAfter?: number;
      readonly fields?: readonly InvalidField[] | undefined;
      readonly reason?: ErrorReason | undefined;
      readonly gateway?: GatewayFailure | undefined;
    } = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = statusOf[code];
    this.retryAfter = options.retryAfter;
    this.fields = options.fields;
    this.reason = options.reason;
    this.gateway = options.gateway;
  }
}

/** True for a transient error: the same request may well succeed later. */
export const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'TEAM_BUSY');

/**
 * A limit of the team is reached; the caller can free capacity.
 * @param variable with which the operator sets the limit
 */
export const limitReached = (message: string, variable: string) =>
  conflict(`${message} The operator can raise the limit (${variable}).`, 'limit');

/** A limit of the team is reached that resets automatically. @param retryAfter in seconds */
export const quotaExhausted = (message: string, variable: string, retryAfter: number) =>
  new ApiError('RATE_LIMITED', `${message} The operator can raise the limit (${variable}).`, {
    retryAfter,
  });

/** The service or a command cannot start; has a one-line message for users. */
export class StartError extends Error {
  override name = 'StartError';
}

const fieldsOf = (
  names: string | readonly string[],
  field: Omit<InvalidField, 'name'>,
): readonly InvalidField[] => [names].flat().map((name) => ({ name, ...field }));

/**
 * Refuses the values of fields, query parameters or headers.
 * @param options `reason`: if the code does not say it
 */
export const invalid = (
  message: string,
  names: string | readonly string[],
  code: FieldCode,
  {
    reason,
    ...details
  }: Pick<InvalidField, 'limit' | 'format'> & { readonly reason?: ErrorReason } = {},
) =>
  new ApiError('VALIDATION_ERROR', message, {
    fields: fieldsOf(names, { code, ...details }),
    ...(reason && { reason }),
  });

/** Refuses a request for a reason that no single field has. @param gateway if a gateway refuses it */
export const invalidRequest = (message: string, reason: ErrorReason, gateway?: GatewayFailure) =>
  new ApiError('VALIDATION_ERROR', message, { reason, gateway });

/** @param field with the value that another record has */
export const duplicate = (message: string, field: string) =>
  new ApiError('DUPLICATE_ENTRY', message, { fields: fieldsOf(field, { code: 'duplicate' }) });

/** @param names fields that the conflict is about, if any */
export const conflict = (message: string, reason: ErrorReason, ...names: readonly string[]) =>
  new ApiError('CONFLICT', message, {
    reason,
    ...(names.length > 0 && { fields: names.map((name) => ({ name, code: 'conflicting' })) }),
  });

export const forbidden = (message: string, reason: ErrorReason) =>
  new ApiError('FORBIDDEN', message, { reason });

export const unauthorized = () =>
  new ApiError(
    'UNAUTHORIZED',
    'A valid API key is required: send it as Authorization: Bearer <API_KEY>.',
  );

/** The same bytes for a missing record and for another team's. */
export const notFound = (one: string) => new ApiError('NOT_FOUND', `No ${one} has this id.`);

/** Matches possible API keys and secrets of webhook endpoints within a longer text. */
export const secretLike =
  /pauta_[0-9A-Za-z]{38}|pauta_(?:agent|renew)_[\w-]{64}|whsec_[0-9A-Za-z+/]{43}/g;

const redact = (text: string) => text.replace(secretLike, (secret) => `${secret.slice(0, 6)}…`);

/** Invalid fields as callers receive them. A key or secret in a name is redacted. */
export const publicFields = (fields: readonly InvalidField[]) =>
  fields.map(({ format: _, ...field }) => ({ ...field, name: redact(field.name) }));

/** Reason and fields of an error as the panel receives them; undefined properties are absent from their JSON. */
export const panelRefusal = ({ reason, fields }: Partial<Pick<ApiError, 'fields' | 'reason'>>) => ({
  fields: fields?.map((field) => ({ ...field, name: redact(field.name) })),
  reason,
});

/**
 * Error envelope: `{success: false, error: {code, message, fields?, gateway?}}`, as JSON text. Messages and names of fields quote the
 * invalid input; a secret in them is redacted.
 * @param forPanel adds the reason, and the formats of fields
 */
export function errorBody(
  error: Pick<ApiError, 'code' | 'message'> &
    Partial<Pick<ApiError, 'fields' | 'reason' | 'gateway'>>,
  forPanel = false,
): string {
  const { code, message, fields, gateway } = error;
  return JSON.stringify({
    success: false,
    error: {
      code,
      message: redact(message),
      ...(forPanel ? panelRefusal(error) : fields && { fields: publicFields(fields) }),
      gateway,
    },
  });
}
