import { useRef } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { useEditing } from '../controls/context.ts';
import { type Draft, withoutInvalidText, withTypedJson } from '../model/draft.ts';
import { lineOf, readJson } from '../model/json.ts';
import type { Problem } from '../model/problems.ts';

interface Props {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Workflow as JSON; valid text is applied to the form immediately. */
export function JsonPart({ draft, onDraft }: Props) {
  const { json: words, problem } = useWorkflowWords();
  const { problems } = useEditing();
  const reader = useErrorTranslator(problems.length > 0);
  const textOf = ({ kind, field }: Problem) =>
    kind === 'wrong' ? (reader?.fieldReason(field) ?? problem.wrong) : problem[kind];
  const area = useRef<HTMLTextAreaElement>(null);
  const { text, mistake } = draft;
  const goTo = (at: number) => {
    const field = area.current;
    if (!field) return;
    const { line } = lineOf(text, at);
    field.focus();
    field.setSelectionRange(at, Math.min(at + 1, text.length));
    field.scrollTop = Math.max(0, (line - 4) * (field.scrollHeight / text.split('\n').length));
  };
  const read = readJson(text);
  const places = 'places' in read ? read.places : undefined;
  /** Position of a problem: that of the nearest existing part. */
  const placeOf = (place: string): number | undefined => {
    for (let at = place; at !== ''; at = at.replace(/(?:\.\w+|\[[^\]]*\]|^\w+)$/, '')) {
      const position = places?.get(at);
      if (position !== undefined) return position;
    }
    return undefined;
  };
  return (
    <Section title={words.title} about={words.about}>
      <textarea
        ref={area}
        aria-label={words.label}
        aria-invalid={mistake !== undefined || undefined}
        value={text}
        spellCheck={false}
        rows={Math.min(40, Math.max(16, text.split('\n').length))}
        onChange={({ target }) => onDraft(withTypedJson(draft, target.value))}
        className="w-full overflow-auto whitespace-pre rounded border border-border bg-raised p-2 font-mono text-meta text-text aria-invalid:border-danger"
      />
      <div role="status" className="flex flex-col items-start gap-2">
        {mistake ? (
          <>
            <p className="flex gap-1 text-danger">
              <span className="pt-0.5">
                <Warning />
              </span>
              {words.wrong({ ...mistake, what: words.mistakes[mistake.kind] })}
            </p>
            <span className="flex flex-wrap gap-2">
              <Button onClick={() => goTo(mistake.at)}>{words.goTo}</Button>
              <Button look="quiet" onClick={() => onDraft(withoutInvalidText(draft))}>
                {words.back}
              </Button>
            </span>
          </>
        ) : null}
      </div>
      {problems.length > 0 && places ? (
        <ul className="flex flex-col gap-1 text-meta">
          {problems.map((each) => {
            const { place, field } = each;
            const at = placeOf(place);
            return (
              <li key={place + field.code} className="break-words">
                {at === undefined ? null : (
                  <button
                    type="button"
                    onClick={() => goTo(at)}
                    className="mr-1 min-h-6 rounded text-accent hover:underline"
                  >
                    {problem.at({ line: lineOf(text, at).line })}
                  </button>
                )}
                <code>{place}</code> {textOf(each)}
              </li>
            );
          })}
        </ul>
      ) : null}
    </Section>
  );
}
