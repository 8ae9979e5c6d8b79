import type { Call, List } from './call-results.ts';
import type { EventStream, EventType, FollowOptions } from './event-stream.ts';
import {
  type Answer,
  Caller,
  type Given,
  type Item,
  type ListOperation,
  type Operation,
  type Query,
} from './operation-types.ts';
import { PautaRecords } from './records.ts';
import {
  Approvals,
  BillingLines,
  Comments,
  Conversations,
  Files,
  Groups,
  Inboxes,
  Labels,
  Messages,
  ProjectTemplates,
  TimeEntries,
  Webhooks,
} from './resources.ts';
import type { CallOptions, PautaOptions } from './transport.ts';

/**
 * Client of Pauta for one team.
 *
 * Calls are retried on broken connections, 429, 503, and 409 with Retry-After. Creating calls carry an idempotency key that stays the same for all
 * attempts, so they are executed once.
 */
export class Pauta extends PautaRecords {
  readonly approvals: Approvals;
  readonly comments: Comments;
  readonly conversations: Conversations;
  readonly groups: Groups;
  readonly labels: Labels;
  readonly messages: Messages;
  readonly inboxes: Inboxes;
  readonly files: Files;
  readonly timeEntries: TimeEntries;
  readonly billingLines: BillingLines;
  readonly projectTemplates: ProjectTemplates;
  readonly webhooks: Webhooks;
  readonly #caller: Caller;

  /** @throws PautaError INVALID_OPTIONS */
  constructor(options: PautaOptions) {
    const caller = new Caller(options);
    super(caller);
    this.#caller = caller;
    this.approvals = new Approvals(caller, '/approvals');
    this.comments = new Comments(caller);
    this.conversations = new Conversations(caller, '/msgapp/conversations');
    this.groups = new Groups(caller);
    this.labels = new Labels(caller);
    this.messages = new Messages(caller);
    this.inboxes = new Inboxes(caller, '/inboxes');
    this.files = new Files(caller);
    this.timeEntries = new TimeEntries(caller, '/time-entries');
    this.billingLines = new BillingLines(caller, '/billing-lines');
    this.projectTemplates = new ProjectTemplates(caller, '/project-templates');
    this.webhooks = new Webhooks(caller, '/webhooks');
  }

  /** Returns the team and the key. Not available with `team` in the browser. @throws PautaError */
  me(options?: CallOptions): Call<Answer<'GET /me'>> {
    return this.#caller.call('GET /me', {}, options);
  }

  /** Returns the deal phases, those listed by the team first. @throws PautaError */
  phases(options?: CallOptions): Call<Answer<'GET /phases'>> {
    return this.#caller.call('GET /phases', {}, options);
  }

  /** Returns the tags in use by type of record, most used first. @throws PautaError */
  tags(options?: CallOptions): Call<Answer<'GET /tags'>> {
    return this.#caller.call('GET /tags', {}, options);
  }

  /**
   * Follows the team's events as they happen, across broken connections and restarts of the service: each once, if you store the stream's
   * `cursor`. Not available with `team` in the browser.
   */
  follow<T extends EventType = EventType>(options: FollowOptions<T> = {}): EventStream<T> {
    return this.#caller.follow(options);
  }

  /** Returns a report, by default the funnel of the current month. @throws PautaError */
  report(query?: Query<'GET /reports'>, options?: CallOptions): Call<Answer<'GET /reports'>> {
    return this.#caller.call('GET /reports', { query }, options);
  }

  /** Returns the records of one number of a report. @throws PautaError */
  reportRecords(
    query?: Query<'GET /reports/records'>,
    options?: CallOptions,
  ): Call<Answer<'GET /reports/records'>> {
    return this.#caller.call('GET /reports/records', { query }, options);
  }

  /** Calls any operation by its method and path: `pauta.call('GET /deals/{id}', { at: { id } })`. @throws PautaError */
  call<O extends Operation>(operation: O, input: Given<O>, options?: CallOptions): Call<Answer<O>> {
    return this.#caller.call(operation, input, options);
  }

  /** Calls any list operation by its method and path. @throws PautaError */
  list<O extends ListOperation>(
    operation: O,
    input: Given<O>,
    options?: CallOptions,
  ): List<Item<O>> {
    return this.#caller.list(operation, input, options);
  }
}
