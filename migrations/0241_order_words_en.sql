-- What the platform itself said of an order, in English; empty where people chose their own words.
alter table work_order
  add column order_title_en text not null default '',
  add column description_en text not null default '';
