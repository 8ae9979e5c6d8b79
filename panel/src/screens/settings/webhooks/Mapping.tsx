import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { Empty, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { MappingResult } from './MappingResult.tsx';
import { MappingRows } from './MappingRows.tsx';
import { mappingIn, mappingOf, type Row, rowsOf } from './mapping.ts';
import { receives } from './model.ts';
import { PayloadArea } from './PayloadArea.tsx';
import { mappingTestQuery, webhookActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
  readonly overview: WebhookOverview | undefined;
}

/** Debounce of the trial. */
const pauseMs = 250;

function useSettled<T>(value: T): T {
  const [settled, set] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const printMapping = (mapping: object) => JSON.stringify(mapping, null, 2);

/** Mapping tester: an example next to the mapping, and the task that results from them. */
export function Mapping({ slug, endpoint, overview }: Props) {
  const { mapping: words, receptions } = useWebhookWords();
  const [rows, setRows] = useState<readonly Row[]>(() => rowsOf(endpoint.field_mapping));
  /** Text of the mapping while it is edited as JSON. */
  const [json, setJson] = useState<string>();
  const [payload, setPayload] = useState('');
  const mapping = json === undefined ? mappingOf(rows) : mappingIn(json);
  const settledPayload = useSettled(payload);
  const text = useSettled(mapping && JSON.stringify(mapping));
  const query = useQuery({
    ...mappingTestQuery(slug, endpoint.id, settledPayload, text),
    placeholderData: keepPreviousData,
  });
  const save = useAction(
    (field_mapping: object) =>
      webhookActions(slug).change(endpoint.id, { field_mapping: { ...field_mapping } }),
    () => say(words.saved),
  );
  const isOther = mapping && JSON.stringify(mapping) !== JSON.stringify(endpoint.field_mapping);
  if (!receives(endpoint)) return <Empty text={receptions.noTarget} />;
  const tried = settledPayload.trim() === '' || text === undefined ? undefined : query.data;
  const write = () => {
    if (json === undefined) setJson(printMapping(mapping ?? endpoint.field_mapping));
    else if (mapping) {
      setRows(rowsOf(mapping));
      setJson(undefined);
    }
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-[72ch] text-muted">{words.about}</p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <PayloadArea slug={slug} id={endpoint.id} payload={payload} onChange={setPayload} />
        <Section
          title={words.title}
          actions={
            <Button look="quiet" disabled={json !== undefined && !mapping} onClick={write}>
              {json === undefined ? words.asJson : words.byForm}
            </Button>
          }
        >
          {json === undefined ? (
            <MappingRows
              rows={rows}
              hasProject={overview?.project != null}
              tried={tried}
              onChange={setRows}
            />
          ) : (
            <Area
              label={words.json}
              rows={12}
              spellCheck={false}
              value={json}
              aria-invalid={mapping ? undefined : true}
              hint={mapping ? undefined : words.jsonWrong}
              onChange={({ target }) => setJson(target.value)}
            />
          )}
          <FailureNotice failure={save.failure} />
          <div className="flex flex-wrap items-center gap-2">
            <Button
              look="primary"
              busy={save.isBusy}
              disabled={!isOther}
              onClick={() => mapping && save.act(mapping)}
            >
              {words.save}
            </Button>
            {isOther ? <span className="text-meta text-muted">{words.unsaved}</span> : null}
          </div>
        </Section>
      </div>
      <MappingResult
        tried={tried}
        isTrying={query.isFetching && tried === undefined}
        failure={query.error}
        overview={overview}
      />
    </div>
  );
}
