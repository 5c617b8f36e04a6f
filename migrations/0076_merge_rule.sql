-- Which value holds, as src/server/series/merge.ts has it, value by value: what says nothing new changes nothing, not even
-- where it came from, whatever else came in the same row or batch. Before, that held of whole rows only.

create function says_nothing_new(old reading_values, oi integer, new reading_values, ni integer)
returns boolean language sql immutable as $$
  select (new.avg[ni] is null or new.avg[ni] is not distinct from old.avg[oi])
     and (new.min[ni] is null or new.min[ni] is not distinct from old.min[oi])
     and (new.max[ni] is null or new.max[ni] is not distinct from old.max[oi])
     and (new.cou[ni] is null or new.cou[ni] is not distinct from old.cou[oi])
     and (new.zs[ni] is null or new.zs[ni] is not distinct from old.zs[oi])
     and (new.raw[ni] is null or new.raw[ni] is not distinct from old.raw[oi])
     and merged_flag(old, oi, new, ni) = coalesce(old.flags[oi], '')
$$;

create or replace function reading_pairs(old reading_values, new reading_values)
returns table (fid smallint, oi integer, ni integer, keeps_old boolean) language sql stable as $$
  select coalesce(o.fid, n.fid), o.i::integer, n.i::integer,
         n.i is null or (o.i is not null
                         and substr(coalesce(new.origins, ''), n.i::integer, 1) not in ('m', 'r')
                         and (substr(coalesce(old.origins, ''), o.i::integer, 1) in ('m', 'r')
                              or says_nothing_new(old, o.i::integer, new, n.i::integer)))
    from (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = old.set_id and coalesce(old.origins, '') not like 'v%') o
    full join
         (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = new.set_id) n using (fid)
$$;
