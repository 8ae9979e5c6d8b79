import type { Connection } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import { text, textOf } from '../requests.ts';
import { call } from './client.ts';

/** First version with all features used here. */
const firstFullVersion = '2026.6.1';

/** Features missing before a version, by D content/docs/overview/changelog/index.md; the Plus edition had some of them earlier. */
const lacks: readonly { readonly until: string; readonly what: string; readonly isCore?: true }[] =
  [
    { until: '2024.11.1', what: 'it signs no callbacks, so nothing is received', isCore: true },
    {
      until: '2025.3.1',
      what: 'messages typed on the phone cannot be distinguished from sent ones',
    },
    { until: '2025.5.4', what: 'hidden numbers (LIDs) cannot be looked up' },
    { until: '2025.6.3', what: 'edited messages are not reported' },
    { until: '2026.4.3', what: 'ids are known only after sending' },
    { until: firstFullVersion, what: 'media cannot be sent', isCore: true },
  ];

const numbersOf = (version: string) => version.split('.').map(Number);

/** True if a version such as `2025.12.3` precedes another. */
function isBefore(version: string, limit: string): boolean {
  const others = numbersOf(limit);
  const difference = numbersOf(version)
    .map((part, index) => part - (others[index] ?? 0))
    .find((part) => part !== 0);
  return difference !== undefined && difference < 0;
}

interface Environment {
  readonly version: string;
  readonly engine: string;
  readonly isCore: boolean;
}

/**
 * Queries the version: W src/api/server.controller.ts; before 2024.5 only at `/api/version`. Undefined if the gateway does not return it.
 */
export async function environmentOf(
  connection: Connection,
  timeoutMs: number,
): Promise<Environment | undefined> {
  const ask = (path: string) => call(connection, 'GET', path, undefined, timeoutMs);
  const first = await ask('/api/server/version');
  const answer =
    first.kind === 'answer' && first.status === 404 ? await ask('/api/version') : first;
  const json = answer.kind === 'answer' && answer.status === 200 ? answer.json : undefined;
  const version = text(json?.version);
  if (version === undefined || !/^\d{4}\.\d{1,2}\.\d{1,3}/.test(version)) return undefined;
  const isCore = text(json?.tier) !== 'PLUS';
  return { version, engine: textOf(json?.engine) ?? 'unknown engine', isCore };
}

/** True if nothing can be received from this version. */
export const isUseless = ({ version, isCore }: Environment): boolean =>
  isCore && isBefore(version, '2024.11.1');

/** Lists missing features; undefined if none is missing. */
export function complaint({ version, engine, isCore }: Environment): Finding | undefined {
  const missing = lacks
    .filter(({ until, isCore: only }) => isBefore(version, until) && (isCore || !only))
    .map(({ what }) => what);
  return missing.length === 0
    ? undefined
    : finding(
        'version_old',
        `WAHA ${version} (${engine}) is older than ${firstFullVersion}: ${missing.join('; ')}`,
        { said: `WAHA ${version} (${engine})` },
      );
}
