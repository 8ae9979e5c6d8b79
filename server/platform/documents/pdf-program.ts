import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';

/*
 * Separate program, run once per PDF document, which contains whatever the document does to its parser. Reads the document from standard input and
 * writes its text to standard output, page by page, with the values of forms and the targets of links. Exits with status 3 if the document needs
 * a password, with 4 if it is damaged, and with 5 if no page has text, as in scanned papers.
 */

// Makes this process the first candidate of the OOM killer.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on Linux.
}

const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

/** Texts of an annotation: the value of a form field, a comment, or the target of a link. */
function annotationTexts(annotation: unknown): string[] {
  const { fieldValue, contentsObj, url, unsafeUrl } = annotation as Record<string, unknown>;
  const comment = (contentsObj as { readonly str?: unknown } | undefined)?.str;
  return [fieldValue, comment, url ?? unsafeUrl]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text !== '');
}

try {
  const document = await getDocumentProxy(new Uint8Array(await buffer(process.stdin)), {
    disableFontFace: true,
    verbosity: 0,
  });
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const facts = Object.values(info).filter((fact) => typeof fact === 'string');
  await write(`${facts.join('\n')}\n`);
  let hasText = false;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) =>
      'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '',
    );
    const annotations = await page.getAnnotations().catch(() => []);
    hasText ||= text.join('').trim() !== '';
    await write(`${text.join('')}\n${annotations.flatMap(annotationTexts).join('\n')}\n`);
    page.cleanup();
  }
  process.exit(hasText ? 0 : 5);
} catch (error) {
  process.exit((error as Error).name === 'PasswordException' ? 3 : 4);
}
