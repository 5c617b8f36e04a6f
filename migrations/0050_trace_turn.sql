-- Of imports that overlap, any may be undone first: the next one then takes over what the undone one had found.

alter table reading_trace
  -- Who came after whom; imports are not always run in the order of their numbers.
  add turn bigint not null generated always as identity;
create index reading_trace_row_idx on reading_trace (site_id, ts, data_type);

alter table rollup_trace add turn bigint not null generated always as identity;
create index rollup_trace_row_idx on rollup_trace (site_id, ts);

-- What a trace found, these factors as the trace before it had found them; not where someone else spoke in between.
create function hand_on_reading(found reading_values, before reading_values, after reading_values, handed smallint[])
returns reading_values language sql as $$
  with f as (select * from reading_factors(found)),
       a as (select * from reading_factors(after)),
       same as (select fid from f join a using (fid) where fid = any (handed) and f is not distinct from a),
       remains as (
         select f.* from f where fid not in (select fid from same)
         union all
         select b.* from reading_factors(before) b where fid in (select fid from same)
       )
  select row (factor_set_of(array_agg(fid order by fid)), array_agg(avg order by fid), array_agg(min order by fid),
              array_agg(max order by fid), array_agg(cou order by fid), array_agg(zs order by fid),
              array_agg(raw order by fid), array_agg(flag order by fid),
              string_agg(origin, '' order by fid))::reading_values
    from remains having count(*) > 0
$$;
