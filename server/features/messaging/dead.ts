/**
 * SQL: whether a message came in since the inbox was connected; null while it is not connected, or if that was before messages were
 * watched. A gateway can be open, send and confirm without passing on any message.
 * @param i its row of inboxes
 * @param h its row of inbox_health
 */
export const heardBy = (i: string, h: string): string => `case
      when ${i}.up_since is null then null
      when ${h}.last_incoming_at >= ${i}.up_since then true
      when ${i}.up_since >= ${h}.incoming_watched_from then false
    end`;

/**
 * SQL: why an inbox is dead although its gateway calls it connected; null where it is not. The gateway's word is one thing, what is seen
 * another: three sends to which nothing at all came back for a quarter of an hour, or three that failed with none going out for five
 * minutes, outweigh it.
 * @param h its row of inbox_health
 */
export const deadBy = (h: string): string => `case
      when ${h}.unanswered_sends >= 3 and ${h}.unanswered_since < now() - interval '15 minutes'
        then 'nothing came back from the gateway since ' || ${h}.unanswered_sends || ' messages were sent'
      when ${h}.failed_sends >= 3 and ${h}.failing_since < now() - interval '5 minutes'
        then ${h}.failed_sends || ' sends in a row failed (' || coalesce(${h}.last_failure, 'no reason') || ')'
    end`;
