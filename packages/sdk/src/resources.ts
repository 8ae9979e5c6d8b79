import type { Call, List } from './call-results.ts';
import type { Answer, Body, Caller, Item, Query } from './operation-types.ts';
import type { MessageForm } from './schema.ts';
import type { CallOptions } from './transport.ts';

/*
 * Resources of a team and their methods. `P` is the path of a resource.
 */

/** Records that can be read. `P` is their path. */
export class Readable<P extends string> {
  protected readonly caller: Caller;
  protected readonly path: P;

  constructor(caller: Caller, path: P) {
    this.caller = caller;
    this.path = path;
  }

  /** Returns a page with `await`, all records with `for await`. @param query filters, `sort`, `limit` */
  list(query?: Query<`GET ${P}`>, options?: CallOptions): List<Item<`GET ${P}`>> {
    return this.caller.list(`GET ${this.path}`, { query: query as object | undefined }, options);
  }

  /** Returns a record. @throws NotFoundError */
  get(id: string, options?: CallOptions): Call<Answer<`GET ${P}/{id}`>> {
    return this.caller.call(`GET ${this.path}/{id}`, { at: { id } }, options);
  }
}

/** Records that can be read and changed. */
export class Records<P extends string> extends Readable<P> {
  /** Creates a record, once even if the request is retried. @throws BadRequestError, NotFoundError for a reference, UnprocessableError for a duplicate */
  create(body: Body<`POST ${P}`>, options?: CallOptions): Call<Answer<`POST ${P}`>> {
    return this.caller.call(`POST ${this.path}`, { body }, options);
  }

  /** Changes the given fields; null clears a field. @throws BadRequestError, NotFoundError */
  update(
    id: string,
    body: Body<`PUT ${P}/{id}`>,
    options?: CallOptions,
  ): Call<Answer<`PUT ${P}/{id}`>> {
    return this.caller.call(`PUT ${this.path}/{id}`, { at: { id }, body }, options);
  }

  /** Archives, cancels, deactivates, completes or moves to the trash; deletes contacts and webhook endpoints permanently. @throws NotFoundError */
  delete(id: string, options?: CallOptions): Call<Answer<`DELETE ${P}/{id}`>> {
    return this.caller.call(`DELETE ${this.path}/{id}`, { at: { id } }, options);
  }
}

export class Inboxes extends Readable<'/inboxes'> {
  /** Returns all templates of an official number, approved or not. @throws NotFoundError */
  templates(id: string, options?: CallOptions): Call<Answer<'GET /inboxes/{id}/templates'>> {
    return this.caller.call('GET /inboxes/{id}/templates', { at: { id } }, options);
  }
}

export class Conversations extends Readable<'/msgapp/conversations'> {
  /** Lists the messages of a conversation, incoming and outgoing. */
  messages(
    id: string,
    query?: Query<'GET /msgapp/conversations/{id}/messages'>,
    options?: CallOptions,
  ): List<Item<'GET /msgapp/conversations/{id}/messages'>> {
    const input = { at: { id }, query };
    return this.caller.list('GET /msgapp/conversations/{id}/messages', input, options);
  }

  /** Adds and removes labels of a conversation, by their ids. */
  label(
    id: string,
    body: Body<'POST /msgapp/conversations/{id}/labels'>,
    options?: CallOptions,
  ): Call<Answer<'POST /msgapp/conversations/{id}/labels'>> {
    return this.caller.call(
      'POST /msgapp/conversations/{id}/labels',
      { at: { id }, body },
      options,
    );
  }
}

/** Requests to approve campaigns, decided by the team or its client. */
export class Approvals extends Readable<'/approvals'> {
  /** Requests approval. Returns the client's link, which is shown only once. @throws ConflictError while a request for the campaign is undecided */
  create(body: Body<'POST /approvals'>, options?: CallOptions): Call<Answer<'POST /approvals'>> {
    return this.caller.call('POST /approvals', { body }, options);
  }
}

/** Comments on records. */
export class Comments {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Lists comments, latest first; of a record with `record_type` and `record_id`. */
  list(query?: Query<'GET /comments'>, options?: CallOptions): List<Item<'GET /comments'>> {
    return this.#caller.list('GET /comments', { query }, options);
  }

  /** Comments on a record. @throws NotFoundError */
  create(body: Body<'POST /comments'>, options?: CallOptions): Call<Answer<'POST /comments'>> {
    return this.#caller.call('POST /comments', { body }, options);
  }
}

/** Labels of conversations. */
export class Labels {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Returns the team's labels, by name. */
  list(options?: CallOptions): Call<Answer<'GET /msgapp/labels'>> {
    return this.#caller.call('GET /msgapp/labels', {}, options);
  }
}

export class Groups {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** Lists the conversations of groups, which `conversations.list` leaves out. @param query filters, `sort`, `limit` */
  list(
    query?: Query<'GET /msgapp/groups'>,
    options?: CallOptions,
  ): List<Item<'GET /msgapp/groups'>> {
    return this.#caller.list('GET /msgapp/groups', { query }, options);
  }
}

/** Messages to contacts. Sent messages reach real people. */
export class Messages {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Sends a text, or the file at a `media_url` or with a `file_id`, to a `conversation_id`, or to a `phone` through an `inbox_id`.
   * @throws ServerError with the code BAD_GATEWAY if it was not sent; it is not retried automatically
   */
  send(body: Body<'POST /msgapp/messages'>, options?: CallOptions) {
    const operation = 'POST /msgapp/messages';
    return this.#caller.call<Answer<typeof operation>>(operation, { body }, options);
  }

