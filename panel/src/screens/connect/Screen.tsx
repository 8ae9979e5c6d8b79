import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentRequest, OwnTeam, Session } from '#panel/api/types.ts';
import { asFailure, useAction } from '#panel/commands/use-action.ts';
import { agentRequestQuery, approveAgent } from '#panel/data/agents.ts';
import { sessionQuery, teamsQuery } from '#panel/data/session.ts';
import { requestOf } from '#panel/data/stored-request.ts';
import { AuthLayout } from '#panel/display/AuthLayout.tsx';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { Facts } from '#panel/ui/layout.tsx';
import { useAgentWords } from '#panel/words/agents/use.ts';
import { useWords } from '#panel/words/translations.ts';

/** Consent page of the authorization endpoint: the user lets an assistant act for them, or refuses. */
export default function Connect() {
  const words = useAgentWords();
  const [query] = useState(() => requestOf(location.search.slice(1)));
  const reviewed = useQuery(agentRequestQuery(query));
  const teams = useQuery(teamsQuery);
  const session = useQuery(sessionQuery);
  const { error } = reviewed;
  return (
    <AuthLayout title={words.title}>
      {error ? (
        <FailureNotice failure={asFailure(error)} says={{ VALIDATION_ERROR: words.invalid }} />
      ) : (
        <QueryContent query={reviewed}>
          {(request) => (
            <QueryContent query={teams}>
              {(all) => (
                <Consent query={query} request={request} teams={all} session={session.data} />
              )}
            </QueryContent>
          )}
        </QueryContent>
      )}
    </AuthLayout>
  );
}

interface Props {
  readonly query: string;
  readonly request: AgentRequest;
  readonly teams: readonly OwnTeam[];
  readonly session: Session | null | undefined;
}

function Consent({ query, request, teams, session }: Props) {
  const words = useAgentWords();
  const { name, host, redirect_host: to, scope, error, redirect_to: refusal } = request;
  const [slug, setSlug] = useState(teams[0]?.slug ?? '');
  const [isReadOnly, setReadOnly] = useState(false);
  const [isOver, setOver] = useState(false);
  const leave = (address: string) => {
    // A private scheme opens an application, and leaves this page as it is.
    setOver(true);
    location.assign(address);
  };
  const reads = isReadOnly || scope === 'read';
  const act = useAction(
    () => approveAgent(query, slug, reads ? 'read' : 'full'),
    (answer) => leave(answer.redirect_to),
  );
  if (isOver) return <DoneNotice>{words.done}</DoneNotice>;
  if (error !== null || name === null)
    return (
      <>
        <p>{words.broken}</p>
        <p className="break-words text-meta text-muted">{error}</p>
        <Button onClick={() => leave(refusal)}>{words.back}</Button>
      </>
    );
  if (teams.length === 0) return <p>{words.noTeam}</p>;
  const team = teams.find((each) => each.slug === slug);
  const isLocked = team?.needs_second_factor === true;
  const isForbidden = team?.allows_agents === false;
  return (
    <>
      <p className="break-words">{words.asks({ name })}</p>
      <Facts
        facts={[
          [words.site, host ?? words.onDevice],
          ...(to !== null && to !== host ? [[words.returnsTo, to] as const] : []),
          ...(session ? [[words.person, session.email] as const] : []),
        ]}
      />
      <Select
        label={words.team}
        value={slug}
        choices={teams.map(({ slug: value, name: label }) => ({ value, label }))}
        onChange={({ currentTarget }) => setSlug(currentTarget.value)}
      />
      <p className="text-muted">{reads ? words.mayRead : words.may}</p>
      {scope === 'full' ? (
        <Checkbox
          label={words.readOnly}
          hint={isReadOnly ? undefined : words.readOnlyHint}
          checked={isReadOnly}
          onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
        />
      ) : null}
      <p className="rounded border border-border bg-surface p-3 text-meta">{words.beware}</p>
      <FailureNotice failure={act.failure} says={{ VALIDATION_ERROR: words.invalid }} />
      {isForbidden ? <p role="status">{words.forbidden}</p> : null}
      {isLocked && !isForbidden ? <SecondFactorLink /> : null}
      <div className="flex flex-wrap gap-2">
        {isLocked || isForbidden ? null : (
          <Button look="primary" busy={act.isBusy} onClick={() => act.act(undefined)}>
            {words.allow}
          </Button>
        )}
        <Button look="quiet" onClick={() => leave(refusal)}>
          {words.refuse}
        </Button>
      </div>
    </>
  );
}

/** Shown for a team that requires a second factor, which this session lacks. */
function SecondFactorLink() {
  const { failure } = useWords();
  return (
    <p>
      <Link href={paths.security()} className="text-accent hover:underline">
        {failure.title.SECOND_FACTOR_REQUIRED}
      </Link>
    </p>
  );
}
