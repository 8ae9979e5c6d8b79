import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/* Documents of Office, OpenDocument and PDF as their programs save them, reduced to the parts with text. */

/** A ZIP archive. */
export async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const types =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

/** Word: each paragraph is given as the runs that an editor divided it into. */
export const docxOf = (paragraphs: readonly (readonly string[])[], parts = {}): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': types,
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${paragraphs
      .map(
        (runs) =>
          `<w:p w:rsidR="00AA11BB">${runs.map((run) => `<w:r w:rsidR="00CC22DD"><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`,
      )
      .join('')}</w:body></w:document>`,
    ...parts,
  });

/** Excel: shared texts, and numbers in cells. */
export const xlsxOf = (texts: readonly string[], numbers: readonly number[]): Promise<Buffer> =>
  zipOf({
    '[Content_Types].xml': types,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Clientes"/></sheets></workbook>',
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${numbers
      .map((number, i) => `<c r="A${i + 1}"><v>${number}</v></c>`)
      .join('')}</row></sheetData></worksheet>`,
  });

/** Writer. @param manifest entries of its manifest */
export const odtOf = (paragraphs: readonly string[], manifest = ''): Promise<Buffer> =>
  zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `<manifest:manifest>${manifest}</manifest:manifest>`,
    'content.xml': `<office:document-content>${paragraphs.map((text) => `<text:p>${text}</text:p>`).join('')}</office:document-content>`,
  });

/** A PDF document with a page of text. */
export function pdfOf(text: string): Buffer {
  const stream =
    text === '' ? '' : `BT /F1 12 Tf 50 700 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** An archive whose entries say that they need a password. */
export function lockedZip(zip: Buffer): Buffer {
  const locked = Buffer.from(zip);
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = locked.indexOf(signature); at >= 0; at = locked.indexOf(signature, at + 1))
      locked.writeUInt16LE(locked.readUInt16LE(at + flags) | 1, at + flags);
  return locked;
}
