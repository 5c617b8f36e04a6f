-- What English readers call a site; '' means its pinyin.
alter table site add column site_name_en text not null default '' check (length(site_name_en) <= 100);
