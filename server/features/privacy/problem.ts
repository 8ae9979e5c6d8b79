/* Reasons for which work on a request fails. */

const sentences = {
  rights_lost: 'The member who started it may no longer do this.',
  no_space: 'The service has no room on its disk.',
  unavailable: 'The package could not be made after several attempts.',
  nothing_chosen: 'No record was chosen as the person, and no text was decided on.',
  last_owner: 'The last owner of the team cannot be erased.',
  data_moving: 'An import, an export or a package of the team was running.',
  changed: 'The request was changed meanwhile.',
  unexpected: 'Something went wrong in the service; its log has the details.',
} as const;

export type PrivacyProblemCode = keyof typeof sentences;

export const privacyProblemCodes = Object.keys(sentences) as PrivacyProblemCode[];

/** Work on a request of a person cannot be done. */
export class PrivacyProblem extends Error {
  override name = 'PrivacyProblem';
  readonly code: PrivacyProblemCode;

  constructor(code: PrivacyProblemCode, options?: ErrorOptions) {
    super(sentences[code], options);
    this.code = code;
  }
}
