/** Every error code of the interface with its HTTP status. */
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

/** What only people are answered, at /api/panel. */
export const panelCodes = [
  'REAUTH_REQUIRED',
  'SECOND_FACTOR_REQUIRED',
  'GONE',
] as const satisfies readonly ErrorCode[];

/** Every code that programs are answered. */
export type PublicCode = Exclude<ErrorCode, (typeof panelCodes)[number]>;

export const publicCodes = (Object.keys(statusOf) as ErrorCode[]).filter(
  (code): code is PublicCode => !(panelCodes as readonly ErrorCode[]).includes(code),
);

/** An answer that is not the one hoped for. The message is for the caller: it never holds SQL, a stack or a path. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** After how many seconds the same request may succeed. */
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

/** Whether an error is of this moment: the same request may well succeed later. */
export const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'UNAVAILABLE' || error.code === 'TEAM_BUSY');

/**
 * A bound of a team is reached; the caller can make room.
 * @param variable with which whoever runs the service sets it
 */
export const full = (message: string, variable: string) =>
  new ApiError('CONFLICT', `${message} The operator can raise the limit (${variable}).`);

/** The same where room comes by itself. @param retryAfter in seconds */
export const spent = (message: string, variable: string, retryAfter: number) =>
  new ApiError('RATE_LIMITED', `${message} The operator can raise the limit (${variable}).`, {
    retryAfter,
  });

/** The service or a command cannot start; the message is one line for people. */
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

/** The same bytes for a record that is missing and one that is another team's. */
export const notFound = (one: string) => new ApiError('NOT_FOUND', `No ${one} has this id.`);

/** What may be an API key, and what is the secret of a webhook endpoint, within a longer text. */
export const secretLike = /pauta_[0-9A-Za-z]{38}|whsec_[0-9A-Za-z+/]{43}/g;

/**
 * The error envelope: `{success: false, error: {code, message}}`, as JSON text. A message names what was wrong; where that is a
 * secret, put where a name belongs, it is not said back.
 */
export function errorBody({ code, message }: { code: ErrorCode; message: string }): string {
  const said = message.replace(secretLike, (secret) => `${secret.slice(0, 6)}…`);
  return JSON.stringify({ success: false, error: { code, message: said } });
}
