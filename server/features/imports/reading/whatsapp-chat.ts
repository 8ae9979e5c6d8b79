import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { FileProblem } from './file-problem.ts';
import {
  type OpenBytes,
  openFile,
  readLines,
  readStart,
  surveyText,
  type TextLimits,
  type TextLine,
  type TextSurvey,
} from './text.ts';
import { openZip, type ZipArchive } from './zip.ts';

/*
 * Chats exported by WhatsApp, as .txt or as .zip with media. The format is undocumented; it depends on the phone's system, language, region
 * and clock:
 *
 *   Android  05/10/2026 14:33 - Maria: IMG-20261005-WA0012.jpg (arquivo anexado)
 *   Android  10/5/26, 2:33 PM - Maria: <Media omitted>
 *   iOS      [05/10/2026, 14:33:10] Maria: <anexado: 00000012-PHOTO-2026-10-05-14-33-10.jpg>
 *
 * Lines without a head continue the message before them. iOS puts U+200E before texts that it generates.
 */

export const chatLimits = {
  /** Bytes of the text. */
  bytes: 512 * 1024 * 1024,
  /** Bytes of a line. */
  line: 1024 * 1024,
  /** Characters of a message. */
  message: 1024 * 1024,
  authors: 10_000,
  /** Files in the archive. */
  entries: 100_000,
  /** Unpacked bytes of the archive. */
  unpacked: 8 * 1024 * 1024 * 1024,
} as const;

/** Order of day, month and year in a chat. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/** Wall time of the phone, without a time zone. */
export interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  /** Null on Android, which exports minutes only. */
  readonly second: number | null;
}

export interface ChatMessage {
  /** Line of its head, from 1. */
  readonly line: number;
  /** Name in the exporting phone, or a number; null in lines of WhatsApp itself. */
  readonly author: string | null;
  readonly at: WallTime;
  /** Without marks of attachments, edits and deletions. */
  readonly text: string;
  /** Name of the attachment; see {@link WhatsAppChat.openFile}. */
  readonly file: string | null;
  /** True if an attachment was left out of the export. */
  readonly isOmitted: boolean;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  /** Ordinal, from 1, among messages with the same minute, author and text. */
  readonly n: number;
  /** Equal in every export of the chat by the same phone, with or without media. */
  readonly identity: string;
}

interface Period {
  readonly firstAt: WallTime;
  readonly lastAt: WallTime;
}

export interface ChatSummary extends Period {
  readonly system: 'android' | 'ios';
  readonly dateOrder: DateOrder;
  /** False if the chat reads as well in the other order: the user decides. */
  readonly isDateOrderCertain: boolean;
  /** The other order and its period, if the order is uncertain. */
  readonly alternative: (Period & { readonly dateOrder: DateOrder }) | null;
  /** Authors in the order of their first message. */
  readonly authors: readonly { readonly name: string; readonly messages: number }[];
  /** Messages with an author. */
  readonly messages: number;
  /** Lines of WhatsApp itself, such as changes of the group. */
  readonly systemMessages: number;
  readonly attachments: number;
  readonly omitted: number;
  readonly deleted: number;
  /** Lines before the first message, and lines with an impossible date, which are part of the text before them. */
  readonly linesWithoutMessage: number;
  readonly survey: TextSurvey;
}

export interface WhatsAppChat {
  /** Name of the text in the archive; null if the file is the text. */
  readonly textName: string | null;
  readonly summary: ChatSummary;
  /** Reads the messages in the order of the file. @param order overrides an uncertain order */
  readonly messages: (order?: DateOrder) => AsyncGenerator<ChatMessage>;
  /** Unpacked size of an attachment according to the archive; null if the archive does not contain it. */
  readonly sizeOf: (file: string) => number | null;
  /** Bytes of an attachment; null if the archive does not contain it. */
  readonly openFile: (file: string) => OpenBytes | null;
  readonly close: () => void;
}

