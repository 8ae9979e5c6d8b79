import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { Template } from '#server/outbound/messaging/gateway.ts';
import { type Json, list, object, text } from '../requests.ts';
import { type Config, graphRequest, resultOf } from './client.ts';

/* Sources: O, as in index.ts, `GET /{WABA-ID}/message_templates`, with paging by cursors. */

const pageSize = 50;
/** An account has at most 6,000 templates. */
const maxPages = 120;

function templateOf(listed: Json): Template[] {
  const { name, language, status } = listed;
  if (typeof name !== 'string' || typeof language !== 'string') return [];
  const components = list(listed.components)
    .map(object)
    .filter((component) => component !== undefined);
  const category = text(listed.category);
  return [{ name, language, status: text(status) ?? 'UNKNOWN', category, components }];
}

/** Lists all templates of the account, approved or not. */
export async function listTemplates(
  config: Config,
  timeoutMs: number,
): Promise<GatewayResult<readonly Template[]>> {
  if (!config.business_account_id)
    return {
      kind: 'impossible',
      reason: finding(
        'account_needed',
        'business_account_id is not configured, and templates belong to the account: connect the inbox again, or set it',
      ),
    };
  const ends = Date.now() + timeoutMs;
  const templates: Template[] = [];
  let after: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const fields = 'name,language,status,category,components';
    const query = new URLSearchParams({ fields, limit: String(pageSize) });
    if (after !== undefined) query.set('after', after);
    const path = `${config.business_account_id}/message_templates?${query}`;
    const left = Math.max(1, ends - Date.now());
    const result = resultOf(
      await graphRequest(config, 'GET', path, undefined, left),
      timeoutMs,
      (json) => (Array.isArray(json.data) ? json : undefined),
    );
    if (result.kind !== 'done') return result;
    for (const listed of list(result.value.data).map(object))
      if (listed) templates.push(...templateOf(listed));
    const paging = object(result.value.paging);
    // The last page has cursors, too, but no `next`.
    after = text(paging?.next) && text(object(paging?.cursors)?.after);
    if (after === undefined) break;
  }
  return { kind: 'done', value: templates };
}
