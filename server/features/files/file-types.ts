import { extname } from 'node:path';
import { invalid } from '#server/platform/errors.ts';

/*
 * Detects file types by their leading signature, without parsing the content. A file whose name or media type does not match its first
 * bytes is refused; unknown types are stored as bytes.
 */

/** Number of leading bytes that {@link isPicture}, {@link mediaTypeOf} and {@link namingOfReceived} need. */
export const headBytes = 4_096;

interface Kind {
  /** Human-readable; completes "it is not …". */
  readonly name: string;
  /** Extension → media type. The first one applies to files without an extension. */
  readonly types: Readonly<Record<string, string>>;
  /** Alternative media types. */
  readonly also?: readonly string[];
  readonly is: (head: Buffer) => boolean;
  /** True if a preview can be made. */
  readonly isPicture?: true;
}

const signatureAt = (offset: number, ...texts: readonly string[]) => {
  const all = texts.map((text) => Buffer.from(text, 'latin1'));
  return (head: Buffer) =>
    all.some((bytes) => head.subarray(offset, offset + bytes.length).equals(bytes));
};
const riff = (form: string) => {
  const [begins, says] = [signatureAt(0, 'RIFF'), signatureAt(8, form)];
  return (head: Buffer) => begins(head) && says(head);
};
const isoMedia = signatureAt(4, 'ftyp', 'moov', 'mdat', 'wide', 'free');
const brand = (...brands: readonly string[]) => {
  const [begins, says] = [signatureAt(4, 'ftyp'), signatureAt(8, ...brands)];
  return (head: Buffer) => begins(head) && says(head);
};
const isAvif = brand('avif', 'avis');
const isHeif = brand('heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1');
/** True if the bytes start like a PDF document. */
export const isPdf = (head: Buffer) => head.subarray(0, 1_024).includes('%PDF-');
const isPostScript = signatureAt(0, '%!PS', '\xc5\xd0\xd3\xc6');
/** MPEG audio frame header: eleven sync bits and a layer. */
const isMpegFrame = (head: Buffer) =>
  head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && ((head[1] ?? 0) & 0x06) !== 0;
const isAdts = (head: Buffer) => head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
const isId3 = signatureAt(0, 'ID3');

/** Control characters that never occur in text; UTF-16 is recognized by its byte order mark. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const control = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;
/** True if the bytes start like a text. */
export const isText = (head: Buffer) =>
  signatureAt(0, '\xff\xfe', '\xfe\xff')(head) ||
  (!control.test(head.toString('latin1')) && !isPdf(head) && !isPostScript(head));

const picture = { isPicture: true } as const;

