import type { InboxWorkSettings } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { type InboxChange, updateInboxSettings } from '#panel/data/business-hours.ts';
import type { Values } from '#panel/parts/Form.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWords } from '#panel/words/translations.ts';

/** Props of a section with settings of an inbox. */
export interface InboxSettingsProps {
  readonly slug: string;
  readonly settings: InboxWorkSettings;
  readonly isEditable: boolean;
}

/** Action of a form that saves some settings of an inbox, and says so. @param changeOf the settings, from the form's values */
export function useSaveSettings(
  slug: string,
  id: string,
  changeOf: (values: Values) => InboxChange,
) {
  const { common } = useWords();
  return useAction(
    (values: Values) => updateInboxSettings(slug, id, changeOf(values)),
    () => say(common.saved),
  );
}
