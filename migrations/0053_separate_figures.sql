-- The figures of one period may come one by one, in any order. A flag stands for the value: a packet that brings other
-- figures, and no flag of its own, says nothing of it, nor does it blank the newest value.

-- The flag of a factor after a row has come; a person who takes a flag away means it.
create function merged_flag(old reading_values, oi integer, new reading_values, ni integer)
returns text language sql immutable as $$
  select coalesce(case when new.avg[ni] is null and coalesce(new.flags[ni], '') = ''
                            and substr(coalesce(new.origins, ''), ni, 1) not in ('m', 'r')
                       then old.flags[oi] else new.flags[ni] end, '')
$$;

-- As before, but for the flag.
create or replace function merge_reading(kind text, site integer, at timestamptz, old reading_values, new reading_values)
returns reading_values language plpgsql as $$
declare merged reading_values;
begin
  insert into reading_revision (data_type, site_id, ts, fid, avg, min, max, cou, flag, origin, reason)
  select kind, site, at, fid, old.avg[oi], old.min[oi], old.max[oi], old.cou[oi], old.flags[oi],
         nullif(substr(coalesce(old.origins, ''), oi, 1), ''),
         case substr(coalesce(new.origins, ''), ni, 1) when 's' then 'resupplied' when 'm' then 'manual'
              when 'r' then 'reviewed' else 'resent' end
    from reading_pairs(old, new)
   where oi is not null and not keeps_old
     and (   new.avg[ni] <> old.avg[oi] or new.min[ni] <> old.min[oi] or new.max[ni] <> old.max[oi]
          or new.cou[ni] <> old.cou[oi]
          or merged_flag(old, oi, new, ni) <> coalesce(old.flags[oi], ''));
  select factor_set_of(array_agg(fid order by fid)),
         array_agg(case when keeps_old then old.avg[oi] else coalesce(new.avg[ni], old.avg[oi]) end order by fid),
         array_agg(case when keeps_old then old.min[oi] else coalesce(new.min[ni], old.min[oi]) end order by fid),
         array_agg(case when keeps_old then old.max[oi] else coalesce(new.max[ni], old.max[oi]) end order by fid),
         array_agg(case when keeps_old then old.cou[oi] else coalesce(new.cou[ni], old.cou[oi]) end order by fid),
         array_agg(case when keeps_old then old.zs[oi] else coalesce(new.zs[ni], old.zs[oi]) end order by fid),
         array_agg(case when keeps_old then old.raw[oi] else coalesce(new.raw[ni], old.raw[oi]) end order by fid),
         array_agg(case when keeps_old then coalesce(old.flags[oi], '') else merged_flag(old, oi, new, ni) end order by fid),
         string_agg(coalesce(nullif(case when keeps_old then substr(coalesce(old.origins, ''), oi, 1)
                                         else substr(coalesce(new.origins, ''), ni, 1) end, ''), 'l'), '' order by fid)
    into merged
    from reading_pairs(old, new);
  -- Parts that say nothing are stored as nothing.
  if array_remove(merged.min, null) = '{}' then merged.min := null; end if;
  if array_remove(merged.max, null) = '{}' then merged.max := null; end if;
  if array_remove(merged.cou, null) = '{}' then merged.cou := null; end if;
  if array_remove(merged.zs, null) = '{}' then merged.zs := null; end if;
  if array_remove(merged.raw, null) = '{}' then merged.raw := null; end if;
  if array_remove(merged.flags, '') = '{}' then merged.flags := null; end if;
  if merged.origins !~ '[^l]' then merged.origins := null; end if;
  return merged;
end $$;

-- As before, but for the flag.
create or replace function replaces_reading(old reading_values, new reading_values) returns boolean language sql stable as $$
  select exists (
    select from reading_pairs(old, new)
     where oi is not null and ni is not null and not keeps_old
       and (   new.avg[ni] <> old.avg[oi] or new.min[ni] <> old.min[oi] or new.max[ni] <> old.max[oi]
            or new.cou[ni] <> old.cou[oi]
            or merged_flag(old, oi, new, ni) <> coalesce(old.flags[oi], '')))
$$;

-- As before, but what comes of one and the same time is put together.
create or replace function merge_latest(old latest_values, new latest_values)
returns latest_values language sql stable as $$
  with o as (
    select u.fid, old.avg[u.i] as avg, old.flags[u.i] as flag, coalesce(old.tss[u.i], old.ts) as ts
      from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = old.set_id
  ), n as (
    select u.fid, new.avg[u.i] as avg, new.flags[u.i] as flag, coalesce(new.tss[u.i], new.ts) as ts
      from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = new.set_id
  ), newest as (
    select fid,
           case when n.ts = o.ts then coalesce(n.avg, o.avg) when o.ts is null or n.ts > o.ts then n.avg else o.avg end
             as avg,
           coalesce(case when n.ts = o.ts and n.avg is null and coalesce(n.flag, '') = '' then o.flag
                         when o.ts is null or n.ts >= o.ts then n.flag else o.flag end, '') as flag,
           greatest(o.ts, n.ts) as ts
      from o full join n using (fid)
  )
  select row (max(ts), factor_set_of(array_agg(fid order by fid)), array_agg(avg order by fid),
              case when bool_or(flag <> '') then array_agg(flag order by fid) end,
              case when min(ts) <> max(ts) then array_agg(ts order by fid) end)::latest_values
    from newest
$$;
