import { Fragment } from 'react';
import type { Entry } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { isKind } from '#panel/route/record-paths.ts';
import { type FormatContext, formatValue } from '#panel/words/audit/describe-change.ts';

interface Props {
  readonly slug: string;
  readonly field: string;
  readonly value: unknown;
  readonly context: FormatContext;
  /** Records that the changes of the entry name. */
  readonly records: Entry['names'];
}

/** Value of a changed field. Ids are shown as the names of their records, with a link if those have a page. */
export function ChangeValue({ slug, field, value, context, records }: Props) {
  const each: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!each.some((id) => records.some((record) => record.id === id)))
    return formatValue(value, context, field);
  return each.map((id, place) => {
    const record = records.find((record) => record.id === id);
    return (
      <Fragment key={String(id)}>
        {place > 0 ? ', ' : ''}
        {record && isKind(record.type) ? (
          <RecordLink
            slug={slug}
            kind={record.type}
            id={record.id}
            className="text-accent hover:underline"
          >
            {record.name}
          </RecordLink>
        ) : (
          (record?.name ?? formatValue(id, context, field))
        )}
      </Fragment>
    );
  });
}
