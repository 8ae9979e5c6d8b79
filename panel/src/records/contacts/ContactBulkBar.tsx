import type { Contact } from '#panel/api/types.ts';
import { findClients } from '#panel/data/choices.ts';
import { useBulkWords } from '#panel/words/bulk/use.ts';
import { useClientWords } from '#panel/words/clients/use.ts';
import { BulkBar, type BulkProps } from '../shared/bulk/BulkBar.tsx';

interface Props extends BulkProps {
  /** Contacts shown in the list, whose tags are offered. */
  readonly rows: readonly Contact[];
}

/** Bulk actions for contacts. Deletion is permanent and therefore only possible one by one. */
export function ContactBulkBar({ rows, ...props }: Props) {
  const { field } = useClientWords();
  const words = useBulkWords();
  const tags = [...new Set(rows.flatMap(({ tags }) => tags))].sort();
  const tagging = (label: string, name: 'add_tags' | 'remove_tags', hotkey?: string) => ({
    label,
    ...(hotkey !== undefined && { hotkey }),
    choices: tags.map((tag) => ({ label: tag, change: { [name]: [tag] } })),
  });
  return (
    <BulkBar
      {...props}
      kind="contacts"
      actions={[
        ...(tags.length === 0
          ? []
          : [tagging(words.addTag, 'add_tags', 'l'), tagging(words.removeTag, 'remove_tags')]),
        {
          label: field.client,
          find: findClients,
          none: words.withoutClient,
          changeTo: (client_id: string | null) => ({ client_id }),
        },
      ]}
    />
  );
}
