/*
 * Reasons for which a file cannot be read: a code with its values, from which the panel says the reason in the reader's language, and a
 * sentence in English for programs and logs. Messages of libraries are never shown.
 */

/** Values in a reason. */
type Values = Readonly<Record<string, string | number>>;

/** Code → its sentence. A line number is added in front. */
const sentences = {
  empty: () => 'The file is empty.',
  picture: ({ format }) => `The file is a picture (${format}), not a table.`,
  pdf: () => 'The file is a PDF document, not a table.',
  old_excel: () => 'The file was saved by Excel 2003 or earlier. Save it as .xlsx or .csv.',
  binary_excel: () => 'The file is a binary workbook (.xlsb). Save it as .xlsx or .csv.',
  open_document: () => 'The file is an OpenDocument spreadsheet. Save it as .xlsx or .csv.',
  encrypted: () => 'The file is protected by a password. Remove the password and try again.',
  unknown_format: () => 'The format of the file is not supported.',
  web_page: () => 'The file is a web page. Export it as .csv or .xlsx.',
  nul_byte: () => 'The text contains NUL characters, so it is damaged or not a text.',
  undecodable: () => 'The text is not valid in its encoding.',
  line_too_long: ({ limit }) => `The line has more than ${limit} bytes.`,
  file_too_large: ({ limit }) => `The file has more than ${limit} bytes.`,
  unpacked_too_large: ({ limit }) => `The file has more than ${limit} bytes when unpacked.`,
  damaged_archive: () => 'The file is incomplete or damaged.',
  too_many_entries: ({ limit }) => `The archive has more than ${limit} files.`,
  no_chat: () => 'The archive has no chat exported by WhatsApp.',
  several_chats: ({ count }) => `The archive has ${count} chats exported by WhatsApp.`,
  not_a_chat: () => 'The text is not a chat exported by WhatsApp.',
  message_too_long: ({ limit }) => `The message has more than ${limit} characters.`,
  too_many_authors: ({ limit }) => `The chat has more than ${limit} authors.`,
  too_many_columns: ({ limit }) => `The row has more than ${limit} columns.`,
  too_many_rows: ({ limit }) => `The file has more than ${limit} rows.`,
  open_quote: () => 'A quotation mark is opened in this line and not closed.',
  no_rows: () => 'The file has no rows.',
  no_sheets: () => 'The workbook has no sheets with cells.',
  unknown_sheet: ({ sheet }) => `The workbook has no sheet “${sheet}”.`,
  too_many_sheets: ({ limit }) => `The workbook has more than ${limit} sheets.`,
  damaged_xml: ({ part }) => `A part of the workbook is damaged: ${part}.`,
  forbidden_xml: ({ part }) => `A part of the workbook declares a document type: ${part}.`,
  cell_too_long: ({ limit }) => `A cell has more than ${limit} characters.`,
  invalid_json: () => 'The file is not valid JSON.',
  not_trello: () => 'The JSON is not the export of a Trello board.',
  no_cards: () => 'The file has no contacts.',
  open_card: () => 'A contact begins in this line and does not end.',
  card_too_long: ({ limit }) => `A contact has more than ${limit} bytes.`,
} as const satisfies Record<string, (values: Values) => string>;

export type FileProblemCode = keyof typeof sentences;

/** Every code, in a stable order. */
export const fileProblemCodes = Object.keys(sentences) as FileProblemCode[];

/** A file cannot be read, or not from a line on. */
export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly code: FileProblemCode;
  /** Line of the file, from 1; null if the problem is about the whole file. */
  readonly line: number | null;
  readonly values: Values;

  /** @param options `cause`: for the log, never for the user */
  constructor(
    code: FileProblemCode,
    {
      line = null,
      values = {},
      ...options
    }: ErrorOptions & { readonly line?: number | null; readonly values?: Values } = {},
  ) {
    const says: (values: Values) => string = sentences[code];
    super(`${line === null ? '' : `Line ${line}: `}${says(values)}`, options);
    this.code = code;
    this.line = line;
    this.values = values;
  }
}
