-- The words of messages, by team and period: the latest messages with a word are found without reading the others (docs/adr/0175).
create index concurrently messages_words on messages using gin (periods_of(coalesce(sent_at, created_at)), words_of(team_id, content));
