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
    'Parameters that are not in the document cannot be forbidden: OpenAPI describes those that there are.',
    /is not a query parameter/,
  ),
  refused(
    'Which keys there are is in no document. A key of another form is answered as one that is unknown, so that nobody learns the form.',
    /^A valid API key is required|secret_token/,
  ),
  refused(
    'Only the service can tell whether a cursor is its own: it is signed, for one list in one order.',
    /after must be a cursor from a Link header/,
  ),
  refused(
    'A pattern that forbids half a surrogate pair cannot be written: patterns know whole characters. The same rule, of all texts and of all names in free objects, forbids NUL.',
    /NUL character or an unpaired surrogate/,
  ),
  {
    why: 'The same of a parameter: what it may hold is said, and a NUL in its address is neither.',
    fits: ({ refuses, forbids, case: { at, what } }) =>
      refuses && !forbids && at.startsWith('query.') && what === 'a NUL',
  },
  refused(
    'Combining marks are a property of characters. JSON Schema asks for patterns without properties, since few dialects know them.',
    /more than 30 combining marks in a row/,
  ),
  refused(
    'Nothing counts the levels or the bytes of an object.',
    /at most 65536 bytes of JSON, at most 32 levels deep/,
  ),
  refused(
    'multipleOf 0.01 refuses right amounts, such as 0.07: validators divide as processors do, and 0.07 / 0.01 is 7.000000000000001.',
    /^value must be an amount/,
  ),
  refused(
    'Whether a value is the one that the record has depends on the record.',
    /cannot be changed; send its current value/,
  ),
  {
    why: 'Which fields a client can have depends on its type, which a change may leave out; the document says it where the type is given.',
    fits: ({ refuses, forbids, says, case: { operation } }) =>
      operation.id === 'updateClient' &&
      refuses &&
      !forbids &&
      /only a client of type P[FJ] has/.test(says),
  },
  refused(
    'Which columns there are depends on the pipeline.',
    /must be the slug of a column of the task/,
  ),
  refused(
    'Which templates there are, and what fills one, the network keeps.',
    /^variables must be a list of \d+ strings|^template must be one that the number has/,
  ),
  taken(
    'Nothing trims. Texts, days and ids are stored without blanks at their ends, and count so; the document says what is stored.',
    /blanks/,
    'maxLength',
    'pattern',
  ),
  taken(
    'Nothing drops repeats. A list counts without them, and uniqueItems would forbid what is taken.',
    /too many repeats/,
    'maxItems',
  ),
  taken(
    'date-time is RFC 3339; the service also takes what only ISO 8601 allows: a comma, an offset without colon, no seconds.',
    /an instant of ISO 8601 alone/,
    'format',
  ),
];
