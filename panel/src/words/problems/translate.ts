import type { ProblemWords } from './pt-BR.ts';

/*
 * The server rejects input with English sentences such as "title must be a string of at most 255 characters". This module translates them
 * to the user's language.
 */

export type Problems = ProblemWords['problems'];
type Kind = keyof Problems;

/** First match wins. `least` and `most` are the numbers of a bound. */
const shapes: readonly (readonly [RegExp, Kind])[] = [
  [
    /must be a cursor|query parameter|given only once|printable ASCII|If-Match|Host header|no parameter here|contains an API key|writes from its own pages|X-Person names|record_type (and|\(one)|are required$|^have no |parts: |what (the|a|the timeline.s) (last )?page|^Say where|given together|at most one may be given|secret key of the service has changed|This API key|^pin and|Saved views are of people|must be empty where|ids must be columns/,
    'reload',
  ],
  [/was already answered and is not repeated/, 'doneAlready'],
  [/^Only who wrote|changed by its author/, 'authorOnly'],
  [/changed by somebody else since/, 'keptChange'],
  [/in their own name|under their own name|must be your own/, 'ownName'],
  [
    /needs the role|not open to this caller|members who (may export|see values)|only who may export|Only members of the team|only its user can/,
    'notAllowed',
  ],
  [
    /of this page exceed|^The body (has|is nested|must have)|too many values|templates (expand|insert)|at most 64 kB|at most \d+ \{\{templates/,
    'tooMuchAtOnce',
  ],
  [/did not arrive whole|arrives too slowly/, 'brokenUpload'],
  [/is a number that is too large/, 'tooLarge'],
  [/nested more than/, 'tooDeep'],
  [/must not contain \{\{templates/, 'noTemplates'],
  [/contains \{\{/, 'badTemplate'],
  [/is allowed only for|is only for triggers of/, 'otherTrigger'],
  [/must be a field of|must be a path|must start with/, 'fieldPath'],
  [/must (contain|have) at least one of/, 'oneField'],
  [/has the same name and is active/, 'sameActive'],
  [/^The run is /, 'runOver'],
  [/^The workflow is disabled/, 'disabledWorkflow'],
  [/may have been sent/, 'maybeSent'],
  [/endpoint is inactive/, 'inactiveHook'],
  [/the task is gone/, 'inTrash'],
  [/pipeline has no columns/, 'noColumns'],
  [/no room left/, 'noRoom'],
  [/keeps its last column/, 'lastColumn'],
  [/somebody is deciding/, 'askedAlready'],
  [/is cancelled$/, 'cancelled'],
  [/campaigns of one client/, 'oneClient'],
  [/must hold the link/, 'needsLink'],
  [/It is a loop/, 'loop'],
  [/cannot be set$|cannot be set;/, 'notSettable'],
  [/must not be a hook of this/, 'ownHook'],
  [/must lead to a public address/, 'privateAddress'],
  [/is neither a path/, 'noSource'],
  [/^The body is empty/, 'emptyBody'],
  [/no target_pipeline_id/, 'noTarget'],
  [/must give project_id/, 'needsProject'],
  [/cannot be connected from here/, 'noConnecting'],
  [/PUBLIC_URL/, 'noPublicUrl'],
  [/inbox is not active/, 'inactiveInbox'],
  [/24-hour window is closed/, 'closedWindow'],
  [/not the sandbox/, 'notSandbox'],
  [/inbox has no templates/, 'noInboxTemplates'],
  [/inbox cannot be used/, 'unusableInbox'],
  [/must have at most (?<most>\d+) characters beside a file/, 'longest'],
  [/no media that is still/, 'fetched'],
  [/another message has this id/, 'anotherMessage'],
  [/as the extension|its bytes are not those/, 'wrongFile'],
  [/^The bytes of this file are gone/, 'gone'],
  [/must not be empty/, 'emptyFile'],
  [/found malware/, 'malware'],
  [/must be a file name/, 'fileName'],
  [/the image has/, 'pixels'],
  [/check digits are wrong/, 'checkDigits'],
  [/only a client of type/, 'otherType'],
  [/cannot be deleted many at once/, 'noBulkDelete'],
  [/it finds nothing/, 'findsNothing'],
  [/it finds more than/, 'findsTooMany'],
  [/must not hold a phase of/, 'bothPhases'],
  [/must be among deal_phases/, 'phaseList'],
  [/codes of an app already/, 'codesAlready'],
  [/is none of the secret|^code is wrong/, 'wrongCode'],
  [/^Set up codes of an app first/, 'codesFirst'],
  [/what this browser made/, 'brokenPasskey'],
  [/one of the first that others/, 'commonPassword'],
  [/made of your name/, 'personalPassword'],
  [/Passkeys need https/, 'needsHttps'],
  [/This member has no account/, 'noAccount'],
  [/is not only your team/, 'otherTeams'],
  [/cannot take you in/, 'otherEmail'],
  [/which the invitation is for/, 'invitedEmail'],
  [/^You are signed in/, 'signedIn'],
  [/^(is required|cannot be null)/, 'required'],
  [
    /[Nn]o [\w ]+ (has this id|has the id|with this id)|there is no \w+ with this id|no longer exists|the team has no |^The team has no /,
    'missing',
  ],
  [/is missing \(|or file_id is required/, 'required'],
  [/the task is in the column/, 'changed'],
  [/is not a field|is not allowed here/, 'unknown'],
  [/^inbox_id together with phone/, 'recipient'],
  [/must be the part of the link/, 'brokenLink'],
  [/ha(s|ve) an account|member of this team already|another member with this/, 'alreadyMember'],
  [
    /[Aa]nother (contact|account) has|already (has|have|registered|used|taken)|known already|is taken/,
    'taken',
  ],
  [
    /operator can raise the limit|has at most|can have at most|saved views; delete|passkeys already/,
    'limit',
  ],
  [/^A team always has an owner/, 'lastOwner'],
  [/only for owners|^Only an owner/, 'ownersOnly'],
  [/^Set up a second factor/, 'secondFactorFirst'],
  [/^This is the only way in/, 'onlyWayIn'],
  [/^This member is suspended|^The account of .* is disabled/, 'suspended'],
  [/^This team is not empty/, 'notEmpty'],
  [/(column|pipeline) has tasks/, 'hasTasks'],
  [/makes tasks in the|it stays|template stays|are linked to this/, 'inUse'],
  [/decided already/, 'decided'],
  [/revoked/, 'revoked'],
  [
    /too late|time to decide is over|undone already|older than 30 days|not asked any more/,
    'tooLate',
  ],
  [/changed since it was shown|^It was changed at|read it again/, 'changed'],
  [/still to be scanned/, 'scanning'],
  [/at this moment|still running|try again/, 'busy'],
  [/combining marks|NUL character|cannot be stored/, 'characters'],
  [/is not valid JSON/, 'brokenJson'],
  [/must be a list of (?<least>\d+) to (?<most>\d+) /, 'itemsBetween'],
  [/must be (?:a list of )?at most (?<most>\d+) (?:strings|UUIDs|distinct|objects)/, 'items'],
  [/must be a string of (?<least>\d+) to (?<most>\d+) char/, 'length'],
  [/must be a string of at most (?<most>\d+) char/, 'longest'],
  [/must be 10 to 15 digits/, 'phone'],
  [/must be (?<least>\d+) to (?<most>\d+) digits/, 'digits'],
  [/must be 64 hex digits/, 'hex'],
  [/must be a CPF/, 'cpf'],
  [/must be a CNPJ/, 'cnpj'],
  [/must be an e-mail address/, 'email'],
  [/must be an http/, 'address'],
  [/must be a date in the form YYYY-MM-DD$/, 'date'],
  [/must be an? (date|ISO 8601)/, 'moment'],
  [/must be an amount/, 'amount'],
  [/must be a whole number from (?<least>-?\d+) to (?<most>\d+)/, 'whole'],
  [/must be a number from (?<least>-?\d+) to (?<most>\d+)/, 'number'],
  [/must be a (whole )?number/, 'anyNumber'],
  [/must be at most 80 lower-case/, 'slug'],
  [/must be a colour/, 'colour'],
  [/must be a time zone/, 'zone'],
  [/must be a language/, 'language'],
  [/must be address ranges/, 'ranges'],
  [/must be one emoji/, 'emoji'],
  [/must be the path of a page/, 'path'],
  [/must be one (of|or more of) /, 'option'],
  [/must be (a UUID|ids of users)/, 'choose'],
  [/must be true or false/, 'yesNo'],
  [/must be an? (JSON|object|workflow)|must be a list of (conditions|steps)|JSON object/, 'json'],
  [/must be a list/, 'list'],
  [/must be a (text|string)/, 'text'],
  [/must (not )?(be|contain|have)|cannot be/, 'shape'],
];

export interface Problem {
  /** Name of the rejected field in the request, if the sentence contains one. */
  readonly field: string | undefined;
  /** The server's English sentence. */
  readonly sentence: string;
  /** Sentence in the user's language; undefined for an unknown kind. */
  readonly text: string | undefined;
}

/** A further problem begins with the path it refers to; other text after a semicolon belongs to the previous problem. */
const between =
  /; (?=(?!yours |allowed: |this )(?:"|[a-z][\w.]*(?:\[[^\]]*\][\w.]*)*(?:: | (?:is|must|cannot|contains) )|and \d+ more))/;

/** Splits an error message of the server into its problems, each translated with `problems`. */
export function problemsIn(message: string, problems: Problems): readonly Problem[] {
  return message
    .replace(/\.$/, '')
    .split(between)
    .filter((sentence) => !/^and \d+ more$/.test(sentence))
    .map((sentence) => {
      const [, field, rest = sentence] = /^([a-z]\w*(?:[.[\]\w]*)):? (.*)$/s.exec(sentence) ?? [];
      return {
        field,
        sentence,
        text: translateSentence(problems, rest) ?? translateSentence(problems, sentence),
      };
    });
}

/** Translates a sentence of the server, without its field; undefined for an unknown kind. */
function translateSentence(problems: Problems, sentence: string): string | undefined {
  for (const [shape, kind] of shapes) {
    const match = shape.exec(sentence);
    if (!match) continue;
    const { least = '', most = '' } = match.groups ?? {};
    return problems[kind]({ least, most });
  }
  return undefined;
}

/** Rejected field of a form. */
export interface RejectedField {
  readonly name: string;
  readonly label: string;
}

/** Codes whose message contains a reason that the code alone does not. */
const codesWithReason = ['VALIDATION_ERROR', 'CONFLICT', 'DUPLICATE_ENTRY', 'FORBIDDEN'];

/** Translates server errors to the user's language. */
export interface ErrorTranslator {
  /** Titles of rare failures, by code. */
  readonly titles: Readonly<Record<string, string>>;
  /** Reasons of a failure. English sentences of an unknown kind are left out, except in the English panel. */
  readonly reasonsOf: (
    failure: { readonly code: string; readonly message: string },
    fields?: readonly RejectedField[],
  ) => readonly string[];
  /** Translates one sentence, without its field; undefined for an unknown kind, unless the panel is in English. */
  readonly say: (sentence: string) => string | undefined;
}

/** Creates the reader of a language. */
export function makeErrorTranslator(
  { problems, titles }: ProblemWords,
  locale: string,
): ErrorTranslator {
  const inEnglish = (sentence: string) => (locale === 'en' ? sentence : undefined);
  return {
    titles,
    reasonsOf: ({ code, message }, fields = []) => {
      if (message === '' || !codesWithReason.includes(code)) return [];
      const reasons = problemsIn(message, problems).flatMap((problem) => {
        const label = fields.find(({ name }) => name === problem.field)?.label;
        const text = problem.text ?? inEnglish(problem.sentence);
        if (text === undefined) return [];
        return label ? [`${label}: ${text}`] : [text];
      });
      return [...new Set(reasons)];
    },
    say: (sentence) => translateSentence(problems, sentence) ?? inEnglish(sentence),
  };
}
