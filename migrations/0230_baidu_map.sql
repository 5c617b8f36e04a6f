-- Baidu's tiles can be chosen too.
alter table platform_setting drop constraint platform_setting_map_provider_check;
alter table platform_setting
  add constraint platform_setting_map_provider_check
    check (map_provider in ('bundled', 'tianditu', 'amap', 'baidu', 'tiles'));
