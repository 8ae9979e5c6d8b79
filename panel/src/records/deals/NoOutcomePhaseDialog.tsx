import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly slug: string;
  readonly meaning: 'won' | 'lost';
  readonly onClose: () => void;
}

/** Explains that no phase of the team means won or lost yet; admins get a link to the settings. */
export default function NoOutcomePhaseDialog({ slug, meaning, onClose }: Props) {
  const { unmarked: words, toPhases } = useDealWords();
  const { common } = useWords();
  const { can } = useCurrentTeam();
  return (
    <Dialog title={words.title[meaning]} closeLabel={common.close} onClose={onClose}>
      <p>{can('settings.update') ? words.admin : words.member}</p>
      {can('settings.update') ? (
        <Link href={paths.phases(slug)} className={buttonClass('primary', 'self-start')}>
          {toPhases}
        </Link>
      ) : (
        <Button className="self-start" onClick={onClose}>
          {common.close}
        </Button>
      )}
    </Dialog>
  );
}
