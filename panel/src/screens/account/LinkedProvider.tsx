import { useQuery } from '@tanstack/react-query';
import { useAction } from '#panel/commands/use-action.ts';
import {
  goToProvider,
  identitiesQuery,
  signInMethodsQuery,
  unlinkIdentity,
} from '#panel/data/sign-in-methods.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { paths } from '#panel/route/paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useSignInMethodWords } from '#panel/words/sign-in-methods/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Linked account at the operator's OpenID provider. Renders nothing without a provider and a linked account. */
export function LinkedProvider() {
  const words = useSignInMethodWords();
  const { common } = useWords();
  const { data: methods } = useQuery(signInMethodsQuery);
  const query = useQuery(identitiesQuery);
  const link = useAction(() => goToProvider('link', paths.security()));
  const unlink = useAction(unlinkIdentity, () => say(words.unlinked));
  const count = query.data?.length ?? 0;
  if (!methods || (methods.oidc === null && count === 0)) return null;
  const name = methods.oidc ?? 'OpenID';
  return (
    <Section
      title={words.provider({ name })}
      about={words.providerAbout({ name })}
      actions={
        methods.oidc !== null && query.data && count === 0 ? (
          <Button busy={link.isBusy} onClick={() => link.act(undefined)}>
            {words.link}
          </Button>
        ) : null
      }
    >
      <FailureNotice
        failure={link.failure ?? unlink.failure}
        says={{ CONFLICT: words.onlyWay, BAD_GATEWAY: words.refused.unavailable }}
      />
      <QueryContent query={query} rows={1}>
        {(identities) =>
          identities.length === 0 ? null : (
            <Table
              label={words.provider({ name })}
              rows={identities}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                {
                  key: 'issuer',
                  title: words.issuer,
                  cell: ({ issuer }) => <span className="break-all">{issuer}</span>,
                },
                {
                  key: 'used',
                  title: words.lastUse,
                  cell: ({ used_at }) => <RelativeTime at={used_at} />,
                },
              ]}
              actions={({ id }) => (
                <Button look="quiet" busy={unlink.isBusy} onClick={() => unlink.act(id)}>
                  {words.unlink}
                </Button>
              )}
            />
          )
        }
      </QueryContent>
    </Section>
  );
}
