import { useQuery } from '@tanstack/react-query';
import { accountUpdateLimits } from '#panel/api/input-limits.ts';
import type { Account } from '#panel/api/types.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { accountQuery, changeAccount } from '#panel/data/account.ts';
import { timeZoneChoices } from '#panel/data/time-zones.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { type Locale, locales, useWords } from '#panel/words/translations.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { Picture } from './Picture.tsx';

export default function Profile() {
  const words = useAccountWords();
  const query = useQuery(accountQuery);
  const withPending = useWithPending();
  return (
    <AccountFrame>
      <Section title={words.profile} about={words.profileAbout}>
        <QueryContent query={query}>
          {(account) => (
            <>
              <Picture account={account} />
              <ProfileForm account={withPending('account', account)} />
            </>
          )}
        </QueryContent>
      </Section>
    </AccountFrame>
  );
}

function ProfileForm({ account }: { readonly account: Account }) {
  const words = useAccountWords();
  const { common } = useWords();
  const { act, ...change } = useCommand(changeAccount);
  const submit = (values: Values) =>
    act({
      name: values('name').trim(),
      locale: values('locale') as Locale,
      time_zone: values('time_zone'),
    });
  return (
    <Form act={{ ...change, act: submit }} submit={common.save} begins={account.name}>
      <Field
        label={words.name}
        name="name"
        defaultValue={account.name}
        autoComplete="name"
        {...accountUpdateLimits.name}
        required
      />
      <Field label={words.email} value={account.email} readOnly />
      <Select
        label={words.language}
        key={account.locale}
        name="locale"
        defaultValue={account.locale}
        choices={locales.map((value) => ({ value, label: common.languages[value] }))}
      />
      <Select
        label={words.timeZone}
        key={account.time_zone}
        name="time_zone"
        defaultValue={account.time_zone}
        choices={timeZoneChoices(account.time_zone)}
      />
      <FailureNotice failure={change.failure} />
    </Form>
  );
}
