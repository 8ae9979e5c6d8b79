import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { NameDialog } from '#panel/parts/NameDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useProjectTemplateWords } from '#panel/words/project-templates/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { rolesIn, squadActions, squadsQuery } from './queries.ts';
import { SquadRow } from './SquadRow.tsx';

export default function Squads() {
  const { squads: words, pages, readOnly } = useSettingsWords();
  const { rolesAbout } = useProjectTemplateWords();
  const { slug, me, can } = useCurrentTeam();
  const query = useInfiniteQuery(squadsQuery(slug));
  const acts = squadActions(slug);
  const rolesId = useId();
  const [isMaking, setMaking] = useState(false);
  const create = can('squads.create') ? (
    <Button look="primary" onClick={() => setMaking(true)}>
      {words.create}
    </Button>
  ) : null;
  const isEmpty = query.data?.rows.length === 0;
  return (
    <Page title={words.title} about={words.about} actions={isEmpty ? null : create}>
      <Section about={me && !can('squads.update') ? readOnly : rolesAbout}>
        <PagedRows
          query={query}
          none={<Empty text={words.none} ghost={<Ghost of="people" />} create={create} />}
        >
          {(rows) => (
            <>
              <datalist id={rolesId}>
                {rolesIn(rows).map((role) => (
                  <option key={role} value={role} />
                ))}
              </datalist>
              <ul aria-label={pages.squads} className="flex flex-col">
                {rows.map((squad) => (
                  <SquadRow
                    key={squad.id}
                    squad={squad}
                    slug={slug}
                    acts={can('squads.update') ? acts : undefined}
                    rolesId={rolesId}
                  />
                ))}
              </ul>
            </>
          )}
        </PagedRows>
      </Section>
      {isMaking ? (
        <NameDialog
          title={words.create}
          label={words.name}
          submit={words.createSubmit}
          save={acts.create}
          onClose={() => setMaking(false)}
          onDone={() => {
            setMaking(false);
            say(words.created);
          }}
        />
      ) : null}
    </Page>
  );
}
