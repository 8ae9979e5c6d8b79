import { Warning } from '#panel/ui/icons.tsx';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import type { Problem } from '../model/problems.ts';

/** The server's problems with a part, in the user's language. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const { problem: words } = useWorkflowWords();
  const reader = useErrorTranslator(problems.some(({ kind }) => kind === 'wrong'));
  if (problems.length === 0) return null;
  return (
    <ul data-problem className="flex flex-col gap-1 text-danger text-meta">
      {problems.map(({ place, kind, field }) => (
        <li key={place + field.code} className="flex gap-1">
          <span className="pt-0.5">
            <Warning size={12} />
          </span>
          <span>
            {kind === 'wrong' ? (reader?.fieldReason(field) ?? words.wrong) : words[kind]}
          </span>
        </li>
      ))}
    </ul>
  );
}
