-- A window of a city that is gone holds nothing.
alter table maintenance_window
  add constraint maintenance_window_city_code_fkey
  foreign key (city_code) references region (region_code) on update cascade on delete cascade;
