-- Keys of the index on the words of messages (docs/adr/0175-search-in-messages.md).
-- The periods of 1, 8 and 64 days, counted from 1970, that contain a moment: the number of the period times four, plus its level.
create function periods_of(moment timestamptz) returns int[] language sql immutable parallel safe as $$
  select array[
    floor(extract(epoch from moment - timestamptz '1970-01-01 00:00+00') / 86400)::int * 4,
    floor(extract(epoch from moment - timestamptz '1970-01-01 00:00+00') / 691200)::int * 4 + 1,
    floor(extract(epoch from moment - timestamptz '1970-01-01 00:00+00') / 5529600)::int * 4 + 2]
$$;
-- The words of a text, folded, each after the last digits of its team: the words of other teams are elsewhere in the index.
create function words_of(team uuid, content text) returns tsvector language plpgsql immutable parallel safe as $$
begin
  return array_to_tsvector(array(
    select right(team::text, 8) || w from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, public.fold(content)))) w));
end $$;
