import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { Import } from '#panel/api/schema.ts';
import { asFailure, useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { importActions, previewQuery } from '../queries.ts';
import { Columns } from './Columns.tsx';
import { forgetDraft, storeDraft, storedDraft } from './draft-storage.ts';
import { EndingsNote } from './EndingsNote.tsx';
import { checkInput, type Draft, firstDraft, openQuestions, previewInput } from './mapping.ts';
import { Options } from './Options.tsx';
import { Questions } from './Questions.tsx';
import { Samples } from './Samples.tsx';
import type { Table } from './types.ts';

interface Props {
  readonly slug: string;
  readonly of: Import;
  readonly table: Table;
  /** Called when the check has begun. */
  readonly onCheck: () => void;
}

/** Questions, columns and options of a table, with the first rows as they would be stored. */
export function Mapping({ slug, of: { id, row_choices: choices }, table, onCheck }: Props) {
  const { check: words } = useImportRowsWords();
  const [draft, setDraft] = useState<Draft>(
    () => storedDraft(id, table) ?? firstDraft(table, choices),
  );
  const [isTried, setTried] = useState(false);
  const change = (next: Draft) => {
    setDraft(next);
    storeDraft(id, table, next);
  };
  const input = useDeferredValue(usePaused(draft));
  const isGuess = !isChanged(input, table);
  const preview = useQuery({
    ...previewQuery(slug, id, previewInput(input)),
    placeholderData: keepPreviousData,
    enabled: !isGuess && input.columns.length > 0,
  });
  const check = useAction(
    () => importActions(slug).checkRows(id, checkInput(draft)),
    () => {
      forgetDraft(id);
      onCheck();
    },
  );
  const open = openQuestions(table, draft);
  const isEmpty = draft.columns.length === 0;
  const shared = { slug, id, table, draft, onDraft: change };
  const samples = isGuess ? table.samples : (preview.data?.samples ?? table.samples);
  return (
    <>
      <EndingsNote slug={slug} draft={draft} />
      <Questions {...shared} />
      <Columns {...shared} />
      <Samples
        samples={isEmpty ? [] : samples}
        records={input.records}
        isUpdating={draft !== input || preview.isFetching}
      />
      <FailureNotice failure={preview.error ? asFailure(preview.error) : undefined} />
      <Options {...shared} />
      <Section>
        <p className="text-muted">{words.about}</p>
        {isTried && open.length > 0 ? <p role="alert">{words.unanswered}</p> : null}
        {isTried && isEmpty ? <p role="alert">{words.noColumns}</p> : null}
        <Button
          look="primary"
          className="self-start"
          busy={check.isBusy}
          onClick={() => {
            setTried(true);
            if (open.length > 0)
              document.querySelector<HTMLElement>('[data-question=open] input')?.focus();
            else if (!isEmpty) check.act(undefined);
          }}
        >
          {choices === null ? words.submit : words.again}
        </Button>
        <FailureNotice failure={check.failure} />
      </Section>
    </>
  );
}

const pauseMs = 400;

/** The draft once it has not changed for a moment, so that not every change asks the service. */
function usePaused(draft: Draft): Draft {
  const [paused, setPaused] = useState(draft);
  useEffect(() => {
    if (draft === paused) return;
    const timer = setTimeout(() => setPaused(draft), pauseMs);
    return () => clearTimeout(timer);
  }, [draft, paused]);
  return paused;
}

/** True if the samples that were read with the file are no longer those of the draft. */
const isChanged = (draft: Draft, table: Table) =>
  JSON.stringify(previewInput(draft)) !== JSON.stringify(previewInput(firstDraft(table, null)));
