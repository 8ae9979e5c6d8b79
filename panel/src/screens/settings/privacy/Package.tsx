import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { packageHref, privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  readonly canMake: boolean;
}

/** The package of the person's data: made on request, downloaded for a day. */
export function Package({ slug, request, canMake }: Props) {
  const { package: words } = usePrivacyWords();
  const { can } = useCurrentTeam();
  const format = new Intl.DateTimeFormat(useLocale(), {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: useTimeZone() },
  });
  const make = useAction(() => privacyActions(slug).pack(request.id));
  const { package_until: until, packaged_at: packagedAt } = request;
  const isReady = until !== null && new Date(until) > new Date();
  const mayExport = can('may_export');
  return (
    <Section title={words.title} about={words.about}>
      {mayExport ? (
        <div className="flex flex-wrap items-center gap-2">
          {isReady ? (
            <a href={packageHref(slug, request.id)} download className={buttonClass('primary')}>
              {words.download}
            </a>
          ) : null}
          {canMake ? (
            <Button
              look={isReady || request.kind === 'erasure' ? 'plain' : 'primary'}
              busy={make.isBusy}
              onClick={() => make.act(undefined)}
            >
              {isReady ? words.again : words.make}
            </Button>
          ) : null}
          {packagedAt === null ? null : (
            <span className="text-muted">
              {isReady ? words.until({ when: format.format(new Date(until)) }) : words.expired}
            </span>
          )}
        </div>
      ) : (
        <p className="text-muted">{words.noExport}</p>
      )}
      <FailureNotice failure={make.failure} />
    </Section>
  );
}
