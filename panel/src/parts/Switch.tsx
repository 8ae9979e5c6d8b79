import { Button } from '../ui/Button.tsx';
import { useSettingsListWords } from '../words/settings-lists/use.ts';

interface Props {
  /** Name of the item to switch. */
  readonly name: string;
  readonly isOn: boolean;
  readonly isBusy: boolean;
  readonly onSwitch: () => void;
}

/** Switches a row of a list on or off. */
export function Switch({ name, isOn, isBusy, onSwitch }: Props) {
  const words = useSettingsListWords();
  const label = isOn ? words.switchOff : words.switchOn;
  return (
    <Button look="quiet" busy={isBusy} aria-label={`${label}: ${name}`} onClick={onSwitch}>
      {label}
    </Button>
  );
}
