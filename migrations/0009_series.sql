-- Measurements. One row per site and period with parallel arrays, in the order of its factor set.
-- Unusual parts (totals, converted values, raw beside corrected, flags, origins) are null and cost nothing when unused.

create table factor_set (
  set_id integer generated always as identity primary key,
  fids   smallint[] not null,
  constraint factor_set_key unique (fids)
);

create function factor_set_of(wanted smallint[]) returns integer language plpgsql as $$
declare found integer;
begin
  loop
    select set_id into found from factor_set where fids = wanted;
    if found is not null then return found; end if;
    insert into factor_set (fids) values (wanted) on conflict do nothing returning set_id into found;
    if found is not null then return found; end if;
  end loop;
end $$;

-- The same shape for the four data types that devices send.
--   flags    one word per factor, '' for N; null: all N
--   origins  one letter per factor: l live, s resupplied, m manual, r reviewed, c computed; null: all live
create procedure make_reading_table(tab text) language plpgsql as $$
begin
  execute format('
    create table %I (
      ts      timestamptz not null,
      site_id integer not null,
      set_id  integer not null,
      avg     real[] not null,
      min     real[],
      max     real[],
      cou     double precision[],
      zs      real[],
      raw     real[],
      flags   text[],
      origins text,
      primary key (site_id, ts)
    ) partition by range (ts)', tab);
end $$;
call make_reading_table('reading_realtime');
call make_reading_table('reading_minute');
call make_reading_table('reading_hour');
call make_reading_table('reading_day');

-- Partitions are made when the first row of their period comes; dropping one is how old data goes.
create procedure make_partition(tab text, part text, starts timestamptz, ends timestamptz) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('make_partition'));
  if to_regclass(format('%I', part)) is null then
    execute format('create table %I partition of %I for values from (%L) to (%L)', part, tab, starts, ends);
  end if;
end $$;

-- What a device's later word replaced.
create table reading_revision (
  revision_id bigint generated always as identity primary key,
  replaced_at timestamptz not null default now(),
  data_type   text not null,
  site_id     integer not null,
  ts          timestamptz not null,
  fid         smallint not null,
  avg         real,
  min         real,
  max         real,
  cou         double precision,
  flag        text,
  origin      text,
  reason      text not null
);
create index reading_revision_at on reading_revision (site_id, ts, fid);

create type reading_values as (
  set_id integer, avg real[], min real[], max real[], cou double precision[], zs real[], raw real[], flags text[],
  origins text
);

-- Which factor stands where in two rows, and which of the two counts.
create function reading_pairs(old reading_values, new reading_values)
returns table (fid smallint, oi integer, ni integer, keeps_old boolean) language sql stable as $$
  select coalesce(o.fid, n.fid), o.i::integer, n.i::integer,
         n.i is null or (o.i is not null
                         and substr(coalesce(old.origins, ''), o.i::integer, 1) in ('m', 'r')
                         and substr(coalesce(new.origins, ''), n.i::integer, 1) not in ('m', 'r'))
    from (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = old.set_id) o
    full join
         (select u.fid, u.i from factor_set s, unnest(s.fids) with ordinality u (fid, i)
           where s.set_id = new.set_id) n using (fid)
$$;

-- Merges factor by factor: what the new row does not carry stays, what it carries replaces and is remembered,
-- and a reviewed or manual value (origins r, m) is never replaced by a device.
create function merge_reading(kind text, site integer, at timestamptz, old reading_values, new reading_values)
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
          or coalesce(new.flags[ni], '') <> coalesce(old.flags[oi], ''));
  select factor_set_of(array_agg(fid order by fid)),
         array_agg(case when keeps_old then old.avg[oi] else coalesce(new.avg[ni], old.avg[oi]) end order by fid),
         array_agg(case when keeps_old then old.min[oi] else coalesce(new.min[ni], old.min[oi]) end order by fid),
         array_agg(case when keeps_old then old.max[oi] else coalesce(new.max[ni], old.max[oi]) end order by fid),
         array_agg(case when keeps_old then old.cou[oi] else coalesce(new.cou[ni], old.cou[oi]) end order by fid),
         array_agg(case when keeps_old then old.zs[oi] else coalesce(new.zs[ni], old.zs[oi]) end order by fid),
         array_agg(case when keeps_old then old.raw[oi] else coalesce(new.raw[ni], old.raw[oi]) end order by fid),
         array_agg(case when keeps_old then coalesce(old.flags[oi], '') else coalesce(new.flags[ni], '') end order by fid),
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