const space = '[ \\u00a0\\u202f]';
const date =
  '(?<first>\\d{1,4})(?<separator>[/.-])(?<second>\\d{1,2})\\k<separator>(?<third>\\d{1,4})';
const time = `(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<seconds>\\d{2}))?(?:${space}?(?<half>[AaPp])\\.?${space}?[Mm]\\.?)?`;
const marks = '[\\u200e\\u200f\\ufeff\\u202a-\\u202e\\u2066-\\u2069]';
const between = `,?${space}(?:às${space})?`;

const heads = {
  ios: new RegExp(`^${marks}*\\[${date}${between}${time}\\]${space}(?<rest>.*)$`, 's'),
  android: new RegExp(`^${marks}*${date}${between}${time}${space}[-–]${space}(?<rest>.*)$`, 's'),
} as const;

type System = keyof typeof heads;

/** Parts of a head as they are written. */
interface Head {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly isYearFirst: boolean;
  readonly hour: number;
  readonly minute: number;
  readonly seconds: number | null;
  readonly rest: string;
}

const everyMark = new RegExp(marks, 'g');
const withoutMarks = (text: string) => text.replace(everyMark, '');

/** True for digits, a bracket and marks, with which heads begin: few lines need the expression. */
const mayBeHead = (code: number) => (code >= 0x30 && code <= 0x39) || code === 0x5b || code > 0x7f;

/** Reads a head; undefined if the line has none, or if its time is impossible. */
function readHead(text: string, system: System): Head | undefined {
  if (!mayBeHead(text.charCodeAt(0))) return undefined;
  const { groups } = heads[system].exec(text) ?? {};
  if (!groups) return undefined;
  const { first = '', second = '', third = '', half, seconds, rest = '' } = groups;
  const minute = Number(groups.minute);
  let hour = Number(groups.hour);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hour > 23 || minute > 59 || Number(seconds ?? 0) > 59) return undefined;
  return {
    first: Number(first),
    second: Number(second),
    third: Number(third),
    isYearFirst: first.length > 2,
    hour,
    minute,
    seconds: seconds === undefined ? null : Number(seconds),
    rest,
  };
}

const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Reads the time of a head in an order of its date; undefined if the date does not exist. */
function timeOf(head: Head, order: DateOrder): WallTime | undefined {
  const { first, second, third, isYearFirst, hour, minute, seconds } = head;
  if (isYearFirst !== (order === 'ymd')) return undefined;
  const [year, month, day] =
    order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  const century = year < 100 ? 2000 + year : year;
  if (month < 1 || month > 12 || day < 1 || day > lengthOf(century, month)) return undefined;
  return { year: century, month, day, hour, minute, second: seconds };
}

/** Number by which times are compared. */
const rank = ({ year, month, day, hour, minute, second }: WallTime) =>
  Date.UTC(year, month - 1, day, hour, minute, second ?? 0);

const twoDigits = (value: number) => String(value).padStart(2, '0');

