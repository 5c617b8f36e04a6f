-- Hours of 25 days of one site and factor in one row: a copy of what rollup_hour has, made when it is asked for.
create table hour_block (
  site_id integer not null,
  fid     smallint not null,
  -- Number of the 600 hours, from 1970.
  block   integer not null,
  -- hour_block_touch.touched when the copy was made; older copies are not used.
  touched bigint not null,
  -- 600 floats in the byte order of x64 and arm64, NaN without a valid value; empty if all are NaN.
  hours   bytea not null,
  primary key (site_id, fid, block)
);
-- Three to a page, and as they are: compressing them would take longer than reading them.
alter table hour_block alter column hours set storage plain;

-- How often hours of a block that may have a copy were changed.
create table hour_block_touch (
  site_id integer not null,
  block   integer not null,
  touched bigint not null,
  primary key (site_id, block)
);

create function hour_block_of(at timestamptz) returns integer language sql immutable strict parallel safe as
  $$ select floor(extract(epoch from at) / (600 * 3600))::integer $$;

-- In the same transaction as the change, so that a copy whose number is still right has the hours as they are. Copies
-- are made of blocks that ended two days ago, so that hours on time cost nothing.
create function touch_hour_blocks() returns trigger language plpgsql as $$
begin
  insert into hour_block_touch as t (site_id, block, touched)
  select distinct site_id, hour_block_of(ts), 1 from changed where ts < now() - interval '1 day' order by 1, 2
      on conflict (site_id, block) do update set touched = t.touched + 1;
  return null;
end
$$;
create trigger touch_blocks_of_new after insert on rollup_hour
  referencing new table as changed for each statement execute function touch_hour_blocks();
create trigger touch_blocks_of_changed after update on rollup_hour
  referencing new table as changed for each statement execute function touch_hour_blocks();
create trigger touch_blocks_of_gone after delete on rollup_hour
  referencing old table as changed for each statement execute function touch_hour_blocks();
