-- Codes of stored refusals, as JSON: the invalid fields of a reception, and the reason and fields of a record that a bulk change skipped
-- (docs/adr/0119-fields-of-errors.md). Rows from before have none.
alter table receptions add column fields text;
alter table bulk_items add column refusal text;
