import { messageCauses } from '#server/outbound/messaging/connection.ts';
import { type Finding, findingCodes } from '#server/outbound/messaging/findings.ts';
import { Type } from '#server/platform/schema.ts';
import { detailsField, detailsSchema, storedDetails } from '#server/records/coded-reason.ts';
import { about, kind } from '#server/records/fields.ts';

/* Findings as responses show them and as records keep them. */

/** Causes at the start of a message's `status_reason`. */
type MessageCause = (typeof messageCauses)[number];

/** Finding of a failed request. */
export interface Failure extends Finding {
  readonly cause?: MessageCause;
}

/** A failure with its cause at the start of its sentence, as messages keep it. */
export const withCause = (cause: MessageCause, finding: Finding): Failure => ({
  ...finding,
  cause,
  text: `${cause}: ${finding.text}`,
});

/** The code and values of a finding, for a response. */
export function detailsOfFinding({ text: _, ...details }: Failure) {
  return details;
}

/** Max stored length of a sentence. */
const maxTextLength = 255;

/** A finding as records keep it: its sentence, and its details next to it; undefined without a sentence. */
export function storableFinding(failure: Failure | undefined) {
  if (!failure) return undefined;
  const { text: words, code, ...values } = failure;
  const text = words.slice(0, maxTextLength).toWellFormed().replaceAll('\0', '').trim();
  return text === '' ? undefined : { text, details: storedDetails({ text, code, values }) };
}

const values = {
  cause: about('The cause of a failed request.', Type.Enum([...messageCauses])),
  error: about(
    'The code of a network error, such as ECONNREFUSED, an HTTP status, a code of the network, or a state.',
    Type.String(),
  ),
  said: about('The words of the gateway or the network.', Type.String()),
};

/** JSON schema of {@link detailsOfFinding}. */
export const findingSchema = detailsSchema(findingCodes, values);

/** Value of {@link detailsOfFinding} in a response that is not a record. */
export const findingKind = kind(findingSchema, 'the code of a finding', 'json');

/** Field with the code of the finding in another field of the same table. */
export const findingField = (reason: string) => detailsField(reason, findingCodes, values);
