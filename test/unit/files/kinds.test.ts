import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { isPicture, mediaTypeOf, namingOfReceived } from '#server/features/files/file-types.ts';
import { temporaryIncoming } from '#server/features/files/upload-directory.ts';
import { sizeOf } from '#server/platform/images/image-size.ts';
import { scratch } from '#test/support/files/fixture.ts';
import { imageOf } from '#test/support/files/images.ts';

/* Media type of a file, from its first bytes, its name and its declared type. */

const bytes = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(40, 1)]);
const png = bytes('\x89PNG\r\n\x1a\n');
const jpeg = bytes('\xff\xd8\xff\xe0');
const zip = bytes('PK\x03\x04');
const mp4 = bytes('\0\0\0\x18ftypmp42');
const ogg = bytes('OggS');
const text = Buffer.from('nome;valor\nJoão;10\n');
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('recognized as', () => {
  test.each([
    ['a.png', png, undefined, 'image/png'],
    ['A.PNG', png, 'image/png', 'image/png'],
    ['foto.jpeg', jpeg, 'image/jpg', 'image/jpeg'],
    ['foto', jpeg, undefined, 'image/jpeg'],
    ['foto', jpeg, 'image/jpeg', 'image/jpeg'],
    ['proposta.docx', zip, 'application/zip', docx],
    ['voz.ogg', ogg, 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['voz', ogg, 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['voz.mp4', mp4, 'audio/mp4', 'audio/mp4'],
    ['filme.mp4', mp4, 'application/octet-stream', 'video/mp4'],
    ['som.mp3', bytes('ID3\x04'), 'audio/mpeg', 'audio/mpeg'],
    ['som.mp3', bytes('\xff\xfb\x90'), 'audio/mp3', 'audio/mp3'],
    ['lista.csv', text, 'text/plain', 'text/csv'],
    ['lista.csv', Buffer.from('\ufeffnome', 'utf16le'), undefined, 'text/csv'],
    ['arte.ai', bytes('%PDF-1.5'), undefined, 'application/illustrator'],
    ['arte.xyz', png, undefined, 'application/octet-stream'],
    ['arte.xyz', png, 'application/x-own', 'application/octet-stream'],
    ['nada', bytes('\0\0\0\0\0\0'), undefined, 'application/octet-stream'],
  ])('%s', (name, head, declared, type) => expect(mediaTypeOf(head, name, declared)).toBe(type));
});

describe('refused', () => {
  test.each([
    [
      'a.png',
      jpeg,
      undefined,
      'its bytes are not those of a PNG image, as the extension .png says',
    ],
    ['a', jpeg, 'image/png', 'its bytes are not those of a PNG image, as image/png says'],
    ['a.png', png, 'image/jpeg', 'image/jpeg is not a PNG image, as the extension .png says'],
    ['a.pdf', bytes('MZ'), undefined, 'not those of a PDF document'],
    ['a.jpg', Buffer.from('<html><script>'), 'image/jpeg', 'not those of a JPEG image'],
    ['a.txt', bytes('\x7fELF'), undefined, 'not those of a text'],
    ['a.txt', bytes('%PDF-1.7'), undefined, 'not those of a text'],
    ['a.csv', zip, undefined, 'not those of a text'],
    ['a.docx', bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), undefined, 'not those of a ZIP archive'],
    ['a.mp4', bytes('\0\0\0\x18ftypavif'), undefined, 'not those of an MP4'],
  ])('%s', (name, head, declared, says) => {
    const refusal = () => mediaTypeOf(head, name, declared);
    expect(refusal).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    expect(refusal).toThrow(says);
  });
});

describe('media of a message is kept, regardless of its declared type', () => {
  test.each([
    ['foto.jpg', jpeg, 'image/jpeg', 'foto.jpg', 'image/jpeg'],
    ['foto.jpg', png, 'image/jpeg', 'foto.jpg.png', 'image/png'],
    ['lista.xls', text, 'application/vnd.ms-excel', 'lista.xls.txt', 'text/plain'],
    ['planilha.xls', zip, 'application/vnd.ms-excel', 'planilha.xls.zip', 'application/zip'],
    ['a.pdf', bytes('\0\0\0\0'), 'application/pdf', 'a.pdf.bin', 'application/octet-stream'],
  ])('%s', (original, head, declared, name, mediaType) =>
    expect(namingOfReceived(head, original, declared)).toEqual({ name, mediaType }),
  );

  test('except a text page in place of a picture', () => {
    const refusal = () => namingOfReceived(Buffer.from('<html>'), 'foto.jpg', 'image/jpeg');
    expect(refusal).toThrow('not those of a JPEG image');
  });
});

test('any bytes, names and types get a media type or are refused', () => {
  const head = fc.oneof(
    fc.uint8Array({ maxLength: 64 }),
    fc.constantFrom(png, jpeg, zip, mp4, ogg, text),
  );
  fc.assert(
    fc.property(head, fc.string(), fc.option(fc.string()), (content, name, declared) => {
      try {
        const type = mediaTypeOf(Buffer.from(content), name, declared ?? undefined);
        expect(type).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
      } catch (error) {
        expect(error).toMatchObject({ code: 'VALIDATION_ERROR' });
      }
    }),
  );
});

describe('reads the size from the header of', () => {
  const directory = scratch();
  afterAll(() => directory.remove());
  const sizeIn = (content: Buffer) => {
    const path = join(directory.path, 'image');
    writeFileSync(path, content);
    return sizeOf(path, content.subarray(0, 4_096));
  };

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)('%s', async (format) => {
    const content = await imageOf(format, 123, 45);
    expect(isPicture(content)).toBe(true);
    expect(await sizeIn(content)).toEqual({ width: 123, height: 45 });
  });

  test('a JPEG with a late frame header', async () => {
    const image = await imageOf('jpeg', 123, 45);
    const segment = Buffer.alloc(2 + 65_535, 0xaa);
    segment.set([0xff, 0xe1, 0xff, 0xff]);
    const late = Buffer.concat([image.subarray(0, 2), segment, segment, image.subarray(2)]);
    expect(await sizeIn(late)).toEqual({ width: 123, height: 45 });
  });

  test('anything else: no size, and no error', async () => {
    const heads = fc.constantFrom(
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF\0\0\0\0WEBPVP8X',
      'RIFF\0\0\0\0WEBPVP8L',
      'RIFF\0\0\0\0WEBPVP8 ',
      '\xff\xd8',
      '',
    );
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
        const size = await sizeIn(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
        if (size) expect(size.width * size.height).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('temporary files', () => {
  const uid = process.getuid?.();
  /** Runs with a separate directory for temporary files. */
  async function inTemporary(work: (directory: string, name: string) => Promise<void>) {
    const directory = mkdtempSync(join(tmpdir(), 'pauta-tmp-'));
    const { TMPDIR } = process.env;
    process.env.TMPDIR = directory;
    try {
      await work(directory, join(directory, `pauta-incoming-${uid}`));
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      rmSync(directory, { recursive: true });
    }
  }

  test('of a killed process are removed after twenty minutes', () =>
    inTemporary(async (_, name) => {
      mkdirSync(name, { mode: 0o700 });
      const left = (age: number) => {
        const path = join(name, `${crypto.randomUUID()}.part`);
        writeFileSync(path, 'left');
        const at = Date.now() / 1_000 - age;
        utimesSync(path, at, at);
        return path;
      };
      const [old, young] = [left(1_300), left(1_000)];
      expect(await temporaryIncoming()()).toBe(name);
      expect(() => rmSync(old)).toThrow('ENOENT');
      rmSync(young);
    }));

  test.each([
    ['a link', (directory: string, name: string) => symlinkSync(directory, name)],
    [
      'a directory accessible to others',
      (_: string, name: string) => mkdirSync(name, { mode: 0o777 }),
    ],
    ['a file', (_: string, name: string) => writeFileSync(name, '')],
  ])('%s in place of their directory is not used', (_, take) =>
    inTemporary(async (directory, name) => {
      const mask = process.umask(0);
      take(directory, name);
      process.umask(mask);
      await expect(temporaryIncoming()()).rejects.toThrow(/is not a directory of this user|EEXIST/);
    }),
  );
});
