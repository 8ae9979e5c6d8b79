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
export const panelCodes = [
  'REAUTH_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'GONE',
] as const satisfies readonly ErrorCode[];

/** Codes of the public API. */
export type PublicCode = Exclude<ErrorCode, (typeof panelCodes)[number]>;

export const publicCodes = (Object.keys(statusOf) as ErrorCode[]).filter(
  (code): code is PublicCode => !(panelCodes as readonly ErrorCode[]).includes(code),
);

/** An error for the caller: its message never contains SQL, a stack or a path. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  /** @param options `cause`: for the log, never for the caller */
  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = statusOf[code];
    this.retryAfter = options.retryAfter;
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
  new ApiError('CONFLICT', `${message} The operator can raise the limit (${variable}).`);

/** A limit of the team is reached that resets automatically. @param retryAfter in seconds */
export const quotaExhausted = (message: string, variable: string, retryAfter: number) =>
  new ApiError('RATE_LIMITED', `${message} The operator can raise the limit (${variable}).`, {
    retryAfter,
  });

/** The service or a command cannot start; has a one-line message for users. */
export class StartError extends Error {
  override name = 'StartError';
}

export const invalid = (message: string) => new ApiError('VALIDATION_ERROR', message);
export const duplicate = (message: string) => new ApiError('DUPLICATE_ENTRY', message);
export const conflict = (message: string) => new ApiError('CONFLICT', message);
export const unauthorized = () =>
  new ApiError(
    'UNAUTHORIZED',
    'A valid API key is required: send it as Authorization: Bearer <API_KEY>.',
  );

/** The same bytes for a missing record and for another team's. */
export const notFound = (one: string) => new ApiError('NOT_FOUND', `No ${one} has this id.`);

/** Matches possible API keys and secrets of webhook endpoints within a longer text. */
export const secretLike = /pauta_[0-9A-Za-z]{38}|whsec_[0-9A-Za-z+/]{43}/g;

/**
 * Error envelope: `{success: false, error: {code, message}}`, as JSON text. Messages quote the invalid input; a secret in it is
 * redacted.
 */
export function errorBody({ code, message }: { code: ErrorCode; message: string }): string {
  const said = message.replace(secretLike, (secret) => `${secret.slice(0, 6)}…`);
  return JSON.stringify({ success: false, error: { code, message: said } });
}
