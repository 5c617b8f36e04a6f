-- How much of a month and of a year of water must be known. The days of GB 3095 are rules of air.
alter table product_line
  add column water_month_days smallint not null default 1 check (water_month_days between 1 and 28),
  add column water_year_months smallint not null default 8 check (water_year_months between 1 and 12);

-- A day of water counts with any valid value that it has: months that left such days out are summed anew.
insert into dirty_bucket (level, site_id, bucket)
select 'month', m.site_id, m.ts from rollup_month m join site s using (site_id) where s.site_type = 'water'
on conflict do nothing;
