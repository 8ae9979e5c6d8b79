import { useState } from 'react';
import { privacyRequestsCreateLimits } from '#panel/api/input-limits.ts';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useToday } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { formatCpf, formatPhone } from '#panel/parts/brazilian-formats.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { linesOf } from './model.ts';

type Kind = PrivacyRequest['kind'];

/** Values entered about a person. */
export interface PersonValues {
  readonly kind?: Kind;
  readonly name: string;
  readonly phones: readonly (string | null | undefined)[];
  readonly emails: readonly (string | null | undefined)[];
  readonly tax_ids: readonly (string | null | undefined)[];
  readonly notes?: string | null;
  readonly identity_check?: string | null;
}

interface Body {
  readonly kind: Kind;
  readonly name: string | null;
  readonly phones: string[];
  readonly emails: string[];
  readonly tax_ids: string[];
  readonly notes: string | null;
  readonly identity_check: string | null;
}

interface Props {
  readonly title: string;
  readonly about?: string;
  readonly submit: string;
  readonly values: PersonValues;
  /** True if the day of the request is entered, too. */
  readonly isNew?: boolean;
  readonly save: (body: Body & { received_on?: string }) => Promise<PrivacyRequest>;
  readonly onDone: (request: PrivacyRequest) => void;
  readonly onClose: () => void;
}

const textOf = (
  values: readonly (string | null | undefined)[],
  format: (text: string) => string = (text) => text,
) => [...new Set(values.flatMap((value) => (value ? [format(value)] : [])))].join('\n');

/** Most frequent kinds first. */
const kinds: readonly Kind[] = [
  'access',
  'erasure',
  'portability',
  'correction',
  'confirmation',
  'blocking',
  'objection',
];

/** Asks who the person is, and what they want. */
export function PersonDialog(props: Props) {
  const { title, about, submit, values: initial, isNew, save, onDone, onClose } = props;
  const { fields: words, kinds: kindWords, kindHints } = usePrivacyWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const today = useToday();
  const [kind, setKind] = useState<Kind>(initial.kind ?? 'access');
  const [isEmpty, setEmpty] = useState(false);
  const act = useAction(async (values: Values) => {
    const body: Body = {
      kind,
      name: values('name').trim() || null,
      phones: linesOf(values('phones')),
      emails: linesOf(values('emails')),
      tax_ids: linesOf(values('tax_ids')),
      notes: values('notes').trim() || null,
      identity_check: values('identity_check').trim() || null,
    };
    const nothing = body.phones.length + body.emails.length + body.tax_ids.length === 0;
    setEmpty(nothing);
    if (nothing) return;
    const saved = await save({
      ...body,
      ...(isNew && { received_on: values('received_on') || today }),
    });
    onClose();
    onDone(saved);
  });
  return (
    <Dialog title={title} closeLabel={common.close} onClose={onClose} isWide isTall>
      {about ? <p className="text-muted">{about}</p> : null}
      <Form act={act} submit={submit}>
        <Select
          label={words.kind}
          hint={kindHints[kind]}
          name="kind"
          value={kind}
          onChange={({ target }) => setKind(kinds.find((each) => each === target.value) ?? kind)}
          choices={kinds.map((value) => ({ value, label: kindWords[value] }))}
        />
        <Field
          label={labels.name}
          hint={words.nameHint}
          name="name"
          {...privacyRequestsCreateLimits.name}
          defaultValue={initial.name}
          autoComplete="off"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Area
            label={words.phones}
            hint={words.phonesHint}
            name="phones"
            rows={2}
            inputMode="tel"
            defaultValue={textOf(initial.phones, formatPhone)}
          />
          <Area
            label={words.emails}
            hint={words.emailsHint}
            name="emails"
            rows={2}
            inputMode="email"
            defaultValue={textOf(initial.emails)}
          />
          <Field
            label={words.taxIds}
            hint={words.taxIdsHint}
            name="tax_ids"
            autoComplete="off"
            defaultValue={textOf(initial.tax_ids, formatCpf).replaceAll('\n', '; ')}
          />
          {isNew ? (
            <LabelledDate
              label={words.receivedOn}
              hint={words.receivedOnHint}
              name="received_on"
              defaultValue={today}
            />
          ) : null}
        </div>
        <Field
          label={words.identity}
          hint={words.identityHint}
          name="identity_check"
          {...privacyRequestsCreateLimits.identity_check}
          defaultValue={initial.identity_check ?? ''}
          autoComplete="off"
        />
        <Area
          label={words.said}
          name="notes"
          {...privacyRequestsCreateLimits.notes}
          rows={3}
          defaultValue={initial.notes ?? ''}
        />
        {isEmpty ? (
          <p role="alert" className="text-danger">
            {words.nothing}
          </p>
        ) : null}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
