import { iso } from '../db/statement.ts';

/**
 * The SQL that tells an event, to stand in the statement that makes the change: both commit, or neither does. The payload
 * is written once, here, as compact JSON: `{"id","type","created_at","data","previous"}`; what is signed, sent and replayed
 * later are these bytes.
 * @param kind one of the catalogue
 * @param from a row source; one event for each of its rows
 * @param record SQL over that row: the id of the record that the event is about
 * @param data SQL over that row: the record as JSON text
 * @param previous SQL over that row: the old values of what changed as JSON text, or null
 */
export function tells(
  kind: string,
  from: string,
  { record, data, previous }: { record: string; data: string; previous: string },
): string {
  // The moment of telling, after every wait for locks: events of one record are told in the order of its changes.
  return `insert into events (team_id, id, type, record_id, created_at, payload)
    select $team, e.id, '${kind}', e.record, e.at,
      '{"id":"' || e.id || '","type":"${kind}","created_at":"' || ${iso('e.at')} ||
      '","data":' || e.data || ',"previous":' || coalesce(e.previous, 'null') || '}'
    from (select uuid7() as id, clock_timestamp()::timestamptz(3) as at, ${record} as record, ${data} as data,
      ${previous} as previous from ${from}) e`;
}
