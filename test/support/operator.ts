import type { Context } from '#server/operations/context.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Service } from './harness.ts';
import type { TestTeam } from './team.ts';

/** Context of the operator, as on the command line, for operations on a team. */
export const operatorOf = (
  service: Service,
  { id, slug }: Pick<TestTeam, 'id' | 'slug'>,
): Context => ({
  actor: { kind: 'operator' },
  team: { slug, strictTaxIds: false },
  db: service.database.team(id),
  settings: {
    secrets: service.secrets,
    jidSuffix: 's.msgapp.net',
    storage: service.storage,
    services: { messaging: service.messaging.service, log: makeLog('silent') },
  },
});
