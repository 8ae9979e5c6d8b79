-- What is shown of a message's media, so that reading messages reads nothing else: written together with message_media.
alter table messages add column media json;
