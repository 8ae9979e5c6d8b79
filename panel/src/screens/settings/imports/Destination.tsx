import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Import, ImportContents } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { networkPhone } from '#panel/records/inboxes/gateways.ts';
import { PhoneField } from '#panel/records/inboxes/PhoneForm.tsx';
import { inboxesQuery } from '#panel/records/inboxes/queries.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Empty, Section } from '#panel/ui/layout.tsx';
import { useImportWords } from '#panel/words/imports/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { usePeriod } from './periods.ts';
import { groupsQuery, importActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly of: Import;
  readonly contents: ImportContents;
}

/** Number of an author without a name in the phone: `+55 11 98765-4321`. */
const numberIn = (name: string | undefined) =>
  name !== undefined && /^\+?[\d\s()-]{10,20}$/.test(name) ? name.replace(/\D/g, '') : '';

/** Asks for the inbox, for the authors who are the team, and for the contact or the group. */
export function Destination({ slug, of, contents }: Props) {
  const { destination: words } = useImportWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const periodOf = usePeriod();
  const { data: inboxes } = useQuery(inboxesQuery(slug));
  const { choices } = of;
  const [chosenInbox, setInbox] = useState(choices?.inbox_id);
  const inbox = chosenInbox ?? inboxes?.[0]?.id ?? '';
  const [ours, setOurs] = useState<readonly string[]>(choices?.ours ?? []);
  const others = contents.authors.filter(({ name }) => !ours.includes(name));
  const isGroup = contents.authors.length > 2;
  const { data: groups } = useQuery({
    ...groupsQuery(slug, inbox),
    enabled: isGroup && inbox !== '',
  });
  const check = useAction((values: Values) =>
    importActions(slug).check(of.id, {
      inbox_id: inbox,
      ours,
      ...(isGroup
        ? { conversation_id: values('group') }
        : { phone: networkPhone(values('phone')) }),
      date_order: contents.other_order
        ? values('order') === contents.other_order.date_order
          ? contents.other_order.date_order
          : contents.date_order
        : contents.date_order,
    }),
  );
  if (inboxes?.length === 0)
    return (
      <Section title={words.title}>
        <Empty text={words.noInbox}>
          <Link href={paths.inboxes(slug)} className={buttonClass('plain')}>
            {words.toInboxes}
          </Link>
        </Empty>
      </Section>
    );
  const [contact] = others;
  const phone = choices?.phone ?? numberIn(others.length === 1 ? contact?.name : undefined);
  return (
    <Section title={words.title}>
      <Form act={check} submit={of.state === 'checked' ? words.checkAgain : words.check}>
        <Select
          label={words.inbox}
          hint={words.inboxHint}
          value={inbox}
          choices={(inboxes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) => setInbox(target.value)}
        />
        <fieldset className="flex flex-col">
          <legend className="font-medium">{words.ours}</legend>
          <p className="text-meta text-muted">{words.oursHint}</p>
          <div className="max-h-64 overflow-y-auto">
            {contents.authors.map(({ name, messages }) => (
              <Checkbox
                key={name}
                label={
                  <span className="wrap-anywhere">
                    {words.author({ name, n: messages, text: count(messages) })}
                  </span>
                }
                checked={ours.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  setOurs(checked ? [...ours, name] : ours.filter((each) => each !== name))
                }
              />
            ))}
          </div>
        </fieldset>
        {isGroup ? (
          <Select
            key={inbox}
            label={words.group}
            hint={groups?.length === 0 ? words.noGroup : words.groupHint}
            name="group"
            defaultValue={choices?.conversation_id ?? groups?.[0]?.id ?? ''}
            choices={(groups ?? []).map(({ id, group_name: name }) => ({
              value: id,
              label: name ?? words.group,
            }))}
          />
        ) : (
          <PhoneField
            key={phone}
            label={words.phone}
            hint={words.phoneHint}
            defaultValue={phone === '' ? '' : formatPhone(phone)}
          />
        )}
        {contents.other_order ? (
          <Select
            label={words.order}
            hint={words.orderHint}
            name="order"
            defaultValue={choices?.date_order ?? contents.date_order}
            choices={[contents, contents.other_order].map((each) => ({
              value: each.date_order,
              label: periodOf(each),
            }))}
          />
        ) : null}
        <FailureNotice failure={check.failure} />
      </Form>
    </Section>
  );
}
