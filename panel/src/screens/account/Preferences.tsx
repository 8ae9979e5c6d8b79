import {
  setKeys,
  setTheme,
  type Theme,
  themes,
  useKeysAreOn,
  useTheme,
} from '#panel/data/preferences.ts';
import { Select } from '#panel/parts/Select.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useAccountWords } from '#panel/words/account/use.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { DesktopAlerts } from './DesktopAlerts.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';

export default function Preferences() {
  const words = useAccountWords();
  const theme = useTheme();
  const keys = useKeysAreOn();
  return (
    <AccountFrame>
      <Section title={words.preferences} about={words.preferencesAbout}>
        <Select
          label={words.theme}
          value={theme}
          onChange={(event) => setTheme(event.target.value as Theme)}
          choices={themes.map((value) => ({ value, label: words.themes[value] }))}
        />
        <Checkbox
          label={words.keys}
          hint={words.keysHint}
          checked={keys}
          onChange={(event) => setKeys(event.target.checked)}
        />
      </Section>
      <DesktopAlerts />
      <NotificationSettings />
    </AccountFrame>
  );
}
