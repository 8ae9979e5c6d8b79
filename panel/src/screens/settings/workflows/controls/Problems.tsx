import { Warning } from '../../../../ui/icons.tsx';
import { useLocale } from '../../../../words/t.ts';
import { useWorkflowWords } from '../../../../words/workflows/use.ts';
import type { Problem } from '../model/problems.ts';

/** What the service says is wrong here: in the person's words, and where they say too little in its own. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const { problem: words } = useWorkflowWords();
  const locale = useLocale();
  if (problems.length === 0) return null;
  return (
    <ul data-problem className="flex flex-col gap-1 text-danger text-meta">
      {problems.map(({ place, kind, text }) => (
        <li key={place + text} className="flex gap-1">
          <span className="pt-0.5">
            <Warning size={12} />
          </span>
          <span>
            {locale === 'en' && kind === 'wrong' ? null : words[kind]}
            {kind === 'wrong' ? (
              <>
                {' '}
                <span lang="en" className="break-words">
                  {text}
                </span>
              </>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}
