import { useQuery } from '@tanstack/react-query';
import type { Account } from '../../api/types.ts';
import { useAct } from '../../commands/act.ts';
import { accountQuery, updateAccount } from '../../data/account.ts';
import { Form, type Values } from '../../parts/Form.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { FailureNotice } from '../../parts/Notice.tsx';
import { timeZoneChoices } from '../../parts/time-zones.ts';
import { Field, Select } from '../../ui/Field.tsx';
import { Section } from '../../ui/layout.tsx';
import { say } from '../../ui/Toast.tsx';
import { type Locale, locales, showIn, useWords, wordsNow } from '../../words/t.ts';
import { AccountFrame } from './Frame.tsx';

export default function Profile() {
  const { account: words } = useWords();
  const query = useQuery(accountQuery);
  return (
    <AccountFrame>
      <Section title={words.profile} about={words.profileAbout}>
        <Loaded query={query}>{(account) => <ProfileForm account={account} />}</Loaded>
      </Section>
    </AccountFrame>
  );
}

function ProfileForm({ account }: { readonly account: Account }) {
  const { account: words, common } = useWords();
  const act = useAct(
    (values: Values) =>
      updateAccount({
        name: values('name').trim(),
        locale: values('locale') as Locale,
        time_zone: values('time_zone'),
      }),
    async ({ locale }) => {
      await showIn(locale);
      say(wordsNow().common.saved);
    },
  );
  return (
    <Form act={act} submit={common.save}>
      <Field
        label={words.name}
        name="name"
        defaultValue={account.name}
        autoComplete="name"
        maxLength={255}
        required
      />
      <Field label={words.email} value={account.email} readOnly />
      <Select
        label={words.language}
        name="locale"
        defaultValue={account.locale}
        choices={locales.map((value) => ({ value, label: words.languages[value] }))}
      />
      <Select
        label={words.timeZone}
        name="time_zone"
        defaultValue={account.time_zone}
        choices={timeZoneChoices(account.time_zone)}
      />
      <FailureNotice failure={act.failure} />
    </Form>
  );
}
