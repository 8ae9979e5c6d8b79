import { useState } from 'react';
import type { Pipeline } from '#panel/api/types.ts';
import { withMoved } from '#panel/commands/positions.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useOrder } from '#panel/commands/use-order.ts';
import type { PipelineActions } from '#panel/data/pipelines.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { AddForm } from '#panel/parts/AddForm.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { OrderedList } from '#panel/ui/OrderedList.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { LimitDialog } from './LimitDialog.tsx';

type Column = Pipeline['columns'][number];

interface Props {
  readonly pipeline: Pipeline;
  readonly acts: PipelineActions;
  readonly isEditable: boolean;
}

export function PipelineColumns({ pipeline, acts, isEditable }: Props) {
  const { pipelines: words, order: orderWords } = useSettingsWords();
  const { common } = useWords();
  const { id, columns } = pipeline;
  const order = useOrder(
    columns.map((column) => column.id),
    (ids) => acts.order(id, ids),
  );
  const [renaming, rename] = useState<Column>();
  const [leaving, setLeaving] = useState<Column>();
  const [limiting, limit] = useState<Column>();
  const saved = () => {
    rename(undefined);
    setLeaving(undefined);
    limit(undefined);
    say(common.saved);
  };
  const finish = useAction(
    (column: Column) => acts.changeColumn(column.id, { is_finishing: !column.is_finishing }),
    saved,
  );
  const entries = order.order.flatMap((key) =>
    columns.filter((column) => column.id === key).map((column) => ({ key, ...column })),
  );
  return (
    <>
      <FailureNotice failure={order.failure ?? finish.failure} />
      <OrderedList
        label={words.columns}
        words={orderWords}
        entries={entries}
        onMove={isEditable ? (key, to) => order.set(withMoved(order.order, key, to)) : undefined}
        items={(column) => [
          { label: words.renameColumn, act: () => rename(column) },
          {
            label: column.is_finishing ? words.unfinish : words.finish,
            act: () => finish.act(column),
          },
          { label: words.setLimit, act: () => limit(column) },
          ...(columns.length > 1
            ? [{ label: words.removeColumn, isDangerous: true, act: () => setLeaving(column) }]
            : []),
        ]}
      >
        {(column) => (
          <>
            <span className="break-words">{column.name}</span>
            {column.is_finishing ? (
              <Badge tone="ok" icon={<Check size={12} />}>
                {words.finishing}
              </Badge>
            ) : null}
            {column.limit ? <Badge>{words.limited({ limit: column.limit })}</Badge> : null}
          </>
        )}
      </OrderedList>
      {isEditable ? (
        <AddForm
          label={words.newColumn}
          submit={words.addColumn}
          add={(name) => acts.addColumn(id, name)}
        />
      ) : null}
      {renaming ? (
        <NameDialog
          title={words.renameColumn}
          label={words.columnName}
          name={renaming.name}
          submit={common.save}
          save={(name) => acts.changeColumn(renaming.id, { name })}
          onClose={() => rename(undefined)}
          onDone={saved}
        />
      ) : null}
      {limiting ? (
        <LimitDialog
          column={limiting}
          acts={acts}
          onClose={() => limit(undefined)}
          onDone={saved}
        />
      ) : null}
      {leaving ? (
        <RemoveDialog
          column={leaving}
          others={entries.filter((column) => column.id !== leaving.id)}
          acts={acts}
          onClose={() => setLeaving(undefined)}
          onDone={saved}
        />
      ) : null}
    </>
  );
}

interface RemoveProps {
  readonly column: Column;
  readonly others: readonly Column[];
  readonly acts: PipelineActions;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Removing a column does not delete its tasks: asks for the column that receives them. */
function RemoveDialog({ column, others, acts, onClose, onDone }: RemoveProps) {
  const { pipelines: words } = useSettingsWords();
  const { common } = useWords();
  const act = useAction(
    (values: Values) => acts.removeColumn(column.id, values('to') || null),
    onDone,
  );
  return (
    <Dialog
      title={words.removeColumnTitle({ name: column.name })}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={words.removeColumn} look="danger">
        <Select
          label={words.tasksGoTo}
          hint={words.tasksGoToHint}
          name="to"
          choices={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