-- The newest value of every factor, one row per site and data type. `tss` is filled only where factors differ in time.
create table latest_reading (
  site_id     integer not null,
  data_type   text not null,
  ts          timestamptz not null,
  set_id      integer not null,
  avg         real[] not null,
  flags       text[],
  tss         timestamptz[],
  received_at timestamptz not null,
  primary key (site_id, data_type)
) with (fillfactor = 60);

create type latest_values as (ts timestamptz, set_id integer, avg real[], flags text[], tss timestamptz[]);

create function merge_latest(old latest_values, new latest_values) returns latest_values language sql stable as $$
  with o as (
    select u.fid, old.avg[u.i] as avg, old.flags[u.i] as flag, coalesce(old.tss[u.i], old.ts) as ts
      from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = old.set_id
  ), n as (
    select u.fid, new.avg[u.i] as avg, new.flags[u.i] as flag, coalesce(new.tss[u.i], new.ts) as ts
      from factor_set s, unnest(s.fids) with ordinality u (fid, i) where s.set_id = new.set_id
  ), newest as (
    select fid,
           case when o.ts is null or n.ts >= o.ts then n.avg else o.avg end as avg,
           coalesce(case when o.ts is null or n.ts >= o.ts then n.flag else o.flag end, '') as flag,
           greatest(o.ts, n.ts) as ts
      from o full join n using (fid)
  )
  select row (max(ts), factor_set_of(array_agg(fid order by fid)), array_agg(avg order by fid),
              case when bool_or(flag <> '') then array_agg(flag order by fid) end,
              case when min(ts) <> max(ts) then array_agg(ts order by fid) end)::latest_values
    from newest
$$;

-- Buckets whose members changed. The roll-up job moves them to rollup_work in a transaction of its own, so that
-- writers never wait for its sums, and takes them from there when the sums are stored.
create table dirty_bucket (
  level   text not null check (level in ('hour', 'day', 'month')),
  site_id integer not null,
  bucket  timestamptz not null,
  primary key (level, site_id, bucket)
);
create table rollup_work (
  level   text not null,
  site_id integer not null,
  bucket  timestamptz not null,
  taken_at timestamptz not null default now(),
  primary key (level, site_id, bucket)
);

-- Sums of the platform's own making, apart from what devices send.
--   n      values that came        valid   those that count        expected   those there should be
create procedure make_rollup_table(tab text) language plpgsql as $$
begin
  execute format('
    create table %I (
      ts       timestamptz not null,
      site_id  integer not null,
      set_id   integer not null,
      expected smallint not null,
      mean     real[] not null,
      min      real[] not null,
      max      real[] not null,
      n        smallint[] not null,
      valid    smallint[] not null,
      primary key (site_id, ts)
    ) partition by range (ts)', tab);
end $$;
call make_rollup_table('rollup_hour');
call make_rollup_table('rollup_day');
call make_rollup_table('rollup_month');

-- Every frame both ways, as it was on the wire.
create table raw_packet (
  received_at timestamptz not null,
  packet_id   bigint generated always as identity,
  outgoing    boolean not null,
  site_id     integer,
  mn          text not null,
  st          text not null,
  cn          text not null,
  qn          text not null,
  verdict     text not null,
  deviations  text[],
  raw         bytea not null,
  remote      text not null
) partition by range (received_at);
create index raw_packet_mn on raw_packet (mn, received_at);
create index raw_packet_at on raw_packet using brin (received_at);
