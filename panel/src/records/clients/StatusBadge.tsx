import type { Client } from '#panel/api/types.ts';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';

/** Status of a client as an icon and a word. */
export function StatusBadge({ of }: { readonly of: Client['status'] }) {
  const { values } = useFieldWords();
  return (
    <Badge icon={of === 'active' ? <Check size={12} /> : <Warning size={12} />}>
      {values.clients.status[of]}
    </Badge>
  );
}
