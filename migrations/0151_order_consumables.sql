-- A plan may be about a part that wears out: its orders then say which.
alter table order_plan add column consumable text not null default '';
