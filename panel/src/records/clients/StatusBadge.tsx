import type { Client } from '#panel/api/types.ts';
import { Archive } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';

/** Status of a client as a word, with an icon if it is inactive. */
export function StatusBadge({ of }: { readonly of: Client['status'] }) {
  const { values } = useFieldWords();
  return (
    <Badge icon={of === 'active' ? undefined : <Archive size={12} />}>
      {values.clients.status[of]}
    </Badge>
  );
}
