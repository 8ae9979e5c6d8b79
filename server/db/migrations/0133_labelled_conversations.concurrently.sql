-- Conversations are filtered by their labels; those without labels are not in the index.
create index concurrently conversations_labelled on conversations using gin (label_ids) where label_ids <> '{}';
