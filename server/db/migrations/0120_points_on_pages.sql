-- A comment may have a point on a page of a document (docs/adr/0172-pages-of-pdf-files.md).
alter table approval_comments drop constraint approval_comments_point_check;
alter table approval_comments
  add constraint approval_comments_point_check check ((x is null) = (y is null) and (second is null or num_nonnulls(x, page) = 0));
