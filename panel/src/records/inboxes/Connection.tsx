import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import type { Values } from '#panel/parts/Form.tsx';
import { paths } from '#panel/route/paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Facts, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { GatewayForm } from './GatewayForm.tsx';
import { gatewayFields, groupedValues } from './gateways.ts';
import { inboxActions, inboxSetupQuery } from './queries.ts';

/** Gateway configuration of an inbox, without secrets, with a form to change it. */
export function Connection({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { record: words, setup } = useInboxWords();
  const { common } = useWords();
  const query = useQuery(inboxSetupQuery(slug, inbox.id));
  const [isChanging, change] = useState(false);
  const { id, gateway } = inbox;
  const save = useAction(
    (values: Values) => {
      const { config, setup } = groupedValues(gateway, values);
      return inboxActions(slug).connect(id, config, setup);
    },
    () => navigate(paths.connectInbox(slug, id)),
  );
  const names = setup.fields[gateway] ?? {};
  return (
    <Section
      title={words.connection}
      actions={isChanging ? null : <Button onClick={() => change(true)}>{words.change}</Button>}
    >
      <QueryContent query={query}>
        {(current) =>
          isChanging ? (
            <GatewayForm
              slug={slug}
              gateway={gateway}
              act={save}
              submit={setup.save}
              inbox={id}
              setup={current}
              after={<GatewayFailure failure={save.failure} />}
              beside={
                <Button look="quiet" onClick={() => change(false)}>
                  {common.cancel}
                </Button>
              }
            />
          ) : (
            <Facts
              facts={gatewayFields[gateway].flatMap(({ name }) => {
                const value = current.config[name];
                const isKept = current.secrets.includes(name);
                const text = typeof value === 'string' ? value : isKept ? words.secret : undefined;
                return text === undefined ? [] : [[names[name]?.[0] ?? name, text] as const];
              })}
            />
          )
        }
      </QueryContent>
    </Section>
  );
}
