import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { asFailure, useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { isShortcut } from '#panel/records/shared/record-shortcuts.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Checkbox } from '#panel/ui/Field.tsx';
import { focusItem, itemAt, itemsIn } from '#panel/ui/focusable-items.ts';
import { Section, Skeleton } from '#panel/ui/layout.tsx';
import { Tabs } from '#panel/ui/Tabs.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { HitRow } from './HitRow.tsx';
import { KeepDialog } from './KeepDialog.tsx';
import { identifierPattern } from './marks.ts';
import { type Choice, choicesOf, decisionOf, groupsOf, type HitGroup } from './model.ts';
import { type Decision, hitsQuery, privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
  /** True while decisions can change. */
  readonly canDecide: boolean;
}

/** Texts that mention the person. For an erasure, each needs a decision; for others, a user may say if it is about the person. */
export function Hits({ slug, request, canDecide }: Props) {
  const { hits: words } = usePrivacyWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const { hits, open_hits: open } = request;
  const isErasure = request.kind === 'erasure';
  const [tab, setTab] = useState(isErasure && open > 0 ? 'open' : 'all');
  if (hits === 0)
    return (
      <Section title={words.title}>
        <p className="text-muted">{words.none}</p>
      </Section>
    );
  const list = (
    <HitList
      key={tab}
      slug={slug}
      request={request}
      isOpen={tab === 'open' ? true : tab === 'decided' ? false : undefined}
      canDecide={canDecide}
    />
  );
  return (
    <Section title={words.title} about={isErasure ? words.about : words.aboutOthers}>
      {isErasure ? (
        <Tabs
          label={words.tabs}
          chosen={tab}
          onChoose={setTab}
          tabs={[
            { key: 'open', name: words.openTab({ n: open, text: count(open) }) },
            { key: 'decided', name: words.decidedTab },
            { key: 'all', name: words.allTab },
          ]}
        >
          {list}
        </Tabs>
      ) : (
        list
      )}
    </Section>
  );
}

function HitList({ slug, request, isOpen, canDecide }: Props & { isOpen: boolean | undefined }) {
  const { hits: words } = usePrivacyWords();
  const { common } = useWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const query = useInfiniteQuery(hitsQuery(slug, request.id, request.searched_at, isOpen));
  const isErasure = request.kind === 'erasure';
  const [isMerged, setMerged] = useState(true);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [keeping, setKeeping] = useState<readonly HitGroup[]>();
  const list = useRef<HTMLUListElement>(null);
  const groups = useMemo(() => groupsOf(query.data ?? [], isMerged), [query.data, isMerged]);
  const pattern = useMemo(() => identifierPattern(request), [request]);
  const decide = useAction(
    ({ of, ...decision }: Decision & { readonly of: readonly HitGroup[] }) =>
      privacyActions(slug).decide(
        request.id,
        of.flatMap(({ hits }) => hits.map(({ id }) => id)),
        decision,
      ),
    (_, { of }) => {
      setSelected(new Set());
      setKeeping(undefined);
      goAfter(of);
    },
  );
  /** Focuses the first undecided item after the given ones. */
  const goAfter = (of: readonly HitGroup[]) => {
    const at = groups.findLastIndex(({ key }) => of.some((group) => group.key === key));
    const next = groups.slice(at + 1).find((group) => decisionOf(group) === null);
    const item =
      list.current && itemsIn(list.current).find(({ dataset }) => dataset.item === next?.key);
    if (item) focusItem(item);
  };
  const begin = (of: readonly HitGroup[], { decision, basis }: Choice) => {
    if (basis === undefined) setKeeping(of);
    else decide.act({ of, decision, basis });
  };
  const choicesFor = (of: readonly HitGroup[]) => choicesOf(of, isErasure, words);
  const toggle = (key: string) => {
    const keys = new Set(selected);
    if (!keys.delete(key)) keys.add(key);
    setSelected(keys);
  };
  const press = (event: KeyboardEvent) => {
    const item = event.target instanceof Element ? itemAt(event.target) : null;
    const group = groups.find(({ key }) => key === item?.dataset.item);
    if (!group || !canDecide || !isShortcut(event.nativeEvent)) return;
    const of = selected.has(group.key) ? chosen : [group];
    // The number of a choice stays the same where one of them is impossible.
    const at = choicesOf([], isErasure, words)[Number(event.key) - 1];
    const choice = choicesFor(of).find(({ key }) => key === at?.key);
    if (event.key === 'x') toggle(group.key);
    else if (choice) begin(of, choice);
    else return;
    event.preventDefault();
  };
  const chosen = groups.filter(({ key }) => selected.has(key));
  const chosenCount = chosen.reduce((total, { hits }) => total + hits.length, 0);
  if (!query.data)
    return query.error ? (
      <FailureNotice failure={asFailure(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton label={common.loading} />
    );
  if (groups.length === 0)
    return <p className="text-muted">{isOpen ? words.noneOpen : words.noneDecided}</p>;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label={words.merge}
          checked={isMerged}
          onChange={({ currentTarget: { checked } }) => {
            setMerged(checked);
            setSelected(new Set());
          }}
        />
        {canDecide ? (
          <Checkbox
            label={words.selectAll}
            checked={chosen.length === groups.length}
            onChange={({ currentTarget: { checked } }) =>
              setSelected(new Set(checked ? groups.map(({ key }) => key) : []))
            }
          />
        ) : null}
      </div>
      {canDecide ? (
        <p className="text-meta text-muted max-md:hidden pointer-coarse:hidden">
          {isErasure ? words.keys : words.keysOthers}
        </p>
      ) : null}
      <FailureNotice failure={decide.failure} />
      <ul ref={list} aria-label={words.list} onKeyDown={press} className="flex flex-col">
        {groups.map((group) => (
          <HitRow
            key={group.key}
            slug={slug}
            group={group}
            pattern={pattern}
            canDecide={canDecide}
            isSelected={selected.has(group.key)}
            onSelect={() => toggle(group.key)}
            choices={choicesFor([group])}
            onDecide={(choice) => begin([group], choice)}
          />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
      {chosen.length > 0 ? (
        <section
          aria-label={words.selected({ n: chosenCount, text: count(chosenCount) })}
          className="sticky bottom-2 z-[5] flex flex-wrap items-center gap-2 rounded-card border border-border bg-raised p-2 shadow-float max-md:bottom-[calc(64px+env(safe-area-inset-bottom))]"
        >
          <span role="status" className="px-1 font-medium">
            {words.selected({ n: chosenCount, text: count(chosenCount) })}
          </span>
          {choicesFor(chosen).map((choice) => (
            <Button
              key={choice.key}
              busy={decide.isBusy}
              look={choice.decision === 'delete' ? 'danger' : 'plain'}
              onClick={() => begin(chosen, choice)}
            >
              {choice.label}
            </Button>
          ))}
          <Button look="quiet" onClick={() => setSelected(new Set())}>
            {words.clear}
          </Button>
        </section>
      ) : null}
      {keeping ? (
        <KeepDialog
          count={keeping.reduce((total, { hits }) => total + hits.length, 0)}
          isBusy={decide.isBusy}
          failure={decide.failure}
          onKeep={(basis) => decide.act({ of: keeping, decision: 'keep', basis })}
          onClose={() => setKeeping(undefined)}
        />
      ) : null}
    </div>
  );
}
