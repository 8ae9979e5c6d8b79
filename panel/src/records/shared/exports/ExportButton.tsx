import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Button } from '#panel/ui/Button.tsx';
import { useExportWords } from '#panel/words/exports/use.ts';
import { useExportableList } from './exportable-list.ts';

/** Opens the export of the list on the screen; nothing for members who may not export. */
export default function ExportButton() {
  const { dialog: words } = useExportWords();
  const { can } = useCurrentTeam();
  const list = useExportableList();
  if (!list || list.total === 0 || !can('may_export')) return null;
  return (
    <Button className="self-start" onClick={list.open}>
      {words.open}
    </Button>
  );
}
