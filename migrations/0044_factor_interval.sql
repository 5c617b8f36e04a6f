-- How often a site measures one of its factors, where that is not how often it measures all: the five parameters of
-- water come every hour, what is analysed every four.
alter table device_factor add column interval_seconds integer check (interval_seconds between 1 and 86400);

-- Whoever changes what is expected of sites, or which flags count there, has their sums made anew. An hour that a device
-- sent as such is whole whatever is expected, and counts unless it is flagged.
create function mark_sums(sites integer[]) returns void language plpgsql as $$
begin
  -- As every writer of marks does, and in the same order.
  perform pg_advisory_xact_lock_shared(hashtext('dirty_bucket'));
  insert into dirty_bucket (level, site_id, bucket)
  select level, site_id, bucket from (
    select 'hour' as level, site_id, ts as bucket from rollup_hour
     where site_id = any(sites) and (origins ~ '[nt]' or flags is not null)
    union all
    select 'day', site_id, ts from rollup_day where site_id = any(sites)) marked
   order by bucket, level, site_id
  on conflict do nothing;
end $$;

create function mark_site_sums() returns trigger language plpgsql as $$
begin
  perform mark_sums(array[new.site_id]);
  return null;
end $$;
create trigger mark_sums after update of interval_seconds, product_id on site for each row
  when ((old.interval_seconds, old.product_id) is distinct from (new.interval_seconds, new.product_id))
  execute function mark_site_sums();

create function mark_product_sums() returns trigger language plpgsql as $$
begin
  perform mark_sums(array(select site_id from site where product_id = new.product_id));
  return null;
end $$;
create trigger mark_sums after update of counting_flags on product_line for each row
  when (old.counting_flags is distinct from new.counting_flags)
  execute function mark_product_sums();

create function mark_factor_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform mark_sums(array(select distinct site_id from came where interval_seconds is not null));
  elsif tg_op = 'DELETE' then
    -- Not those of a site that is no more.
    perform mark_sums(array(select distinct site_id from went join site using (site_id)
                             where went.interval_seconds is not null));
  else
    perform mark_sums(array(select distinct site_id from went join came using (site_id, component_id)
                             where went.interval_seconds is distinct from came.interval_seconds));
  end if;
  return null;
end $$;
create trigger mark_sums_in after insert on device_factor referencing new table as came
  for each statement execute function mark_factor_sums();
create trigger mark_sums_change after update on device_factor referencing old table as went new table as came
  for each statement execute function mark_factor_sums();
create trigger mark_sums_out after delete on device_factor referencing old table as went
  for each statement execute function mark_factor_sums();
