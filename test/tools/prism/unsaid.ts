import type { Case } from './cases.ts';

/** Result of a case: the service's answer, and the document's rules for the request. */
export interface Verdict {
  readonly case: Case;
  readonly status: number;
  /** True if the service refuses the request as invalid. */
  readonly refuses: boolean;
  /** Its message. */
  readonly says: string;
  /** True if the document forbids the request. */
  readonly forbids: boolean;
  /** The reasons, in Prism's words. */
  readonly violations: readonly string[];
}

/** A disagreement between the document and the service, and the reason why OpenAPI cannot express it. */
export interface Unsaid {
  readonly why: string;
  readonly fits: (verdict: Verdict) => boolean;
}

/** The service refuses, with this message, a request that the document allows. */
const refused = (why: string, words: RegExp): Unsaid => ({
  why,
  fits: ({ refuses, forbids, says }) => refuses && !forbids && words.test(says),
});

/** The service accepts a value outside the document's bounds. @param codes the only ones that it violates */
const taken = (why: string, what: RegExp, ...codes: string[]): Unsaid => ({
  why,
  fits: ({ refuses, forbids, violations, case: { what: tried } }) =>
    !refuses &&
    forbids &&
    what.test(tried) &&
    // If null is an alternative, it is reported as failing too.
    violations.every((text) =>
      [...codes, 'anyOf', 'type'].some((code) => text.includes(` ${code}: `)),
    ),
});

export const unsaid: readonly Unsaid[] = [
  refused(
    'Parameters that are not in the document cannot be forbidden: OpenAPI describes only the existing ones.',
    /is not a query parameter/,
  ),
  refused(
    'The document cannot list the existing keys. A key of another form gets the same answer as an unknown one, so that the form is not revealed.',
    /^A valid API key is required|secret_token/,
  ),
  refused(
    'Only the service can recognize its cursors: they are signed, for one list in one order.',
    /after must be a cursor from a Link header/,
  ),
  refused(
    'A pattern that forbids half a surrogate pair cannot be written: patterns know whole characters. The same rule, of all texts and of all names in free objects, forbids NUL.',
    /NUL character or an unpaired surrogate/,
  ),
  {
    why: 'The same for a parameter: its allowed values are documented, and a NUL in the address is not one of them.',
    fits: ({ refuses, forbids, case: { at, what } }) =>
      refuses && !forbids && at.startsWith('query.') && what === 'a NUL',
  },
  refused(
    'Combining marks are a property of characters. JSON Schema requires patterns without properties, since few dialects have them.',
    /more than 30 combining marks in a row/,
  ),
  refused(
    'JSON Schema cannot limit the levels or the bytes of an object.',
    /at most 65536 bytes of JSON, at most 32 levels deep/,
  ),
  refused(
    'multipleOf 0.01 refuses right amounts, such as 0.07: validators divide as processors do, and 0.07 / 0.01 is 7.000000000000001.',
    /^(value|overage_rate) must be an amount|^included_hours must be a number of hours/,
  ),
  refused(
    'A timer needs a user, which a key has none of: it depends on the caller and on the record.',
    /^(user_id is required for a timer|minutes: is required without a user)/,
  ),
  refused(
    'The project of a task depends on the record.',
    /^project_id must be the project of the task/,
  ),
  refused(
    'A value that equals the one in the record depends on the record.',
    /cannot be changed; send its current value/,
  ),
  refused(
    'Parameters of a report depend on the report.',
    /^(from and to are required together|\w+: (the|the records of the) report )/,
  ),
  refused(
    'A key of the team must name the author, which a personal key may omit: it depends on the caller.',
    /^author_id is required/,
  ),
  refused(
    'Only approvals by the client have a link, which depends on the stage.',
    /are for links to the client/,
  ),
  {
    why: 'The fields that a client can have depend on its type, which a change may omit; the document states them if the type is present.',
    fits: ({ refuses, forbids, says, case: { operation } }) =>
      operation.id === 'updateClient' &&
      refuses &&
      !forbids &&
      /only a client of type P[FJ] has/.test(says),
  },
  refused(
    'JSON Schema cannot compare two days.',
    /^ends_on must not be before starts_on|^start_date must not be after due_date/,
  ),
  refused(
    'The existing columns depend on the pipeline.',
    /must be the slug of a column of the task/,
  ),
  refused(
    'Only groups have members to mention, which depends on the conversation.',
    /^mentions can be given in a conversation of a group only/,
  ),
  refused(
    'The header of a template depends on the network’s list of templates.',
    /^file_id must be left out, because the template's header/,
  ),
  refused(
    'The network keeps the list of templates and their variables.',
    /^variables must be a list of \d+ strings|^template must be one that the number has/,
  ),
  taken(
    'JSON Schema cannot trim. Texts, days and ids are stored and counted without blanks at their ends; the document describes the stored values.',
    /blanks/,
    'maxLength',
    'pattern',
  ),
  taken(
    'JSON Schema cannot drop repeats. A list is counted without them, and uniqueItems would forbid accepted values.',
    /too many repeats/,
    'maxItems',
  ),
  taken(
    'date-time is RFC 3339; the service also accepts forms that only ISO 8601 allows: a comma, an offset without colon, no seconds.',
    /an instant of ISO 8601 alone/,
    'format',
  ),
];
