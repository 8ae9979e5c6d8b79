-- Decisions and comments on single pieces of a campaign under approval (docs/adr/0157-approval-of-pieces.md).

-- Decisions on pieces, made together with the one on the campaign: {"<file id>": "approved" | "changes"}.
alter table approval_decisions add column pieces json;

-- Comments on pieces: at a point of an image (parts of its width and height), a page of a document, or a second of a video.
create table approval_comments (
  team_id uuid not null references teams,
  request_id uuid not null,
  n smallint not null,
  -- Generated with the page on which it is written: a repeated submission counts once.
  id uuid not null,
  round integer not null,
  file_id uuid not null,
  comment text not null check (char_length(comment) between 1 and 2000),
  author text not null check (char_length(author) between 1 and 120),
  x real check (x between 0 and 1),
  y real check (y between 0 and 1),
  page integer check (page between 1 and 10000),
  second integer check (second between 0 and 86400),
  address inet,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, request_id, n, id),
  constraint approval_comments_point_check check ((x is null) = (y is null) and num_nonnulls(x, page, second) <= 1),
  constraint approval_comments_item_fkey foreign key (team_id, request_id, n) references approval_items
);
create index approval_comments_round on approval_comments (team_id, request_id, n, round, created_at);
