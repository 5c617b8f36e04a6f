-- K, B and interference that the platform applies to what devices send (decision 55).

-- Where a site is corrected. One without a row is corrected by its device.
create table correction_place (
  site_id integer primary key references site (site_id) on delete cascade,
  place   text not null constraint correction_place_place_check check (place in ('device', 'platform')),
  since   timestamptz not null,
  reason  text not null default ''
);
call keep_table('correction_place', 'site_id');

-- What a person changed of the platform's corrections, from a time on or for a while; of stored values too where it
-- reaches back. Its values are a trace of the store (`server/features/control/recorrect.ts`).
create table correction_change (
  change_id  integer generated always as identity primary key,
  site_id    integer not null references site (site_id) on delete cascade,
  from_at    timestamptz not null,
  -- Null: from then on.
  to_at      timestamptz,
  reason     text not null,
  created_by_name text not null default '',
  created_at timestamptz not null,
  state      text not null constraint correction_change_state_check
               check (state in ('running', 'done', 'undoing', 'undone')),
  -- Stored rows that it changed, and values that stayed when it was undone.
  row_count  integer not null default 0,
  kept       integer not null default 0,
  undone_at  timestamptz,
  undone_by_name text not null default '',
  constraint correction_change_span check (from_at < to_at)
);
create index correction_change_site on correction_change (site_id, change_id);

-- What holds of a factor from a time on, until its next version.
create table correction_version (
  version_id   integer generated always as identity primary key,
  site_id      integer not null references site (site_id) on delete cascade,
  component_id smallint not null references component (component_id) on delete cascade,
  from_at      timestamptz not null,
  k            double precision not null constraint correction_version_k_check check (k <> 0),
  b            double precision not null,
  -- Interference: {other, c} each.
  list         jsonb not null default '[]',
  -- Null: from the form of the site's factors.
  change_id    integer references correction_change (change_id) on delete cascade,
  -- The change that took its place; its own where that was undone.
  replaced_by  integer references correction_change (change_id) on delete cascade
);
create unique index correction_version_key on correction_version (site_id, component_id, from_at)
  where replaced_by is null;
create index correction_version_change on correction_version (change_id) where change_id is not null;
create index correction_version_replaced on correction_version (replaced_by) where replaced_by is not null;
create index correction_version_component on correction_version (component_id);
create trigger told after insert or update or delete on correction_version
  for each statement execute function tell_changed('directory');

-- What was set so far holds from the beginning.
insert into correction_version (site_id, component_id, from_at, k, b)
select site_id, component_id, '-infinity', k, b from device_factor where k <> 1 or b <> 0;
insert into correction_place (site_id, place, since)
select distinct site_id, 'platform', now() from device_factor where k <> 1 or b <> 0;

-- K and B of the form of a site's factors are versions too: of a new factor from the beginning, else from now on.
create function keep_correction() returns trigger language plpgsql as $$
declare
  held correction_version;
begin
  -- The change itself keeps the form in step.
  if current_setting('lanjing.correcting', true) = 'on' then return null; end if;
  select * into held from correction_version v
   where v.site_id = new.site_id and v.component_id = new.component_id and v.replaced_by is null and v.from_at <= now()
   order by v.from_at desc limit 1;
  if (coalesce(held.k, 1), coalesce(held.b, 0)) = (new.k, new.b) then return null; end if;
  insert into correction_version (site_id, component_id, from_at, k, b, list)
  values (new.site_id, new.component_id, case tg_op when 'INSERT' then '-infinity' else now() end, new.k, new.b,
          coalesce(held.list, '[]'))
  on conflict (site_id, component_id, from_at) where replaced_by is null do update set k = excluded.k, b = excluded.b;
  insert into correction_place as p (site_id, place, since) values (new.site_id, 'platform', now())
  on conflict (site_id) do update set place = 'platform', since = excluded.since where p.place <> 'platform';
  return null;
end $$;
create trigger keep_correction after insert or update of k, b on device_factor
  for each row execute function keep_correction();
