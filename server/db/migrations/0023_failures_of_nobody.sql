-- Failures are counted for addresses that are nobody's, too: else the time of a refusal would tell who has an account.
alter table login_failures drop constraint login_failures_person_id_fkey;
