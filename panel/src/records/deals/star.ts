import type { Deal } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { changeRecord } from '#panel/data/records.ts';

const change = changeRecord('deals');

/** Toggles the star of a deal. */
export const toggleStar = (slug: string, { id, is_starred }: Pick<Deal, 'id' | 'is_starred'>) =>
  void runWithToast(change, { slug, id, change: { is_starred: !is_starred } });
