import { useAction } from '#panel/commands/use-action.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { settingsActions } from '#panel/data/team-settings.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useLocale } from '#panel/words/translations.ts';

/** Offers an admin the default sales funnel for a team without phases. */
export default function DefaultFunnel({ slug }: { readonly slug: string }) {
  const { funnel } = useDealWords();
  const locale = useLocale();
  const phases = [...funnel.phases, funnel.won, funnel.lost];
  const apply = useAction(async () => {
    await settingsActions(slug).change({
      deal_phases: phases,
      won_phases: [funnel.won],
      lost_phases: [funnel.lost],
    });
    await queryClient.invalidateQueries({ queryKey: ['team', slug] });
  });
  const names = new Intl.ListFormat(locale).format(phases);
  return (
    <div className="flex flex-col items-center gap-2">
      <Button look="primary" busy={apply.isBusy} onClick={() => apply.act(undefined)}>
        {funnel.apply}
      </Button>
      <p className="text-meta text-muted">{funnel.about({ phases: names })}</p>
      <FailureNotice failure={apply.failure} />
    </div>
  );
}
