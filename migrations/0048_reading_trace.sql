-- What an import wrote and what was there before, so that it can be taken back: per row as it was, and as it became.

create table reading_trace (
  trace_id  integer not null,
  data_type text not null,
  site_id   integer not null,
  ts        timestamptz not null,
  -- The factors that were written; the row may hold others, which are nobody's business here.
  fids      smallint[] not null,
  -- None where there was no row.
  before    reading_values,
  after     reading_values,
  primary key (trace_id, data_type, site_id, ts)
);

create type rollup_values as (
  set_id integer, avg real[], min real[], max real[], cou double precision[], n smallint[], valid smallint[],
  expected smallint[], origins text, flags text[]
);

-- Hours that held before. An hour outlives the minutes that it was made of: it could not be computed anew.
create table rollup_trace (
  trace_id integer not null,
  site_id  integer not null,
  ts       timestamptz not null,
  before   rollup_values,
  primary key (trace_id, site_id, ts)
);

-- Whether a row would change what is stored of a factor, by the rule of merge_reading.
create function replaces_reading(old reading_values, new reading_values) returns boolean language sql stable as $$
  select exists (
    select from reading_pairs(old, new)
     where oi is not null and ni is not null and not keeps_old
       and (   new.avg[ni] <> old.avg[oi] or new.min[ni] <> old.min[oi] or new.max[ni] <> old.max[oi]
            or new.cou[ni] <> old.cou[oi]
            or coalesce(new.flags[ni], '') <> coalesce(old.flags[oi], '')))
$$;

create function reading_factors(v reading_values)
returns table (fid smallint, avg real, min real, max real, cou double precision, zs real, raw real, flag text,
               origin text)
language sql stable as $$
  select u.fid, v.avg[u.i], v.min[u.i], v.max[u.i], v.cou[u.i], v.zs[u.i], v.raw[u.i], coalesce(v.flags[u.i], ''),
         coalesce(nullif(substr(coalesce(v.origins, ''), u.i::integer, 1), ''), 'l')
    from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = v.set_id
$$;

create type taken_back as (
  -- None where no factor is left.
  remains  reading_values,
  removed  integer,
  restored integer,
  kept     integer
);

-- Takes back factor by factor: what was added goes, what was replaced comes back, and what has changed since stays.
create function take_back_reading(
  kind text, site integer, at timestamptz, current reading_values, before reading_values, after reading_values,
  traced smallint[]
) returns taken_back language plpgsql as $$
declare
  answer taken_back;
  made   reading_values;
begin
  -- Nearly all: a row that came with the import, and that nobody has touched since.
  if before is null and current is not distinct from after
     and (select fids <@ traced from factor_set where set_id = current.set_id) then
    return row (null::reading_values, cardinality(traced), 0, 0)::taken_back;
  end if;

  with c as (select * from reading_factors(current)),
       a as (select * from reading_factors(after)),
       b as (select * from reading_factors(before)),
       judged as (
         select c.fid, c.fid = any (traced) as ours, c.fid = any (traced) and c is not distinct from a as mine,
                b.fid is not null as was_there, b is distinct from a as replaced
           from c left join a using (fid) left join b using (fid)
       ), noted as (
         insert into reading_revision (data_type, site_id, ts, fid, avg, min, max, cou, flag, origin, reason)
         select kind, site, at, c.fid, c.avg, c.min, c.max, c.cou, c.flag, c.origin, 'undone'
           from c join judged using (fid) where mine and was_there and replaced
       ), remains as (
         select c.* from c join judged using (fid) where not mine
         union all
         select b.* from b join judged using (fid) where mine
       )
  select (select row (factor_set_of(array_agg(fid order by fid)), array_agg(avg order by fid),
                      array_agg(min order by fid), array_agg(max order by fid), array_agg(cou order by fid),
                      array_agg(zs order by fid), array_agg(raw order by fid), array_agg(flag order by fid),
                      string_agg(origin, '' order by fid))::reading_values
            from remains having count(*) > 0),
         count(*) filter (where mine and not was_there), count(*) filter (where mine and was_there and replaced),
         count(*) filter (where ours and not mine)
    into answer.remains, answer.removed, answer.restored, answer.kept
    from judged;

  made := answer.remains;
  -- Parts that say nothing are stored as nothing.
  if array_remove(made.min, null) = '{}' then made.min := null; end if;
  if array_remove(made.max, null) = '{}' then made.max := null; end if;
  if array_remove(made.cou, null) = '{}' then made.cou := null; end if;
  if array_remove(made.zs, null) = '{}' then made.zs := null; end if;
  if array_remove(made.raw, null) = '{}' then made.raw := null; end if;
  if array_remove(made.flags, '') = '{}' then made.flags := null; end if;
  if made.origins !~ '[^l]' then made.origins := null; end if;
  answer.remains := made;
  return answer;
end $$;

create function rollup_factors(v rollup_values)
returns table (fid smallint, avg real, min real, max real, cou double precision, n smallint, valid smallint,
               expected smallint, origin text, flag text)
language sql stable as $$
  select u.fid, v.avg[u.i], v.min[u.i], v.max[u.i], v.cou[u.i], coalesce(v.n[u.i], 1::smallint),
         coalesce(v.valid[u.i], 1::smallint), coalesce(v.expected[u.i], 1::smallint),
         substr(v.origins, u.i::integer, 1), coalesce(v.flags[u.i], '')
    from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = v.set_id
$$;

-- An hour with these factors as they were; none where no factor is left.
create function take_back_rollup(current rollup_values, before rollup_values, traced smallint[])
returns rollup_values language plpgsql as $$
declare made rollup_values;
begin
  select factor_set_of(array_agg(fid order by fid)), array_agg(avg order by fid), array_agg(min order by fid),
         array_agg(max order by fid), array_agg(cou order by fid), array_agg(n order by fid),
         array_agg(valid order by fid), array_agg(expected order by fid), string_agg(origin, '' order by fid),
         array_agg(flag order by fid)
    into made
    from (select * from rollup_factors(current) where fid <> all (traced)
          union all
          select * from rollup_factors(before) where fid = any (traced)) remains
  having count(*) > 0;
  if array_remove(made.min, null) = '{}' then made.min := null; end if;
  if array_remove(made.max, null) = '{}' then made.max := null; end if;
  if array_remove(made.cou, null) = '{}' then made.cou := null; end if;
  if array_remove(made.n, 1::smallint) = '{}' then made.n := null; end if;
  if array_remove(made.valid, 1::smallint) = '{}' then made.valid := null; end if;
  if array_remove(made.expected, 1::smallint) = '{}' then made.expected := null; end if;
  if array_remove(made.flags, '') = '{}' then made.flags := null; end if;
  return made;
end $$;