const kinds: readonly Kind[] = [
  {
    name: 'a PNG image',
    types: { png: 'image/png' },
    is: signatureAt(0, '\x89PNG\r\n\x1a\n'),
    ...picture,
  },
  {
    name: 'a JPEG image',
    types: { jpg: 'image/jpeg', jpeg: 'image/jpeg', jpe: 'image/jpeg', jfif: 'image/jpeg' },
    also: ['image/jpg', 'image/pjpeg'],
    is: signatureAt(0, '\xff\xd8\xff'),
    ...picture,
  },
  {
    name: 'a GIF image',
    types: { gif: 'image/gif' },
    is: signatureAt(0, 'GIF87a', 'GIF89a'),
    ...picture,
  },
  { name: 'a WebP image', types: { webp: 'image/webp' }, is: riff('WEBP'), ...picture },
  { name: 'an AVIF image', types: { avif: 'image/avif' }, is: isAvif, ...picture },
  { name: 'a HEIF image', types: { heic: 'image/heic', heif: 'image/heif' }, is: isHeif },
  {
    name: 'a TIFF image',
    types: { tif: 'image/tiff', tiff: 'image/tiff' },
    is: signatureAt(0, 'II*\0', 'MM\0*'),
    ...picture,
  },
  {
    name: 'a BMP image',
    types: { bmp: 'image/bmp' },
    also: ['image/x-ms-bmp'],
    is: signatureAt(0, 'BM'),
  },
  {
    name: 'an icon',
    types: { ico: 'image/vnd.microsoft.icon' },
    also: ['image/x-icon'],
    is: signatureAt(0, '\0\0\x01\0'),
  },
  {
    name: 'a Photoshop document',
    types: { psd: 'image/vnd.adobe.photoshop', psb: 'image/vnd.adobe.photoshop' },
    also: ['image/x-photoshop', 'application/x-photoshop'],
    is: signatureAt(0, '8BPS'),
  },
  { name: 'a PDF document', types: { pdf: 'application/pdf' }, is: isPdf },
  {
    name: 'a PostScript or Illustrator document',
    types: {
      ps: 'application/postscript',
      eps: 'application/postscript',
      ai: 'application/illustrator',
    },
    is: (head) => isPostScript(head) || isPdf(head),
  },
  {
    name: 'an MP4, QuickTime or 3GP file',
    types: {
      mp4: 'video/mp4',
      m4v: 'video/x-m4v',
      mov: 'video/quicktime',
      m4a: 'audio/mp4',
      '3gp': 'video/3gpp',
      '3g2': 'video/3gpp2',
    },
    also: ['audio/m4a', 'audio/x-m4a', 'audio/3gpp', 'audio/3gpp2'],
    is: (head) => isoMedia(head) && !isAvif(head) && !isHeif(head),
  },
  {
    name: 'an Ogg file',
    types: { ogg: 'audio/ogg', oga: 'audio/ogg', opus: 'audio/ogg', ogv: 'video/ogg' },
    also: ['audio/opus', 'application/ogg'],
    is: signatureAt(0, 'OggS'),
  },
  {
    name: 'an AAC file',
    types: { aac: 'audio/aac' },
    is: (head) => isAdts(head) || isoMedia(head),
  },
  {
    name: 'an MP3 file',
    types: { mp3: 'audio/mpeg' },
    also: ['audio/mp3'],
    is: (head) => isId3(head) || isMpegFrame(head),
  },
  { name: 'an AMR file', types: { amr: 'audio/amr' }, is: signatureAt(0, '#!AMR') },
  {
    name: 'a WAV file',
    types: { wav: 'audio/wav' },
    also: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
    is: riff('WAVE'),
  },
  {
    name: 'an AVI file',
    types: { avi: 'video/x-msvideo' },
    also: ['video/avi'],
    is: riff('AVI '),
  },
  {
    name: 'a FLAC file',
    types: { flac: 'audio/flac' },
    also: ['audio/x-flac'],
    is: signatureAt(0, 'fLaC'),
  },
  {
    name: 'a WebM or Matroska file',
    types: { webm: 'video/webm', mkv: 'video/x-matroska' },
    also: ['audio/webm'],
    is: signatureAt(0, '\x1aE\xdf\xa3'),
  },
  {
    name: 'a ZIP archive, or a document that is one',
    types: {
      zip: 'application/zip',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      odt: 'application/vnd.oasis.opendocument.text',
      ods: 'application/vnd.oasis.opendocument.spreadsheet',
      odp: 'application/vnd.oasis.opendocument.presentation',
      epub: 'application/epub+zip',
    },
    also: ['application/x-zip-compressed', 'application/x-zip'],
    is: signatureAt(0, 'PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'),
  },
  {
    name: 'a document of Office 97 to 2003',
    types: {
      doc: 'application/msword',
      xls: 'application/vnd.ms-excel',
      ppt: 'application/vnd.ms-powerpoint',
      msg: 'application/vnd.ms-outlook',
    },
    is: signatureAt(0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
  },
  {
    name: 'an RTF document',
    types: { rtf: 'application/rtf' },
    also: ['text/rtf'],
    is: signatureAt(0, '{\\rtf'),
  },
  {
    name: 'a 7z archive',
    types: { '7z': 'application/x-7z-compressed' },
    is: signatureAt(0, "7z\xbc\xaf'\x1c"),
  },
  {
    name: 'a RAR archive',
    types: { rar: 'application/vnd.rar' },
    also: ['application/x-rar-compressed', 'application/x-rar'],
    is: signatureAt(0, 'Rar!\x1a\x07'),
  },
  {
    name: 'a gzip archive',
    types: { gz: 'application/gzip', tgz: 'application/gzip' },
    also: ['application/x-gzip'],
    is: signatureAt(0, '\x1f\x8b'),
  },
  {
    name: 'a program',
    types: { exe: 'application/vnd.microsoft.portable-executable' },
    is: signatureAt(0, 'MZ', '\x7fELF'),
  },
  {
    name: 'a text',
    types: {
      txt: 'text/plain',
      csv: 'text/csv',
      tsv: 'text/tab-separated-values',
      md: 'text/markdown',
      json: 'application/json',
      xml: 'application/xml',
      svg: 'image/svg+xml',
      html: 'text/html',
      htm: 'text/html',
      xhtml: 'application/xhtml+xml',
      css: 'text/css',
      js: 'text/javascript',
      mjs: 'text/javascript',
      ics: 'text/calendar',
      vcf: 'text/vcard',
      srt: 'application/x-subrip',
    },
    also: ['text/xml', 'application/javascript', 'text/x-vcard'],
    is: isText,
  },
];

const byExtension = new Map(
  kinds.flatMap((kind) =>
    Object.entries(kind.types).map(([extension, type]) => [extension, { kind, type }] as const),
  ),
);
const byType = new Map(
  kinds.flatMap((kind) =>
    [...Object.values(kind.types), ...(kind.also ?? [])].map((type) => [type, kind] as const),
  ),
);
const unknown = 'application/octet-stream';

/** Strips parameters: `audio/ogg; codecs=opus` → `audio/ogg`. */
const bare = (mediaType: string): string => (mediaType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** True if the bytes start like an image that previews can be made of. */
export const isPicture = (head: Buffer): boolean =>
  kinds.some((kind) => kind.isPicture === true && kind.is(head));

/**
 * Determines the media type that a file is served with.
 * @param head its first bytes, up to {@link headBytes}
 * @param declared media type claimed by the sender; unknown or generic types are ignored
 * @throws ApiError VALIDATION_ERROR if name, declared type and bytes contradict each other
 */
export function mediaTypeOf(head: Buffer, name: string, declared: string | undefined): string {
  const extension = extname(name).slice(1).toLowerCase();
  const named = byExtension.get(extension);
  const type = declared === undefined ? '' : bare(declared);
  const declaredKind = byType.get(type);
  if (named && declaredKind && named.kind !== declaredKind)
    throw invalid(
      `file: ${type} is not ${named.kind.name}, as the extension .${extension} says.`,
      'file',
      'invalid',
      { reason: 'wrong_file' },
    );
  const promised = named?.kind ?? declaredKind;
  if (promised) {
    if (!promised.is(head))
      throw invalid(
        `file: its bytes are not those of ${promised.name}, as ${named ? `the extension .${extension}` : type} says.`,
        'file',
        'invalid',
        { reason: 'wrong_file' },
      );
    // Container extensions are also used for audio only; any other extension is more specific than a generic declared type.
    return named && !/^(audio|video)\//.test(type) ? named.type : type;
  }
  const kind = extension === '' ? kinds.find(({ is }) => is(head)) : undefined;
  return (kind && Object.values(kind.types)[0]) ?? unknown;
}

/** Name and media type that a file is stored with. */
export interface FileNaming {
  readonly name: string;
  readonly mediaType: string;
}

/**
 * Name and media type to store a received file with. The sender cannot correct it: if name, declared type and bytes contradict each
 * other, the bytes decide, and their extension is appended to the name.
 * @throws ApiError VALIDATION_ERROR for text in place of an image, audio or video: an error message from an intermediary
 */
export function namingOfReceived(
  head: Buffer,
  name: string,
  declared: string | undefined,
): FileNaming {
  try {
    return { name, mediaType: mediaTypeOf(head, name, declared) };
  } catch (error) {
    const kind = kinds.find(({ is }) => is(head));
    if (kind?.is === isText && /^(image|audio|video)\//i.test(declared ?? '')) throw error;
    const types = Object.entries(kind?.types ?? {});
    const declaredType = types.find(([, type]) => type === bare(declared ?? ''));
    const [extension = 'bin', mediaType = unknown] = declaredType ?? types[0] ?? [];
    return { name: `${[...name].slice(0, 240).join('')}.${extension}`, mediaType };
  }
}
