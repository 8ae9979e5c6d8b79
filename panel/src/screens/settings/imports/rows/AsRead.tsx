import { type ReactNode, useState } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ReadingForm } from './ReadingForm.tsx';
import { separatorNameOf } from './reading.ts';
import type { Table } from './types.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly table: Table;
  /** True until the import is applied: then the file can be read in another way. */
  readonly isOpen: boolean;
}

/** Facts about the reading of the file, with a form to read it in another way. */
export function AsRead({ slug, id, table, isOpen }: Props) {
  const { asRead: words } = useImportRowsWords();
  const [isChanging, setChanging] = useState(false);
  const count = new Intl.NumberFormat(useLocale()).format;
  const { guess, rows, encoding, separator, sheet, header_line: header } = table;
  const isText = table.format === 'csv';
  const hasOptions = isText || table.format === 'xlsx';
  const separatorName = separatorNameOf(separator);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.product, (guess.preset && words.products[guess.preset]) ?? words.table],
    [words.rows, count(rows)],
    ...(sheet === null ? [] : [[words.sheet, sheet] as const]),
    ...(hasOptions
      ? [
          [
            words.header,
            header === null ? words.noHeader : words.headerIn({ line: count(header) }),
          ] as const,
        ]
      : []),
    ...(separatorName ? [[words.separator, words.separators[separatorName]] as const] : []),
    ...(isText ? [[words.encoding, encodingText(words.encodings, encoding)] as const] : []),
  ];
  return (
    <Section
      title={words.title}
      actions={
        isOpen && hasOptions && !isChanging ? (
          <Button onClick={() => setChanging(true)}>{words.change}</Button>
        ) : null
      }
    >
      <Facts facts={facts} />
      <Notes table={table} />
      {isOpen && isChanging ? (
        <ReadingForm slug={slug} id={id} table={table} onClose={() => setChanging(false)} />
      ) : null}
    </Section>
  );
}

const encodingText = (names: Readonly<Record<string, string>>, encoding: string) =>
  names[encoding] ?? encoding;

/** Rows that were left out, and doubts about the text. */
function Notes({ table }: Pick<Props, 'table'>) {
  const { asRead: words } = useImportRowsWords();
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale).format;
  const list = new Intl.ListFormat(locale);
  const { skipped, skipped_rows: skippedRows, rows_above: above, mixed_line: mixed } = table;
  const { comments_missing: comments } = table;
  const lines = skipped
    .slice(0, 5)
    .map(({ line, reason }) =>
      words.skippedLine({ line: count(line), reason: words.reasons[reason] }),
    );
  const notes = [
    ...(mixed === null ? [] : [words.mixed({ line: count(mixed) })]),
    ...(above > 0 ? [words.above({ n: above, text: count(above) })] : []),
    ...(skippedRows > 0
      ? [
          words.skipped({
            ...{ n: skippedRows, text: count(skippedRows) },
            lines: list.format(skippedRows > lines.length ? [...lines, words.andMore] : lines),
          }),
        ]
      : []),
    ...(comments > 0 ? [words.comments({ n: comments, text: count(comments) })] : []),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2">
          <span className="mt-0.5 text-warn">
            <Warning />
          </span>
          {note}
        </li>
      ))}
    </ul>
  );
}
