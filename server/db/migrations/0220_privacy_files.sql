-- Contents of files in the search for a person (docs/adr/0208-contents-of-files.md).

-- Position and sums of the scan of files.
alter table privacy_requests add column file_scan json;

-- Files whose contents the search could not read, or not to their end.
create table privacy_unread_files (
  team_id uuid not null,
  request_id uuid not null,
  file_id uuid not null,
  reason text not null,
  constraint privacy_unread_files_pkey primary key (team_id, request_id, file_id),
  constraint privacy_unread_files_request_id_fkey foreign key (team_id, request_id) references privacy_requests on delete cascade,
  constraint privacy_unread_files_reason_check check (reason in (
    'picture', 'media', 'no_text', 'encrypted', 'damaged', 'too_large', 'format', 'partly', 'missing', 'infected'))
);
