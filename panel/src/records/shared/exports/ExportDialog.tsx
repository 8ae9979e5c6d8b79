import { exportedColumns } from '#panel/api/exported-columns.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useExportWords } from '#panel/words/exports/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import type { ExportableList } from './exportable-list.ts';
import { exportActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly list: Omit<ExportableList, 'open'>;
  readonly onClose: () => void;
}

const formats = ['xlsx', 'csv', 'jsonl'] as const;

/** Names of a record, which a list shows first. */
const names: ReadonlySet<string> = new Set(['name', 'title', 'custom_name']);

/** Exports a list as it is shown: its filters, its order and, if wanted, only its columns. */
export default function ExportDialog({ slug, list, onClose }: Props) {
  const { dialog: words } = useExportWords();
  const lists = useListWords();
  const { app, common } = useWords();
  const language = useLocale() === 'en' ? 'en' : 'pt';
  const { kind, query, total, fields } = list;
  const listColumns = (exportedColumns[kind] ?? [])
    .filter(([name, field]) => names.has(name) || fields?.includes(field) === true)
    .map(([name]) => name);
  const act = useAction(
    (values: Values) =>
      exportActions(slug).create({
        resource: kind,
        format: formats.find((each) => each === values('format')) ?? 'xlsx',
        language,
        query,
        ...(values('columns') === 'shown' && { columns: listColumns }),
      }),
    () => {
      onClose();
      navigate(paths.exports(slug));
    },
  );
  return (
    <Dialog
      title={words.title({ list: app.places[kind].toLowerCase() })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <p>
        {fields === null
          ? words.boardAbout
          : words.about({ count: lists.count({ count: total, of: kind }) })}
      </p>
      <Form act={act} submit={words.submit}>
        <Select
          label={words.format}
          name="format"
          defaultValue="xlsx"
          choices={formats.map((value) => ({ value, label: words.formats[value] }))}
        />
        {fields === null ? null : (
          <Select
            label={words.columns}
            name="columns"
            defaultValue="all"
            choices={[
              { value: 'all', label: words.allColumns },
              { value: 'shown', label: words.shownColumns },
            ]}
          />
        )}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
