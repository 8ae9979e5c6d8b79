-- Display copy of a message's media, so that reading messages needs no other table: written together with message_media.
alter table messages add column media json;
