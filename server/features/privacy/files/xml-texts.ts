import { SaxesParser } from 'saxes';

/* Texts of XML parts of documents: paragraphs and cells as lines, and the values of attributes, which are targets of links and numbers. */

/** The XML is not well-formed, or declares a document type, which is the way to entities. */
export class XmlError extends Error {
  override name = 'XmlError';
}

/** Elements after which a line ends, by names without prefixes: paragraphs, cells and rows. */
const blocks: ReadonlySet<string> = new Set([
  ...['p', 'h', 'tr', 'tc', 'si', 'c', 'v', 'row', 'table-cell', 'table-row', 'list-item'],
  ...[
    'comment',
    'text',
    'title',
    'creator',
    'lastModifiedBy',
    'description',
    'subject',
    'keywords',
  ],
]);
/** Elements that are spaces. */
const spaces: ReadonlySet<string> = new Set(['tab', 'br', 's', 'line-break', 'cr']);
/** Shorter attributes cannot be an address or a number. */
const minAttribute = 6;
/** Characters between two tags or within one: more would be held in memory. */
const maxToken = 4 * 1024 * 1024;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

const decoderFor = (start: Uint8Array) =>
  new TextDecoder(
    start[0] === 0xff && start[1] === 0xfe
      ? 'utf-16le'
      : start[0] === 0xfe && start[1] === 0xff
        ? 'utf-16be'
        : 'utf-8',
  );

/** @param onElement called with the name of each element, without prefix @throws XmlError */
export async function* xmlTexts(
  bytes: AsyncIterable<Uint8Array>,
  onElement: (name: string) => void = () => {},
): AsyncGenerator<{ readonly text: string; readonly attributes: string }> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let problem: XmlError | undefined;
  let [text, attributes, length] = ['', '', 0];
  const add = (part: string) => {
    length = 0;
    text += part;
  };
  parser.on('doctype', () => {
    problem ??= new XmlError('a document type');
  });
  parser.on('error', (cause) => {
    problem ??= new XmlError('not well-formed', { cause });
  });
  parser.on('opentag', ({ name, attributes: values }) => {
    onElement(localName(name));
    add(spaces.has(localName(name)) ? ' ' : '');
    for (const value of Object.values(values))
      if (value.length >= minAttribute) attributes += `${value}\n`;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('comment', () => add(''));
  parser.on('closetag', ({ name }) => add(blocks.has(localName(name)) ? '\n' : ''));
  const write = (part: string) => {
    length += part.length;
    parser.write(part);
    if (problem) throw problem;
    if (length > maxToken) throw new XmlError('a long token');
    const piece = { text, attributes };
    [text, attributes] = ['', ''];
    return piece;
  };
  let decoder: ReturnType<typeof decoderFor> | undefined;
  for await (const chunk of bytes) {
    decoder ??= decoderFor(chunk);
    yield write(decoder.decode(chunk, { stream: true }));
  }
  yield write(decoder?.decode() ?? '');
  parser.close();
  if (problem) throw problem;
  yield { text, attributes };
}
