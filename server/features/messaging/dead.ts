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
