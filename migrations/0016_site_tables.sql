-- What stands around a site: where it lies, the names of data types, and what becomes of it when it goes.

-- Provinces, cities and areas; filled at every start from the national list, so that names can be asked for in SQL.
create table region (
  region_code text primary key,
  parent_code text references region (region_code) on delete cascade,
  region_name text not null
);
create index region_parent on region (parent_code);

-- Towns and streets, the fourth level. `area_code` is the area, or the city where a city has no areas.
create table block (
  block_id   integer generated always as identity primary key,
  block_code text not null,
  block_name text not null,
  area_code  text not null,
  constraint block_code_key unique (block_code)
);
create index block_area on block (area_code);
call keep_table('block', 'block_id');

alter table site
  add constraint site_block_fkey foreign key (block_code) references block (block_code) on update cascade;
create index site_block on site (block_code);
create index site_product on site (product_id);
create index site_project on site (project_id);
create index site_basin on site (basin_id);

-- Names of the commands that carry data.
create table data_type (
  data_type_id      integer generated always as identity primary key,
  cn                text not null,
  data_type_name    text not null,
  data_type_name_en text not null default '',
  remark            text not null default '',
  constraint data_type_cn_key unique (cn),
  constraint data_type_name_key unique (data_type_name)
);
call keep_table('data_type', 'data_type_id');

-- A device that knocks in vain stays out of sight once someone has seen it.
alter table knocking_device add column dismissed boolean not null default false;

-- Measurements of a site that is gone: nobody sees them, and a job takes them away bit by bit.
create table forgotten_site (
  site_id    integer primary key,
  mn         text not null,
  deleted_at timestamptz not null default now()
);
create function forget_site() returns trigger language plpgsql as $$
begin
  insert into forgotten_site (site_id, mn) values (old.site_id, old.mn);
  return null;
end $$;
create trigger forget after delete on site for each row execute function forget_site();

-- Audit of lists that belong to a row: one entry per owner and statement, with the rows that came, went or changed.
-- Argument: the owner's column.
create function audit_list() returns trigger language plpgsql as $$
declare
  gather text := 'select %1$I as owner, jsonb_agg(to_jsonb(r) - %1$L order by to_jsonb(r)) as rows from %2$s r group by 1';
begin
  if tg_op = 'INSERT' then
    execute format('select write_audit(%L, owner::text, ''insert'', null, jsonb_build_object(''rows'', rows)) from ('
                   || format(gather, tg_argv[0], 'came') || ') a', tg_table_name);
  elsif tg_op = 'DELETE' then
    execute format('select write_audit(%L, owner::text, ''delete'', jsonb_build_object(''rows'', rows), null) from ('
                   || format(gather, tg_argv[0], 'went') || ') b', tg_table_name);
  else
    execute format('select write_audit(%L, owner::text, ''update'', jsonb_build_object(''rows'', b.rows),
                                       jsonb_build_object(''rows'', a.rows)) from ('
                   || format(gather, tg_argv[0], '(table went except table came)') || ') b full join ('
                   || format(gather, tg_argv[0], '(table came except table went)') || ') a using (owner)',
                   tg_table_name);
  end if;
  return null;
end $$;

create procedure keep_list(tab text, owner text) language plpgsql as $$
begin
  execute format('create trigger audit_in after insert on %I referencing new table as came
                    for each statement execute function audit_list(%L)', tab, owner);
  execute format('create trigger audit_change after update on %I referencing old table as went new table as came
                    for each statement execute function audit_list(%L)', tab, owner);
  execute format('create trigger audit_out after delete on %I referencing old table as went
                    for each statement execute function audit_list(%L)', tab, owner);
end $$;
call keep_list('agreement_code', 'agreement_id');
call keep_list('device_factor', 'site_id');

-- Newest first is how frames are looked at; a block range index cannot give an order.
drop index raw_packet_at;
create index raw_packet_newest on raw_packet (received_at);
