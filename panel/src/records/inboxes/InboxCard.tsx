import { useQuery } from '@tanstack/react-query';
import type { Inbox } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { roleAllows } from '#panel/data/can.ts';
import { peopleQuery } from '#panel/data/people.ts';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { InboxReason } from './InboxReason.tsx';
import { inboxActions } from './queries.ts';
import { InboxState } from './StateBadge.tsx';
import { hasReceivedNothing, needsAction, reasonOf, stateOf } from './state.ts';

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
  readonly isManageable: boolean;
}

/** State of an inbox, its reason, and the one action that resolves it. */
export function InboxCard({ slug, inbox, isManageable }: Props) {
  const words = useInboxWords();
  const { state_changed_at: at } = inbox;
  const reason = reasonOf(inbox);
  return (
    <Section
      title={words.state}
      actions={isManageable && inbox.active ? <ResolveAction slug={slug} inbox={inbox} /> : null}
    >
      <div className="flex flex-wrap items-center gap-2">
        <InboxState inbox={inbox} />
        {at && inbox.active ? (
          <span className="text-meta text-muted">
            {words.since} <RelativeTime at={at} />
          </span>
        ) : null}
      </div>
      {reason && needsAction(inbox) ? <InboxReason {...reason} /> : null}
      {hasReceivedNothing(inbox) ? <AwaitingFirstMessage /> : null}
      {!isManageable && needsAction(inbox) ? <AdminsWhoCanHelp slug={slug} /> : null}
    </Section>
  );
}

/** Asks for an incoming message, the only proof that the inbox receives. */
export function AwaitingFirstMessage() {
  const { record: words } = useInboxWords();
  return (
    <p role="status">
      <span className="font-medium">{words.unheard}</span> {words.writeNow}
    </p>
  );
}

function ResolveAction({ slug, inbox }: Omit<Props, 'isManageable'>) {
  const { record: words } = useInboxWords();
  const acts = inboxActions(slug);
  const { id, gateway, evidence } = inbox;
  const restart = useAction(
    () => acts.restart(id),
    () => say(words.restarted),
  );
  // An inbox that was never connected needs no logout.
  const isNew = evidence?.callback_url == null && inbox.state !== 'connected';
  const reconnect = useAction(
    async () => (isNew ? undefined : acts.reconnect(id)),
    () => navigate(paths.connectInbox(slug, id)),
  );
  const state = stateOf(inbox);
  const failure = <GatewayFailure failure={restart.failure ?? reconnect.failure} />;
  if (state === 'waiting' || (state === 'connecting' && gateway !== 'cloud'))
    return (
      <Link href={paths.connectInbox(slug, id)} className={buttonClass('primary')}>
        {words.connect}
      </Link>
    );
  if (state === 'connected' || state === 'off') return null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {gateway === 'cloud' ? null : (
          <Button look="primary" busy={reconnect.isBusy} onClick={() => reconnect.act(undefined)}>
            {isNew ? words.connect : words.reconnect}
          </Button>
        )}
        {state === 'failed' && gateway !== 'cloud' ? (
          <Button busy={restart.isBusy} onClick={() => restart.act(undefined)}>
            {words.restart}
          </Button>
        ) : null}
      </div>
      {failure}
    </div>
  );
}

/** Names admins who can help, for members who may not change the connection. */
function AdminsWhoCanHelp({ slug }: { readonly slug: string }) {
  const { record: words } = useInboxWords();
  const locale = useLocale();
  const { data = [] } = useQuery(peopleQuery(slug));
  const names = data
    .filter(({ role }) => role !== undefined && roleAllows(role, 'inboxes.connect'))
    .map(({ name }) => name);
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names.slice(0, 3));
  return (
    <p className="text-muted">
      {words.askAdmin} {names.length > 0 ? words.askNames({ names: list }) : null}
    </p>
  );
}
