import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
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
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';

const permissionNow = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied';

/** The browser's permission, which the user can change at any time in the browser's own settings. */
function usePermission() {
  const [permission, setPermission] = useState(permissionNow);
  const refresh = () => setPermission(permissionNow());
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  });
  const request = async (): Promise<boolean> => {
    if ('Notification' in window) await Notification.requestPermission();
    refresh();
    return permissionNow() === 'granted';
  };
  return { permission, request };
}

/** Desktop alerts of new messages, for the user in this browser. Choosing any asks the browser for its permission. */
export function DesktopAlerts() {
  const { alerts: words } = useAccountWords();
  const person = useQuery(sessionQuery).data?.person_id ?? '';
  const scope = useAlertScope(person);
  const hasSound = useHasAlertSound(person);
  const { permission, request } = usePermission();
  const [isRefused, setRefused] = useState(false);
  const choose = async (wanted: AlertScope) => {
    const isAllowed = wanted === 'off' || (await request());
    setRefused(!isAllowed);
    setAlertScope(person, isAllowed ? wanted : 'off');
  };
  // It was allowed when the alerts were chosen.
  const isWithdrawn = scope !== 'off' && permission !== 'granted';
  return (
    <Section title={words.title} about={words.about}>
      <Select
        label={words.scope}
        value={scope}
        onChange={(event) => void choose(event.target.value as AlertScope)}
        choices={alertScopes.map((value) => ({ value, label: words.scopes[value] }))}
      />
      {isRefused || isWithdrawn ? (
        <p role="alert" className="text-danger">
          {permission === 'default' ? words.unasked : words.refused}
        </p>
      ) : null}
      {isWithdrawn && permission === 'default' ? (
        <Button className="self-start" onClick={() => void request()}>
          {words.allow}
        </Button>
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
