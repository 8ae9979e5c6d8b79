/* Reasons for which an export fails. */

const sentences = {
  rights_lost: 'The member who started it may no longer export this.',
  no_space: 'The service has no room for the file.',
  unavailable: 'The storage of files was unavailable for too long.',
  unexpected: 'Something went wrong in the service; its log has the details.',
} as const;

export type ExportProblemCode = keyof typeof sentences;

export const exportProblemCodes = Object.keys(sentences) as ExportProblemCode[];

/** An export cannot be written. */
export class ExportProblem extends Error {
  override name = 'ExportProblem';
  readonly code: ExportProblemCode;

  constructor(code: ExportProblemCode, options?: ErrorOptions) {
    super(sentences[code], options);
    this.code = code;
  }
}
