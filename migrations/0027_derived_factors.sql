-- A factor that no device sends: the platform makes its days from the hours of another one.
alter table component
  add column derived_from smallint,
  add column derivation   text,
  add constraint component_derived_from_fkey foreign key (derived_from) references component,
  add constraint component_derivation_check check (derivation in ('max_1h', 'max_8h')),
  add constraint component_derived_whole check ((derived_from is null) = (derivation is null));

-- Days that were summed before are summed anew; those of sites without the other factor stay as they are.
insert into dirty_bucket (level, site_id, bucket) select 'day', site_id, ts from rollup_day on conflict do nothing;
