import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty } from '#panel/ui/layout.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { ImportOffer } from '../shared/list/ImportOffer.tsx';
import DefaultFunnel from './DefaultFunnel.tsx';

/** Board of a team without phases: members who may create them start with the usual ones. */
export default function NoPhases() {
  const words = useDealWords();
  const { slug, can } = useCurrentTeam();
  const ghost = <Ghost of="board" />;
  if (!can('settings.update')) return <Empty text={words.noPhasesMember} ghost={ghost} />;
  return (
    <Empty text={words.noPhases} ghost={ghost} create={<DefaultFunnel slug={slug} />}>
      <Link href={paths.phases(slug)} className={buttonClass('plain')}>
        {words.toPhases}
      </Link>
      <ImportOffer />
    </Empty>
  );
}
