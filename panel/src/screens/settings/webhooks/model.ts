import type { LastDelivery, WebhookEndpoint } from '../../../api/types.ts';

export type EndpointState = 'active' | 'off' | 'disabled';

/** Switched off by somebody, or by the service for its failures. */
export function stateOf({ is_active, disabled_reason }: WebhookEndpoint): EndpointState {
  if (is_active) return 'active';
  return disabled_reason === null ? 'off' : 'disabled';
}

/** The last delivery of each endpoint, by the endpoint. */
export const byEndpoint = (deliveries: readonly LastDelivery[]) =>
  new Map(deliveries.map((each) => [each.id, each]));
