/*
 * Exports of `pauta`.
 */

export type { Call, List, Page, WithResponse } from './call-results.ts';
export { Pauta } from './client.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  type ErrorCode,
  NotFoundError,
  PautaError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnprocessableError,
} from './errors.ts';
export {
  type EventOf,
  EventStream,
  EventsMissedError,
  type EventType,
  type FollowOptions,
} from './event-stream.ts';
export type { Answer, Body, Given, ListOperation, Operation, Query } from './operation-types.ts';
export type * from './schema.ts';
export type { CallOptions, PautaOptions, RequestLog } from './transport.ts';
