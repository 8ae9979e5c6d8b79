/**
 * SQL: true if a message came in since the inbox was connected; null while it is not connected, or if it was connected before incoming
 * messages were tracked. A gateway can be open, send and confirm without passing on any message.
 * @param i alias of the row of inboxes
 * @param h alias of the row of inbox_health
 */
export const receivesMessages = (i: string, h: string): string => `case
      when ${i}.up_since is null then null
      when ${h}.last_incoming_at >= ${i}.up_since then true
      when ${i}.up_since >= ${h}.incoming_watched_from then false
    end`;

/**
 * SQL: why an inbox is dead although its gateway reports it as connected; null if it is not dead. Observed traffic outweighs the gateway's
 * report: three sends without any callback for 15 minutes, or three failed sends in a row for five minutes.
 * @param h alias of the row of inbox_health
 */
export const silenceReason = (h: string): string => `case
      when ${isSilent(h)} then 'nothing came back from the gateway since ' || ${h}.unanswered_sends || ' messages were sent'
      when ${isFailing(h)} then ${h}.failed_sends || ' sends in a row failed (' || coalesce(${h}.last_failure, 'no reason') || ')'
    end`;

/** SQL: the code of {@link silenceReason}. @param h alias of the row of inbox_health */
export const silenceDetails = (h: string): string => `case
      when ${isSilent(h)} then '{"code":"silent"}'::json
      when ${isFailing(h)} then '{"code":"sends_failing"}'::json
    end`;

const isSilent = (h: string) =>
  `${h}.unanswered_sends >= 3 and ${h}.unanswered_since < now() - interval '15 minutes'`;
const isFailing = (h: string) =>
  `${h}.failed_sends >= 3 and ${h}.failing_since < now() - interval '5 minutes'`;