  /** Sends a file with its name, such as a `File`; `content` is its caption. @throws the errors of {@link send} */
  sendFile({ file, ...fields }: MessageForm, options?: CallOptions) {
    const operation = 'POST /msgapp/messages';
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) body.append(name, value);
    body.append('file', file);
    return this.#caller.call<Answer<typeof operation>>(operation, { body }, options);
  }

  /** Sends an approved template through an official number. @throws the errors of {@link send} */
  sendTemplate(body: Body<'POST /msgapp/messages/template'>, options?: CallOptions) {
    const operation = 'POST /msgapp/messages/template';
    return this.#caller.call<Answer<typeof operation>>(operation, { body }, options);
  }
}

/** Contents of files, such as `media.file_id` of a message. */
export class Files {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * Returns the response with the file as its body, which has not been read: `await response.blob()`, or `response.body` for a stream. For a
   * part, pass `headers: { Range: 'bytes=0-499' }`. The timeout applies until the response begins.
   * @param query `preview` for the preview of a picture
   * @throws NotFoundError, ConflictError before its malware scan
   */
  download(id: string, query: { readonly preview?: boolean } = {}, options?: CallOptions) {
    return this.#caller.open('GET /files/{id}', { at: { id }, query }, options);
  }
}

/** Time that members spent on tasks, projects and clients. A create without `minutes` starts a timer. */
export class TimeEntries extends Records<'/time-entries'> {
  /** Stops a timer. */
  stop(id: string, options?: CallOptions): Call<Answer<'POST /time-entries/{id}/stop'>> {
    return this.caller.call('POST /time-entries/{id}/stop', { at: { id } }, options);
  }
}

/** Amounts to be billed, one for each period of a contract that is over. */
export class BillingLines extends Readable<'/billing-lines'> {
  /** Sets the `status` or the `reference` of the invoice. */
  update(
    id: string,
    body: Body<'PUT /billing-lines/{id}'>,
    options?: CallOptions,
  ): Call<Answer<'PUT /billing-lines/{id}'>> {
    return this.caller.call('PUT /billing-lines/{id}', { at: { id }, body }, options);
  }

  /** Reads the contract and its hours again; a billed or waived line stays as it is. @throws ConflictError if the contract no longer has this period */
  recalculate(
    id: string,
    options?: CallOptions,
  ): Call<Answer<'POST /billing-lines/{id}/recalculate'>> {
    return this.caller.call('POST /billing-lines/{id}/recalculate', { at: { id } }, options);
  }
}

/** Boards and tasks for projects of a kind. */
export class ProjectTemplates extends Readable<'/project-templates'> {
  /** Creates a project with the board and the tasks of the template. */
  createProject(
    id: string,
    body: Body<'POST /project-templates/{id}/projects'>,
    options?: CallOptions,
  ): Call<Answer<'POST /project-templates/{id}/projects'>> {
    return this.caller.call('POST /project-templates/{id}/projects', { at: { id }, body }, options);
  }
}

/** Webhook endpoints, their deliveries and receptions. */
export class Webhooks extends Records<'/webhooks'> {
  /** Delivers a `webhook.test` event to this endpoint. */
  test(id: string, options?: CallOptions): Call<Answer<'POST /webhooks/{id}/test'>> {
    return this.caller.call('POST /webhooks/{id}/test', { at: { id } }, options);
  }

  /** Returns the endpoint with a new `secret_token`; the old one remains valid for a day. */
  rotateSecret(id: string, options?: CallOptions) {
    const operation = 'POST /webhooks/{id}/rotate-secret';
    return this.caller.call<Answer<typeof operation>>(operation, { at: { id } }, options);
  }

  /** Lists the deliveries of an endpoint. */
  deliveries(
    id: string,
    query?: Query<'GET /webhooks/{id}/deliveries'>,
    options?: CallOptions,
  ): List<Item<'GET /webhooks/{id}/deliveries'>> {
    return this.caller.list('GET /webhooks/{id}/deliveries', { at: { id }, query }, options);
  }

  /** Returns a delivery with its attempts and its payload. */
  delivery(id: string, delivery: string, options?: CallOptions) {
    const operation = 'GET /webhooks/{id}/deliveries/{delivery}';
    return this.caller.call<Answer<typeof operation>>(operation, { at: { id, delivery } }, options);
  }

  /** Repeats a delivery, whatever its status. */
  replayDelivery(id: string, delivery: string, options?: CallOptions) {
    const operation = 'POST /webhooks/{id}/deliveries/{delivery}/replay';
    return this.caller.call<Answer<typeof operation>>(operation, { at: { id, delivery } }, options);
  }

  /** Repeats the failed deliveries, or those selected by the body; at most 10,000 per call. */
  replay(id: string, body: Body<'POST /webhooks/{id}/replay'> = {}, options?: CallOptions) {
    const operation = 'POST /webhooks/{id}/replay';
    return this.caller.call<Answer<typeof operation>>(operation, { at: { id }, body }, options);
  }

  /** Lists the requests that the endpoint received. */
  receptions(
    id: string,
    query?: Query<'GET /webhooks/{id}/receptions'>,
    options?: CallOptions,
  ): List<Item<'GET /webhooks/{id}/receptions'>> {
    return this.caller.list('GET /webhooks/{id}/receptions', { at: { id }, query }, options);
  }
}
