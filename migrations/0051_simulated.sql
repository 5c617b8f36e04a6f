-- Simulated values of sites with virtual data (origins v). They stand only where nothing else does: a row is simulated
-- as a whole or not at all, and what holds of an hour, a day or a month is never made of both kinds.

-- How far each site is filled, and what it shows now: apart from the newest real values, which nothing made up covers.
create table simulated_site (
  site_id integer primary key,
  since   timestamptz not null,
  ts      timestamptz not null,
  set_id  integer not null,
  avg     real[] not null,
  made_at timestamptz not null
) with (fillfactor = 60);

create index site_virtual on site (site_id) where virtual_data;

-- As before, but what was simulated is as if it were not there: anyone's word replaces it, and nobody remembers it.
create or replace function reading_pairs(old reading_values, new reading_values)
returns table (fid smallint, oi integer, ni integer, keeps_old boolean) language sql stable as $$
  select coalesce(o.fid, n.fid), o.i::integer, n.i::integer,
         n.i is null or (o.i is not null
                         and substr(coalesce(old.origins, ''), o.i::integer, 1) in ('m', 'r')
                         and substr(coalesce(new.origins, ''), n.i::integer, 1) not in ('m', 'r'))
    from (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = old.set_id and coalesce(old.origins, '') not like 'v%') o
    full join
         (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = new.set_id) n using (fid)
$$;

-- As before, but an import that is undone does not bring back what was simulated before it: that may since be gone.
create or replace function take_back_reading(
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
       b as (select * from reading_factors(before) where origin <> 'v'),
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

create or replace function take_back_rollup(current rollup_values, before rollup_values, traced smallint[])
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
          select * from rollup_factors(before) where fid = any (traced) and origin <> 'v') remains
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

-- A site whose virtual data are switched off counts as any other from that moment on, so all that was simulated goes in
-- the same transaction. Nothing else has to be summed anew: real sums were never made of it.
create function forget_simulated() returns trigger language plpgsql as $$
declare
  began timestamptz;
  tab   text;
begin
  -- Whoever makes such values shares this lock, and asks what is switched on once they have it.
  perform pg_advisory_xact_lock(hashtext('simulated_site'));
  delete from simulated_site where site_id = new.site_id returning since into began;
  if began is null then return null; end if;
  delete from reading_realtime where site_id = new.site_id and ts >= began and origins like 'v%';
  delete from reading_minute where site_id = new.site_id and ts >= began and origins like 'v%';
  -- One writer of sums at a time: one that has read the minutes already is let finish.
  perform pg_advisory_xact_lock(hashtext('rollup_work'));
  foreach tab in array array['rollup_hour', 'rollup_day', 'rollup_month'] loop
    execute format('
      with judged as materialized (
        select r.ts, take_back_rollup(v.held, null,
                 array(select fid from rollup_factors(v.held) where origin = ''v'')) as remains
          from %1$I r,
               lateral (select row (r.set_id, r.avg, r.min, r.max, r.cou, r.n, r.valid, r.expected, r.origins,
                                    r.flags)::rollup_values as held) v
         where r.site_id = $1 and r.ts >= $2 - interval ''32 days'' and r.origins like ''%%v%%''
      ), gone as (
        delete from %1$I t using judged j where t.site_id = $1 and t.ts = j.ts and j.remains is null
      )
      update %1$I t
         set (set_id, avg, min, max, cou, n, valid, expected, origins, flags)
           = ((j.remains).set_id, (j.remains).avg, (j.remains).min, (j.remains).max, (j.remains).cou, (j.remains).n,
              (j.remains).valid, (j.remains).expected, (j.remains).origins, (j.remains).flags)
        from judged j where t.site_id = $1 and t.ts = j.ts and not (j.remains is null)', tab)
      using new.site_id, began;
  end loop;
  return null;
end $$;
create trigger forget_simulated after update of virtual_data on site for each row
  when (old.virtual_data and not new.virtual_data) execute function forget_simulated();
