/* Choices for the import of an exported chat. */

/** Destination and sides of a chat. */
export interface ChatChoices {
  readonly inbox_id: string;
  /** The conversation, or the number of the contact. */
  readonly conversation_id: string | null;
  readonly phone: string | null;
  readonly is_group: boolean;
  /** Authors who are the team. */
  readonly ours: readonly string[];
  readonly date_order: 'dmy' | 'mdy' | 'ymd';
  readonly time_zone: string;
}
