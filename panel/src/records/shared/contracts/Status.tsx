import type { Contract } from '#panel/api/schema.ts';
import { Archive, Check, Pause } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';

const looks = {
  draft: {},
  active: { tone: 'ok', icon: <Check size={12} /> },
  paused: { icon: <Pause size={12} /> },
  ended: { icon: <Archive size={12} /> },
} as const;

/** Status of a contract as a word, with an icon. */
export function ContractStatus({ of }: { readonly of: Contract['status'] }) {
  const { values } = useFieldWords();
  return <Badge {...looks[of]}>{values.contracts.status[of]}</Badge>;
}
