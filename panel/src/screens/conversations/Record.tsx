import type { RecordProps } from '../../parts/record.ts';
import { Talk } from './Talk.tsx';

/** A conversation over another screen: what was written, and where one writes. */
export default function ConversationRecord({ slug, id }: RecordProps) {
  return <Talk slug={slug} id={id} />;
}
