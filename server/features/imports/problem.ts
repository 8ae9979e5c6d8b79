import { FileProblem, fileProblemCodes } from './reading/file-problem.ts';

/* Reasons for which an import fails: those of its file, and those of this service. */

const sentences = {
  conversation_deleted: 'The chosen conversation no longer exists.',
  rights_lost: 'The member who started it is no longer an admin of the team.',
  inbox_deleted: 'The chosen inbox no longer exists.',
  file_removed: 'The file was removed, because the import was left unfinished for too long.',
  unexpected: 'Something went wrong in the service; its log has the details.',
} as const;

type ServiceProblemCode = keyof typeof sentences;

/** Codes of all reasons. */
export const importProblemCodes = [
  ...fileProblemCodes,
  ...(Object.keys(sentences) as ServiceProblemCode[]),
];

/** An import cannot continue, for a reason apart from its file. */
export class ImportProblem extends Error {
  override name = 'ImportProblem';
  readonly code: ServiceProblemCode;

  constructor(code: ServiceProblemCode, options?: ErrorOptions) {
    super(sentences[code], options);
    this.code = code;
  }
}

/** A reason as records keep it. */
export function reasonOfProblem(problem: FileProblem | ImportProblem) {
  const { code, message: text } = problem;
  const { values, line } = problem instanceof FileProblem ? problem : { values: {}, line: null };
  return { text, code, values: { ...values, ...(line !== null && { line }) } };
}
