import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AlertScope,
  alertScopes,
  setAlertScope,
  setAlertSound,
  useAlertScope,
  useHasAlertSound,
} from '#panel/data/preferences.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';

/** Desktop alerts of new messages, for the user in this browser. Choosing any asks the browser for its permission. */
export function DesktopAlerts() {
  const { alerts: words } = useAccountWords();
  const person = useQuery(sessionQuery).data?.person_id ?? '';
  const scope = useAlertScope(person);
  const hasSound = useHasAlertSound(person);
  const [isRefused, setRefused] = useState(false);
  const choose = async (wanted: AlertScope) => {
    const isAllowed =
      wanted === 'off' ||
      ('Notification' in window && (await Notification.requestPermission()) === 'granted');
    setRefused(!isAllowed);
    setAlertScope(person, isAllowed ? wanted : 'off');
  };
  return (
    <Section title={words.title} about={words.about}>
      <Select
        label={words.scope}
        value={scope}
        onChange={(event) => void choose(event.target.value as AlertScope)}
        choices={alertScopes.map((value) => ({ value, label: words.scopes[value] }))}
      />
      {isRefused ? (
        <p role="alert" className="text-danger">
          {words.refused}
        </p>
      ) : null}
      <Checkbox
        label={words.sound}
        checked={hasSound}
        disabled={scope === 'off'}
        onChange={(event) => setAlertSound(person, event.target.checked)}
      />
    </Section>
  );
}
