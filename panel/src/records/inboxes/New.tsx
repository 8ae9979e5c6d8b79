import { useQuery } from '@tanstack/react-query';
import { inboxesCreateLimits } from '#panel/api/input-limits.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import type { Values } from '#panel/parts/Form.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate, useParam } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { ConnectSteps } from './ConnectSteps.tsx';
import { GatewayFailure } from './GatewayFailure.tsx';
import { GatewayForm } from './GatewayForm.tsx';
import { groupedValues, isGateway } from './gateways.ts';
import { type Gateway, inboxActions, inboxQuery } from './queries.ts';

/** First step of a new inbox: choice of the gateway and its configuration. Continues in Connect.tsx once the inbox exists. */
export default function NewInbox() {
  const { slug, me, can } = useCurrentTeam();
  const settings = useSettingsWords();
  const [gateway] = useParam('gateway');
  if (me && !can('inboxes.create')) return <Empty text={settings.adminsOnly} />;
  return isGateway(gateway) ? <Setup slug={slug} gateway={gateway} /> : <Choose slug={slug} />;
}

function Choose({ slug }: { readonly slug: string }) {
  const { choose: words } = useInboxWords();
  const to = (gateway: Gateway) => `${paths.newInbox(slug)}?gateway=${gateway}`;
  const way = (gateway: Gateway) => (
    <Link href={to(gateway)} className={buttonClass('plain', 'self-start')}>
      {words.ways[gateway]}
    </Link>
  );
  return (
    <Page title={words.title} about={words.about}>
      <ConnectSteps at={0} />
      <Section title={words.session} about={words.sessionAbout}>
        <div className="flex flex-wrap gap-2">
          {way('evolution')}
          {way('waha')}
        </div>
      </Section>
      <Section title={words.official} about={words.officialAbout}>
        {way('cloud')}
      </Section>
      <Section title={words.trial} about={words.trialAbout}>
        {way('sandbox')}
      </Section>
    </Page>
  );
}

function Setup({ slug, gateway }: { readonly slug: string; readonly gateway: Gateway }) {
  const { setup: words, choose } = useInboxWords();
  // The inbox was created, but connecting it failed: continues with it instead of creating another.
  const [begun, setBegun] = useParam('inbox');
  const { data: inbox } = useQuery({
    ...inboxQuery(slug, begun ?? ''),
    enabled: begun !== undefined,
  });
  const acts = inboxActions(slug);
  const connect = useAction(
    async (values: Values) => {
      const { config, setup } = groupedValues(gateway, values);
      const name = values('name').trim();
      const type = gateway === 'cloud' ? 'cloud' : 'session';
      const id = begun ?? (await acts.create({ name, type, gateway })).id;
      if (begun === undefined) setBegun(id);
      else if (name !== inbox?.name) await acts.set(id, { name });
      await acts.connect(id, config, setup);
      return id;
    },
    (id) => navigate(paths.connectInbox(slug, id), { replace: true }),
  );
  const discard = useAction(
    (id: string) => acts.remove(id, true),
    () => navigate(paths.inboxes(slug), { replace: true }),
  );
  return (
    <Page title={choose.ways[gateway]}>
      <ConnectSteps at={0} />
      <Section>
        <GatewayForm
          slug={slug}
          gateway={gateway}
          act={connect}
          submit={words.submit}
          inbox={begun}
          after={<GatewayFailure failure={connect.failure ?? discard.failure} />}
          beside={
            begun === undefined ? (
              <Link href={paths.newInbox(slug)} className={buttonClass('quiet')}>
                {words.other}
              </Link>
            ) : (
              <Button look="quiet" busy={discard.isBusy} onClick={() => discard.act(begun)}>
                {words.discard}
              </Button>
            )
          }
        >
          <Field
            key={inbox?.name}
            label={words.name}
            hint={words.nameHint}
            name="name"
            defaultValue={inbox?.name}
            {...inboxesCreateLimits.name}
            autoComplete="off"
            autoFocus
            required
          />
        </GatewayForm>
      </Section>
    </Page>
  );
}
