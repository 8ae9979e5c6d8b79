import { Type } from '#server/platform/schema.ts';
import { kind } from '#server/records/fields.ts';

const units = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxWait = 365 * units.d;
const waitShape = /^\s*([1-9]\d{0,7})([smhd])\s*$/;

/** Duration of a wait step, `30s`, `15m`, `2h` or `90d`, in milliseconds: 1 s to 365 d. Undefined for any other text. */
export function durationOf(text: string): number | undefined {
  const [, count, unit] = waitShape.exec(text) ?? [];
  if (unit === undefined) return undefined;
  const duration = Number(count) * units[unit as keyof typeof units];
  return duration <= maxWait ? duration : undefined;
}

/** Field with such a duration. */
export const waitSchema = kind(
  Type.String({ pattern: waitShape.source, examples: ['2h'] }),
  'a time such as 30s, 15m, 2h or 90d, from 1s to 365d',
  'text',
  {
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    check: (value) => durationOf(String(value)) !== undefined,
  },
);
