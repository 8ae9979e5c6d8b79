import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { ContractHours, ContractsWithHours } from '#panel/api/schema.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';

/* Hours and billing lines of contracts. Events of time entries, billing lines and contracts make them stale. */

const meta = { alsoKinds: ['contracts'], applyChange: () => 'stale' } as const;
const keyOf = (slug: string, ...of: readonly string[]) => ['team', slug, 'contract-hours', ...of];

/** Hours of a contract by period, latest first. */
export const contractHoursQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: keyOf(slug, 'contract', id),
    queryFn: (): Promise<ContractHours> =>
      fetchRequiredRelated({ slug, kind: 'contracts', id }, 'hours'),
    meta,
  });

/** Billing lines of a contract, the latest period first. */
export const contractBillingQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'billing-lines', 'contract', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'contracts', id }, 'billing_lines'),
    meta,
  });

/** Contracts of a client, or with a project, that are not ended. */
export const contractsOfQuery = (slug: string, of: 'clients' | 'projects', id: string) =>
  queryOptions({
    queryKey: keyOf(slug, of, id),
    queryFn: () => fetchRequiredRelated({ slug, kind: of, id }, 'contracts'),
    meta,
  });

/** Contracts of the user that need attention: their hours are nearly used, or they are due for renewal. */
export const dueContractsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf(slug, 'due'),
    queryFn: ({ signal }): Promise<ContractsWithHours> =>
      request('GET /teams/{team_slug}/day/contracts', { at: { team_slug: slug }, signal }),
    meta,
  });
