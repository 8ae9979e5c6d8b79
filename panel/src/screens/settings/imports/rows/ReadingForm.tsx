import { useState } from 'react';
import { importsReadAgainLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { importActions } from '../queries.ts';
import {
  encodingNameOf,
  encodingNames,
  type FileReading,
  separatorNameOf,
  separatorNames,
} from './reading.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly table: FileReading;
  readonly onClose: () => void;
}

/** Lines that can have the header; 0 is none. */
const { header_line: lines } = importsReadAgainLimits;

/** Reads the file again: another sheet, separator, encoding or header. */
export function ReadingForm({ slug, id, table, onClose }: Props) {
  const { asRead: words } = useImportRowsWords();
  const { common } = useWords();
  const [hasHeader, setHasHeader] = useState(table.header_line !== null);
  const before = {
    sheet: table.sheet,
    separator: separatorNameOf(table.separator),
    encoding: encodingNameOf(table.encoding),
  };
  const act = useAction((values: Values) => {
    const sheet = values('sheet') || before.sheet || undefined;
    const separator = separatorNames.find((name) => name === values('separator'));
    const encoding = encodingNames.find((name) => name === values('encoding'));
    const header = hasHeader ? Number(values('header_line')) : 0;
    const isOther =
      sheet !== (before.sheet ?? undefined) ||
      separator !== before.separator ||
      encoding !== before.encoding;
    // Another sheet, separator or encoding may have its header in another line: it is guessed again, unless it was changed as well.
    const isSameHeader = header === (table.header_line ?? 0);
    return importActions(slug).readAgain(id, {
      ...{ sheet, separator, encoding },
      header_line: isOther && isSameHeader ? undefined : header,
    });
  }, onClose);
  return (
    <div className="border-border border-t pt-4">
      <Form
        act={act}
        submit={words.readAgain}
        beside={
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        }
      >
        <p className="text-muted">{words.readAgainAbout}</p>
        <div className="grid gap-4 sm:grid-cols-2">
          {table.sheets.length > 1 ? (
            <Select
              label={words.sheet}
              name="sheet"
              defaultValue={table.sheet ?? ''}
              choices={table.sheets.map(({ name, is_hidden: isHidden }) => ({
                value: name,
                label: isHidden ? words.hidden({ name }) : name,
              }))}
            />
          ) : null}
          {table.format === 'csv' ? (
            <Select
              label={words.separator}
              name="separator"
              defaultValue={before.separator ?? ''}
              choices={[
                { value: '', label: words.recognized },
                ...separatorNames.map((name) => ({ value: name, label: words.separators[name] })),
              ]}
            />
          ) : null}
          {table.format === 'csv' ? (
            <Select
              label={words.encoding}
              name="encoding"
              defaultValue={before.encoding ?? ''}
              choices={[
                { value: '', label: words.recognized },
                ...encodingNames.map((name) => ({ value: name, label: words.encodings[name] })),
              ]}
            />
          ) : null}
          {hasHeader ? (
            <NumberInput
              label={words.headerLine}
              name="header_line"
              kind="number"
              min={lines.min + 1}
              max={lines.max}
              defaultValue={table.header_line ?? 1}
              required
            />
          ) : null}
        </div>
        <Checkbox
          label={words.hasNoHeader}
          checked={!hasHeader}
          onChange={({ currentTarget: { checked } }) => setHasHeader(!checked)}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </div>
  );
}
