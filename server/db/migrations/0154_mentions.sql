-- Members of a group that a message mentions (docs/adr/0189-mentions-in-groups.md):
-- [{"id": "<network address>", "text": "@<digits, as in the content>", "phone": "…", "name": "…", "is_account": false}]. Null: none.
alter table messages add column mentions json;
alter table scheduled_messages add column mentions json;
