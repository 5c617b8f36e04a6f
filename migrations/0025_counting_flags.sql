-- Flags whose values enter averages and evaluation besides N, for all sites of a product line.
alter table product_line add column counting_flags text[] not null default '{}';
