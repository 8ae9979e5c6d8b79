import type { Row } from '#server/db/database.ts';
import { withMessaging } from '#server/features/gateways/messaging-service.ts';
import { allInboxes, connectionOf, storedInbox } from '#server/features/inboxes/connection.ts';
import type { Health, MessagingService } from '#server/outbound/messaging/gateway.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { Check, Examined } from './check.ts';

const timeoutMs = 5_000;

/** Checks all inboxes in parallel, so an unresponsive gateway does not delay the others. */
export const checkGateways = async ({ platform, secrets }: Examined): Promise<Check[]> => {
  const rows = await allInboxes(platform);
  return withMessaging(timeoutMs, (messaging) =>
    Promise.all(rows.map((row) => checkGateway(messaging, secrets, row))),
  );
};

async function checkGateway(
  messaging: MessagingService,
  secrets: Secrets,
  row: Row,
): Promise<Check> {
  const name = `inbox ${row.team}/${row.name}`;
  const set = `pauta inbox set ${row.id}`;
  const inbox = storedInbox(row);
  const { gateway } = inbox;
  const connection = connectionOf(secrets, inbox);
  if ('code' in connection)
    return {
      name,
      ok: false,
      found: `${gateway}: ${connection.text}`,
      advice: `Configure the inbox: ${set} --config - < FILE`,
    };
  if (!row.is_active) return { name, ok: true, found: `${gateway}, not active` };
  const { connected, found: result, fault } = await messaging.health(connection);
  const advice = [
    ...(connected ? [] : [adviceFor(fault, set)]),
    ...(row.is_connected ? [] : [adviceForState(row)]),
  ];
  return {
    name,
    ok: advice.length === 0,
    found: `${gateway}: ${result.text}${row.is_connected ? '' : `; the inbox is ${row.state ?? 'set to disconnected'}`}`,
    ...(advice.length === 0 ? {} : { advice: advice.join('. ') }),
  };
}

/** Advice for a connection that is not healthy. */
function adviceFor(fault: Health['fault'], set: string): string {
  if (fault === 'configuration')
    return `Correct the inbox's configuration: ${set} --config - < FILE`;
  if (fault === 'gateway')
    return 'Check the gateway: is it running, and can this machine reach it at the configured address?';
  return 'Check the gateway: reconnect the session or the number there';
}

/** Advice for an inbox that does not send: switched off manually, or not connected. */
const adviceForState = ({ id, state }: Row): string =>
  state === null
    ? `Let the inbox send again: pauta inbox set ${id} --connected true`
    : `Connect the inbox: pauta inbox connect ${id}`;