const minuteOf = ({ year, month, day, hour, minute }: WallTime) =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`;

/** Texts in place of a deleted message, in Portuguese and English, in the lower case. */
const deletions = new Set([
  'mensagem apagada',
  'esta mensagem foi apagada',
  'essa mensagem foi apagada',
  'você apagou esta mensagem',
  'você apagou essa mensagem',
  'esta mensagem foi eliminada',
  'eliminou esta mensagem',
  'this message was deleted',
  'you deleted this message',
  'message deleted',
]);

const edits = /\s*<(?:mensagem editada|esta mensagem foi editada|this message was edited)>\s*$/i;

/** Android: on the first line; a caption follows. */
const androidFile =
  /^(?<file>.+\.[\p{L}\p{N}]{1,10}) \((?:arquivo anexado|ficheiro anexado|file attached)\)$/iu;
const androidOmission =
  /^<(?:mídia oculta|mídia omitida|arquivo de mídia oculto|ficheiro omitido|media omitted)>$/i;

/** iOS: at the end of a line. Before it, documents have their name and pages, and pictures their caption. */
const iosFile = /<(?:anexado|anexo|attached): (?<file>[^<>\n]+)>[ \t]*$/im;
const iosOmission =
  /(?:^|\u0020)(?:imagem|foto|vídeo|áudio|gif|figurinha|documento|cartão do contato|mensagem de vídeo|image|photo|video|audio|sticker|document|contact card|video note) (?:omitid[oa]|ocultad[oa]|ocult[oa]|omitted)[ \t]*$/im;
/** Name and pages of a document. */
const iosDocument = /^.{1,260} • .*$/;

/** Texts that iOS generates for messages of people. */
const generatedForPeople =
  /^(?:localização|localização em tempo real|location|live location|enquete|poll|evento|event)\b[^\n]{0,40}:/i;

/** The part before a colon in Android's lines about groups, whose names may contain one. */
const aboutGroup =
  /\b(?:mudou|alterou|criou|adicionou|removeu|changed|created|added|removed)\b.*["“”]/i;

interface Content {
  readonly text: string;
  readonly file: string | null;
  readonly isOmitted: boolean;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
}

const trimmed = (text: string) => text.replace(/[ \t\r\n]+$/, '').replace(/^(?:[ \t]*\n)+/, '');

/** Reads attachments, deletions and edits in a body. */
function readContent(raw: string, system: System): Content {
  const whole = trimmed(withoutMarks(raw));
  const body = whole.replace(edits, '');
  const isEdited = body !== whole;
  const plain = { text: body, file: null, isOmitted: false, isDeleted: false, isEdited };
  if (deletions.has(body.toLowerCase().replace(/\.$/, '')))
    return { ...plain, text: '', isDeleted: true };
  if (system === 'android') {
    const end = body.indexOf('\n');
    const firstLine = end < 0 ? body : body.slice(0, end);
    const caption = end < 0 ? '' : trimmed(body.slice(end + 1));
    const file = androidFile.exec(firstLine)?.groups?.file;
    if (file !== undefined) return { ...plain, text: caption, file };
    if (androidOmission.test(firstLine)) return { ...plain, text: caption, isOmitted: true };
    // Written for kinds of messages that the export leaves out, such as those shown once.
    return body === 'null' ? { ...plain, text: '', isOmitted: true } : plain;
  }
  const match = iosFile.exec(body) ?? iosOmission.exec(body);
  if (!match) return plain;
  const caption = trimmed(
    `${body.slice(0, match.index)}${body.slice(match.index + match[0].length)}`,
  );
  const file = match.groups?.file ?? null;
  return {
    ...plain,
    text: iosDocument.test(caption) ? '' : caption,
    file,
    isOmitted: file === null,
  };
}

/** Reads the author and the body of a head's rest. */
function splitAuthor(rest: string, system: System): { author: string | null; body: string } {
  const colon = /:(?:[ \u00a0\u202f]|$)/m.exec(rest);
  const end = rest.indexOf('\n');
  if (!colon || (end >= 0 && colon.index > end)) return { author: null, body: rest };
  const author = withoutMarks(rest.slice(0, colon.index))
    .replace(/^~[ \u00a0\u202f]?/, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .trim();
  if (author === '' || author.length > 255) return { author: null, body: rest };
  if (system === 'android' && aboutGroup.test(author)) return { author: null, body: rest };
  return { author, body: rest.slice(colon.index + colon[0].length) };
}

/** A message without its ordinal and identity. */
type BareMessage = Omit<ChatMessage, 'n' | 'identity' | 'at'> & { readonly head: Head };

function readMessage(head: Head, body: readonly string[], line: number, system: System) {
  const raw = body.length === 0 ? head.rest : `${head.rest}\n${body.join('\n')}`;
  const { author, body: text } = splitAuthor(raw, system);
  const content = readContent(text, system);
  const isGenerated =
    system === 'ios' &&
    text.startsWith('\u200e') &&
    content.file === null &&
    !content.isOmitted &&
    !content.isDeleted &&
    !generatedForPeople.test(content.text);
  const message: BareMessage = { head, line, author: isGenerated ? null : author, ...content };
  return message;
}

/** Groups lines into messages. @param isDate false for heads whose date is impossible */
async function* bareMessages(
  lines: AsyncIterable<readonly TextLine[]>,
  system: System,
  isDate: (head: Head) => boolean,
  reject: () => void,
): AsyncGenerator<BareMessage> {
  let head: Head | undefined;
  let headLine = 0;
  let body: string[] = [];
  let size = 0;
  for await (const batch of lines) {
    for (const { line, text } of batch) {
      const next = readHead(text, system);
      if (next && isDate(next)) {
        if (head) yield readMessage(head, body, headLine, system);
        head = next;
        headLine = line;
        body = [];
        size = text.length;
        continue;
      }
      if (next || (!head && text.trim() !== '')) reject();
      if (!head) continue;
      size += text.length + 1;
      if (size > chatLimits.message)
        throw new FileProblem('message_too_long', {
          line: headLine,
          values: { limit: chatLimits.message },
        });
      body.push(text);
    }
  }
  if (head) yield readMessage(head, body, headLine, system);
}

/** Collects the period of a chat in one order of its dates. */
class PeriodIn {
  first: WallTime | undefined;
  last: WallTime | undefined;
  impossible = 0;
  /** Times more than a day before their predecessor: a chat is exported in its order. */
  returns = 0;
  readonly order: DateOrder;
  #previous = Number.NEGATIVE_INFINITY;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  constructor(order: DateOrder) {
    this.order = order;
  }

  add(head: Head): void {
    const at = timeOf(head, this.order);
    if (!at) {
      this.impossible += 1;
      return;
    }
    const value = rank(at);
    if (value < this.#previous - 86_400_000) this.returns += 1;
    this.#previous = value;
    if (value < this.#first) {
      this.#first = value;
      this.first = at;
    }
    if (value > this.#last) {
      this.#last = value;
      this.last = at;
    }
  }
}

/** Matches either system's head. */
const systemOf = (text: string): System | undefined =>
  (['ios', 'android'] as const).find((system) => readHead(text, system) !== undefined);

/** True if one of the first lines of a text has a head. */
export const isChatStart = (text: string): boolean =>
  text.split('\n', 20).some((line) => systemOf(line) !== undefined);

/** Lines in which the first head must be. */
const preamble = 1_000;

async function findSystem(lines: AsyncIterable<readonly TextLine[]>): Promise<System> {
  for await (const batch of lines)
    for (const { line, text } of batch) {
      if (line > preamble) throw new FileProblem('not_a_chat');
      const system = systemOf(text);
      if (system) return system;
    }
  throw new FileProblem('not_a_chat');
}

/** Decides the order of dates from all of them: impossible dates first, then the order of the messages. */
function decideOrder(periods: readonly PeriodIn[]): { chosen: PeriodIn; rival: PeriodIn | null } {
  const [yearFirst, dayFirst, monthFirst] = periods;
  if (!yearFirst || !dayFirst || !monthFirst) throw new FileProblem('not_a_chat');
  if (
    yearFirst.first &&
    yearFirst.impossible <= Math.min(dayFirst.impossible, monthFirst.impossible)
  )
    return { chosen: yearFirst, rival: null };
  const [better, worse] =
    monthFirst.impossible < dayFirst.impossible ||
    (monthFirst.impossible === dayFirst.impossible && monthFirst.returns < dayFirst.returns)
      ? [monthFirst, dayFirst]
      : [dayFirst, monthFirst];
  const isEvident =
    better.impossible === 0 && (worse.impossible > 0 || better.returns < worse.returns);
  return { chosen: better, rival: isEvident ? null : worse };
}

/** Heads before the order of dates is decided: possible in some order. */
const isPossible = (head: Head) =>
  (['ymd', 'dmy', 'mdy'] as const).some((order) => timeOf(head, order) !== undefined);

/** Counts of a chat. @param isDate false for heads whose date is impossible */
async function countMessages(
  lines: AsyncIterable<readonly TextLine[]>,
  system: System,
  isDate: (head: Head) => boolean,
  periods: readonly PeriodIn[],
) {
  const authors = new Map<string, number>();
  const counts = {
    messages: 0,
    systemMessages: 0,
    attachments: 0,
    omitted: 0,
    deleted: 0,
    linesWithoutMessage: 0,
  };
  const reject = () => {
    counts.linesWithoutMessage += 1;
  };
  for await (const message of bareMessages(lines, system, isDate, reject)) {
    for (const period of periods) period.add(message.head);
    if (message.file !== null) counts.attachments += 1;
    if (message.isOmitted) counts.omitted += 1;
    if (message.isDeleted) counts.deleted += 1;
    if (message.author === null) {
      counts.systemMessages += 1;
      continue;
    }
    counts.messages += 1;
    authors.set(message.author, (authors.get(message.author) ?? 0) + 1);
    if (authors.size > chatLimits.authors)
      throw new FileProblem('too_many_authors', {
        line: message.line,
        values: { limit: chatLimits.authors },
      });
  }
  return { ...counts, authors: [...authors].map(([name, messages]) => ({ name, messages })) };
}

async function summarize(
  read: () => AsyncIterable<readonly TextLine[]>,
  survey: TextSurvey,
): Promise<ChatSummary> {
  const system = await findSystem(read());
  const periods = (['ymd', 'dmy', 'mdy'] as const).map((order) => new PeriodIn(order));
  const counts = await countMessages(read(), system, isPossible, periods);
  const { chosen, rival } = decideOrder(periods);
  if (!chosen.first || !chosen.last) throw new FileProblem('not_a_chat');
  const isDate = (head: Head) => timeOf(head, chosen.order) !== undefined;
  return {
    system,
    dateOrder: chosen.order,
    isDateOrderCertain: rival === null,
    alternative:
      rival?.first && rival.last
        ? { dateOrder: rival.order, firstAt: rival.first, lastAt: rival.last }
        : null,
    firstAt: chosen.first,
    lastAt: chosen.last,
    // Lines with a date that is impossible in the chosen order are no heads, so the messages are counted again.
    ...(chosen.impossible === 0 ? counts : await countMessages(read(), system, isDate, [])),
    survey,
  };
}

/** Keys of which the number of occurrences is remembered, at least: days of a busy group. Beyond them, counting starts again. */
const rememberedKeys = 100_000;

/** Text by which messages of several exports are compared: attachments and deletions are written in many ways. */
const comparedText = ({ text, file, isOmitted, isDeleted }: BareMessage) => {
  const mark = isDeleted ? '\u0001' : file !== null || isOmitted ? '\u0002' : '';
  return mark + text.normalize('NFC').replace(/\s+/g, ' ').trim();
};

/** Returns a function that numbers equal messages and hashes them. */
function identities() {
  // Two generations: deleting the oldest keys one by one would take time in proportion to their number.
  let counts = new Map<string, number>();
  let earlier = counts;
  return (message: BareMessage, at: WallTime) => {
    const author = message.author?.normalize('NFC') ?? null;
    const key = hash(
      'sha256',
      JSON.stringify([minuteOf(at), author, comparedText(message)]),
      'base64url',
    );
    const n = (counts.get(key) ?? earlier.get(key) ?? 0) + 1;
    counts.set(key, n);
    if (counts.size === rememberedKeys) {
      earlier = counts;
      counts = new Map();
    }
    return { n, identity: n === 1 ? key : hash('sha256', `${key} ${n}`, 'base64url') };
  };
}

async function* readMessages(
  lines: AsyncIterable<readonly TextLine[]>,
  system: System,
  order: DateOrder,
): AsyncGenerator<ChatMessage> {
  const identify = identities();
  const isDate = (head: Head) => timeOf(head, order) !== undefined;
  for await (const { head, ...message } of bareMessages(lines, system, isDate, () => {})) {
    const at = timeOf(head, order);
    if (at) yield { ...message, at, ...identify({ head, ...message }, at) };
  }
}

const textLimits: TextLimits = { bytes: chatLimits.bytes, line: chatLimits.line };

/** Names that WhatsApp gives to the text. */
const chatName = /^(?:_chat|conversas? (?:do|no) whatsapp .*|whatsapp chat .*)\.txt$/i;

/** Texts that may be the chat, the likeliest first. */
const candidatesIn = ({ entries }: ZipArchive) =>
  entries
    .map(({ name }) => name)
    .filter((name) => /\.txt$/i.test(name) && !name.startsWith('__MACOSX/'))
    .sort(
      (a, b) =>
        Number(chatName.test(basename(b))) - Number(chatName.test(basename(a))) ||
        a.split('/').length - b.split('/').length,
    );

/** Texts without the name of a chat that are examined. */
const maxExamined = 50;

async function hasHead(open: OpenBytes): Promise<boolean> {
  const start = await readStart(open, 64 * 1024);
  const encoding = start[0] === 0xff && start[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding)
    .decode(start)
    .split('\n')
    .some((text) => systemOf(text));
}

/** Finds the text of the chat. @throws FileProblem if there is none, or more than one */
async function findChat(zip: ZipArchive): Promise<string> {
  const candidates = candidatesIn(zip);
  const likely = candidates.filter((name) => chatName.test(basename(name)));
  const chats: string[] = [];
  for (const name of likely.length > 0 ? likely : candidates.slice(0, maxExamined))
    if (await hasHead(zip.open(name))) chats.push(name);
  const [first, second] = chats;
  if (first === undefined) throw new FileProblem('no_chat');
  if (second !== undefined)
    throw new FileProblem('several_chats', { values: { count: chats.length } });
  return first;
}

const plainName = (name: string) => withoutMarks(basename(name)).normalize('NFC');

/** True for a ZIP archive, by its first bytes. */
const isZip = (start: Uint8Array) =>
  start[0] === 0x50 && start[1] === 0x4b && (start[2] === 0x03 || start[2] === 0x05);

async function readChat(open: OpenBytes): Promise<Pick<WhatsAppChat, 'summary' | 'messages'>> {
  const survey = await surveyText(open, textLimits);
  const read = () => readLines(open, survey, textLimits);
  const summary = await summarize(read, survey);
  return {
    summary,
    messages: (order = summary.dateOrder) => readMessages(read(), summary.system, order),
  };
}

/**
 * Opens a chat and reads it once for its summary. Times have no zone: the caller decides it.
 * @param path a .txt or .zip on the local disk, which stays there until the chat is closed
 * @throws FileProblem
 */
export async function openWhatsAppChat(path: string): Promise<WhatsAppChat> {
  const start = await readStart(openFile(path), 4);
  if (!isZip(start)) {
    const chat = await readChat(openFile(path));
    return {
      textName: null,
      ...chat,
      sizeOf: () => null,
      openFile: () => null,
      close: () => {},
    };
  }
  const zip = await openZip(path, chatLimits);
  try {
    const textName = await findChat(zip);
    const files = new Map(
      zip.entries
        .filter(({ name }) => name !== textName)
        .map((entry) => [plainName(entry.name), entry]),
    );
    return {
      textName,
      ...(await readChat(zip.open(textName))),
      sizeOf: (file) => files.get(plainName(file))?.size ?? null,
      openFile: (file) => {
        const entry = files.get(plainName(file));
        return entry ? zip.open(entry.name) : null;
      },
      close: zip.close,
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}
