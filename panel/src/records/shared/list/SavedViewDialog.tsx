import { viewsCreateLimits } from '#panel/api/input-limits.ts';
import type { SavedView } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { navigate } from '#panel/route/router.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Checkbox, Field } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useWords } from '#panel/words/translations.ts';
import type { ListState } from './list-state.ts';
import { savedViewActions } from './saved-views.ts';

interface Props {
  readonly list: ListState;
  /** undefined creates a view of the current list. */
  readonly view: SavedView | undefined;
  readonly onClose: () => void;
}

/** Names or renames a saved view; a new one also gets its visibility. */
export default function SavedViewDialog({ list, view, onClose }: Props) {
  const { views: words } = useListWords();
  const { common } = useWords();
  const acts = savedViewActions(list.slug);
  const act = useAction(
    (values: Values) => {
      const name = values('name').trim();
      if (view) return acts.change(view.id, { name });
      return acts.create({
        resource: list.resource as SavedView['resource'],
        name,
        scope: values('team') === 'on' ? 'team' : 'private',
        query: list.params,
      });
    },
    ({ id }) => {
      onClose();
      say(words.saved);
      if (!view) navigate(`${location.pathname}?saved=${id}`, { replace: true });
    },
  );
  return (
    <Dialog
      title={view ? words.rename : words.saveTitle}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={words.submit}>
        <Field
          label={words.name}
          name="name"
          defaultValue={view?.name}
          {...viewsCreateLimits.name}
          autoComplete="off"
          required
        />
        {view ? null : <Checkbox label={words.ofTeam} name="team" />}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
